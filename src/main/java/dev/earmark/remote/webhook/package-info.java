/** Tells other programs what happens, by requests to their addresses. */
@NullMarked
package dev.earmark.remote.webhook;

import org.jspecify.annotations.NullMarked;
