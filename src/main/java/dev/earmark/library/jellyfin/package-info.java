/** Jellyfin servers as a catalogue, to be read only. Knows that interface alone. */
@NullMarked
package dev.earmark.library.jellyfin;

import org.jspecify.annotations.NullMarked;
