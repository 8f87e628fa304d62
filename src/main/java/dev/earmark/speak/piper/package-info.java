/** Piper behind the voice port. */
@NullMarked
package dev.earmark.speak.piper;

import org.jspecify.annotations.NullMarked;
