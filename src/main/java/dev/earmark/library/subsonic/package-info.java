/**
 * Subsonic and OpenSubsonic servers as a catalogue, to be read only. Knows that interface alone.
 */
@NullMarked
package dev.earmark.library.subsonic;

import org.jspecify.annotations.NullMarked;
