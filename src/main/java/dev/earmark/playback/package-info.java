/**
 * The player: queue, intent, position, journal; and the background path from a spoken wish to
 * sound.
 */
@NullMarked
package dev.earmark.playback;

import org.jspecify.annotations.NullMarked;
