/** espeak-ng behind the voice port. */
@NullMarked
package dev.earmark.speak.espeak;

import org.jspecify.annotations.NullMarked;
