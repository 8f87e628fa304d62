/**
 * Sample formats, blocks, ring, pipe, gain, mixer and resampling, and the ports to microphone and
 * speaker. Knows no device.
 */
@NullMarked
package dev.earmark.audio;

import org.jspecify.annotations.NullMarked;
