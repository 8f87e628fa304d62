/**
 * The ReAct loop: conversation, budget, tools, trace, and the port to a chat model. Knows no tool
 * and no model.
 */
@NullMarked
package dev.earmark.agent;

import org.jspecify.annotations.NullMarked;
