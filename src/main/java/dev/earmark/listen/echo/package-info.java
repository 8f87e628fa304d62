/** What Earmark plays is taken out of what the microphone hears: alignment, and libspeexdsp. */
@NullMarked
package dev.earmark.listen.echo;

import org.jspecify.annotations.NullMarked;
