/** Tools for what a listener does beyond the keys of a player. */
@NullMarked
package dev.earmark.tools.habits;

import org.jspecify.annotations.NullMarked;
