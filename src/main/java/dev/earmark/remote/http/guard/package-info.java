/** Who may come in: Host, Origin, the token and where it is kept. */
@NullMarked
package dev.earmark.remote.http.guard;

import org.jspecify.annotations.NullMarked;
