/** OpenAI-compatible speech servers behind the voice port. */
@NullMarked
package dev.earmark.speak.openai;

import org.jspecify.annotations.NullMarked;
