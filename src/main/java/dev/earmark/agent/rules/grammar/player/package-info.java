/**
 * The commands for what plays already: pause and next, seeking, volume and speed, the sleep timer.
 * Knows no titles.
 */
@NullMarked
package dev.earmark.agent.rules.grammar.player;

import org.jspecify.annotations.NullMarked;
