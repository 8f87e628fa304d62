/**
 * Sample formats, blocks, ring, files and resampling, the reader of the microphone, and the ports
 * to microphone and speaker. Knows no device.
 */
@NullMarked
package dev.earmark.audio;

import org.jspecify.annotations.NullMarked;
