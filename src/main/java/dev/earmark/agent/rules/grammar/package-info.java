/**
 * What the words ask for: one family of patterns for each kind of command, and the grammar that
 * asks them in order. Knows no protocol.
 */
@NullMarked
package dev.earmark.agent.rules.grammar;

import org.jspecify.annotations.NullMarked;
