/**
 * What can be said, as rules: compiled to an automaton over a model's words, from which come the
 * phrases of a run-time grammar and the check that a result is a whole phrase. Knows no recogniser.
 */
@NullMarked
package dev.earmark.listen.grammar;

import org.jspecify.annotations.NullMarked;
