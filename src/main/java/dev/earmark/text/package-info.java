/**
 * Words of Chinese and English as they are spoken: normalising, number words, sounds, titles. Knows
 * nothing of books or models.
 */
@NullMarked
package dev.earmark.text;

import org.jspecify.annotations.NullMarked;
