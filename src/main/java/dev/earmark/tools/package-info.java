/** The tools that the agent may call, one class each. */
@NullMarked
package dev.earmark.tools;

import org.jspecify.annotations.NullMarked;
