/**
 * The player's state machine: the desk that commands change at once, and the role {@code player}
 * that makes pipe, decoder, mixer and journal follow it. Knows no wish and no catalogue.
 */
@NullMarked
package dev.earmark.playback.player;

import org.jspecify.annotations.NullMarked;
