/** Alarms, countdowns and reminders that survive a restart. */
@NullMarked
package dev.earmark.timers;

import org.jspecify.annotations.NullMarked;
