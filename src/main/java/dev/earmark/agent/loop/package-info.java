/**
 * The ReAct loop: conversation, budget, checks of calls and claims, and the record of runs. Knows
 * no tool and no model.
 */
@NullMarked
package dev.earmark.agent.loop;

import org.jspecify.annotations.NullMarked;
