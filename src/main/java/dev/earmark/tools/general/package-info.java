/** Tools for time, sums and timers. */
@NullMarked
package dev.earmark.tools.general;

import org.jspecify.annotations.NullMarked;
