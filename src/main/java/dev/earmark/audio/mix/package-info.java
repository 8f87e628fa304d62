/**
 * What sounds: book, speech and chimes are summed, and the sum goes to a speaker. Knows no device
 * and no source.
 */
@NullMarked
package dev.earmark.audio.mix;

import org.jspecify.annotations.NullMarked;
