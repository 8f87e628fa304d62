/** The Vosk recogniser behind the listening ports. The only package that knows Vosk. */
@NullMarked
package dev.earmark.listen.vosk;

import org.jspecify.annotations.NullMarked;
