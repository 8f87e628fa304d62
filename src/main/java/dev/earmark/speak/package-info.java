/** Speech out: the port to a voice, chimes, phrase cache. Knows no synthesiser. */
@NullMarked
package dev.earmark.speak;

import org.jspecify.annotations.NullMarked;
