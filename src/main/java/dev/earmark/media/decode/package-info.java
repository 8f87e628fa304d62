/** FFmpeg behind the decoder port. The only package that knows FFmpeg. */
@NullMarked
package dev.earmark.media.decode;

import org.jspecify.annotations.NullMarked;
