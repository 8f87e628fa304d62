/**
 * Keeps what was said to it, for somebody who wants to know why it was not understood. Off unless
 * asked for. Knows no recogniser but the port.
 */
@NullMarked
package dev.earmark.listen.record;

import org.jspecify.annotations.NullMarked;
