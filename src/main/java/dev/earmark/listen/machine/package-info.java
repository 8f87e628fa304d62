/**
 * The state machine of listening: gate, wake phrase, window, end of speech, result; on the
 * microphone's stream ({@link dev.earmark.listen.machine.Listener}) and on recordings ({@link
 * dev.earmark.listen.machine.Hearing}).
 */
@NullMarked
package dev.earmark.listen.machine;

import org.jspecify.annotations.NullMarked;
