package dev.earmark.timers;

import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/**
 * A timer with what it needs to ring.
 *
 * @param deadlineNanos of a countdown by the monotonic clock
 * @param timeOfDay of a timer that repeats, else null
 */
record Entry(Timer timer, long deadlineNanos, @Nullable LocalTime timeOfDay) {
  boolean isCountdown() {
    return timer.durationS() > 0;
  }
}
