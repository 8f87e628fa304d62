/** The sleep timer: when to fall silent, and how it is told. */
@NullMarked
package dev.earmark.playback.sleep;

import org.jspecify.annotations.NullMarked;
