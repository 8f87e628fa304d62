/**
 * Reading aids of the rules: the user's words without politeness, lengths of time, titles, clauses
 * and wishes. Knows no command.
 */
@NullMarked
package dev.earmark.agent.rules.words;

import org.jspecify.annotations.NullMarked;
