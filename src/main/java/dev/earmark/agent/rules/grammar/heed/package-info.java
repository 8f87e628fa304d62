/** What is heeded before the families read a sentence: its wording, and what nobody asked for. */
@NullMarked
package dev.earmark.agent.rules.grammar.heed;

import org.jspecify.annotations.NullMarked;
