/**
 * The bounded stretch of decoded sound between decoder and mixer, and the map from frames heard to
 * the place in the book. Knows no album and no file.
 */
@NullMarked
package dev.earmark.playback.pipe;

import org.jspecify.annotations.NullMarked;
