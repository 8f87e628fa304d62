/** The WebRTC voice activity detector (libfvad) behind the listening ports. */
@NullMarked
package dev.earmark.listen.vad;

import org.jspecify.annotations.NullMarked;
