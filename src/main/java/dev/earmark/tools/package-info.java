/**
 * The tools that the agent may call, one class each: {@code books} finds and fetches, {@code
 * playing} controls the player, {@code general} knows time, sums and timers. {@link
 * dev.earmark.tools.Tools} makes them all.
 */
@NullMarked
package dev.earmark.tools;

import org.jspecify.annotations.NullMarked;
