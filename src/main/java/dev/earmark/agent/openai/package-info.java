/** An OpenAI-compatible chat model over HTTP. */
@NullMarked
package dev.earmark.agent.openai;

import org.jspecify.annotations.NullMarked;
