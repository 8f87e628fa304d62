/**
 * What is done to the sound of a book before it is mixed: one loudness for all sections, a clearer
 * voice, shorter silences. Knows no book and no device.
 */
@NullMarked
package dev.earmark.audio.shape;

import org.jspecify.annotations.NullMarked;
