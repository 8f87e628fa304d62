/**
 * What the agent is made of: the ports to a chat model, a wire form and a tool, and the values that
 * pass between them. Knows no tool and no model.
 */
@NullMarked
package dev.earmark.agent;

import org.jspecify.annotations.NullMarked;
