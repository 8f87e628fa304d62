/** The two wire forms of a step, text labels and XML tags: prompts and tolerant parsers. */
@NullMarked
package dev.earmark.agent.protocol;

import org.jspecify.annotations.NullMarked;
