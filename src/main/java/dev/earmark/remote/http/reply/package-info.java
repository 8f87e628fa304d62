/** What every route shares: reading a JSON body, writing JSON, problem objects, tags. */
@NullMarked
package dev.earmark.remote.http.reply;

import org.jspecify.annotations.NullMarked;
