package dev.earmark.timers;

import dev.earmark.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;

/**
 * When timers are due: countdowns by the monotonic clock, times of day by the wall clock. It keeps
 * nothing of the timers, so any thread may ask.
 */
final class DueTimes {
  /** What the wall clock may differ from the monotonic one before it counts as set. */
  static final Duration CLOCK_MOVED = Duration.ofSeconds(2);

  private static final Duration ON_TIME = Duration.ofSeconds(30);
  private static final Duration MISSED_AFTER = Duration.ofHours(1);

  private final Clock clock;

  DueTimes(Clock clock) {
    this.clock = clock;
  }

  /** Returns the time until it is due; negative when it is late. */
  Duration until(Entry entry) {
    return entry.isCountdown()
        ? Duration.ofNanos(entry.deadlineNanos() - clock.nanoTime())
        : Duration.between(clock.now(), entry.timer().at());
  }

  /** Returns the timer with the wall-clock time at which it will ring as the clock is now. */
  Timer current(Entry entry) {
    Timer timer = entry.timer();
    if (!entry.isCountdown()) {
      return timer;
    }
    Instant byMonotonic = clock.now().plus(until(entry));
    Duration gap = Duration.between(timer.at(), byMonotonic).abs();
    return gap.compareTo(CLOCK_MOVED) > 0 ? timer.movedTo(byMonotonic) : timer;
  }

  /** Decides how late a timer that is due rings; of one that repeats only the last time counts. */
  Fired fire(Entry entry, TimesOfDay times) {
    Timer timer = current(entry);
    LocalTime timeOfDay = entry.timeOfDay();
    if (timeOfDay != null) {
      timer = timer.movedTo(times.last(timeOfDay, timer.repeat(), clock.now(), timer.at()));
    }
    Duration late = until(new Entry(timer, entry.deadlineNanos(), timeOfDay)).negated();
    if (late.compareTo(ON_TIME) <= 0) {
      return new Fired(timer, Fired.Outcome.ON_TIME, 0);
    }
    boolean missed = late.compareTo(MISSED_AFTER) >= 0;
    return new Fired(timer, missed ? Fired.Outcome.MISSED : Fired.Outcome.LATE, late.toSeconds());
  }
}
