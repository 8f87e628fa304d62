package dev.earmark.timers;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

/** When a time of day is due in a zone, over changes to and from summer time. */
record TimesOfDay(ZoneId zone) {
  private static final int WEEK = 7;

  /** Returns the first moment after the given one at which this time of day is due. */
  Instant next(LocalTime timeOfDay, Timer.Repeat repeat, Instant after) {
    LocalDate day = after.atZone(zone).toLocalDate();
    while (true) {
      Instant at = day.atTime(timeOfDay).atZone(zone).toInstant();
      if (at.isAfter(after) && rings(repeat, day)) {
        return at;
      }
      day = day.plusDays(1);
    }
  }

  /** Returns the last such moment that is not after {@code now}, or the earliest when none is. */
  Instant last(LocalTime timeOfDay, Timer.Repeat repeat, Instant now, Instant earliest) {
    LocalDate day = now.atZone(zone).toLocalDate();
    for (int back = 0; back <= WEEK; back++) {
      Instant at = day.minusDays(back).atTime(timeOfDay).atZone(zone).toInstant();
      if (!at.isAfter(now) && rings(repeat, day.minusDays(back))) {
        return at.isBefore(earliest) ? earliest : at;
      }
    }
    return earliest;
  }

  /** Returns the moment at which this zone's clocks show what those of another zone showed. */
  Instant sameTime(Instant there, ZoneId other) {
    return there.atZone(other).toLocalDateTime().atZone(zone).toInstant();
  }

  private static boolean rings(Timer.Repeat repeat, LocalDate day) {
    return !repeat.repeats() || repeat.days().contains(day.getDayOfWeek());
  }

  /** Returns a time that is at most so long, forward or backward. */
  static Duration bounded(Duration time, Duration most) {
    Duration upTo = time.compareTo(most) > 0 ? most : time;
    return upTo.compareTo(most.negated()) < 0 ? most.negated() : upTo;
  }
}
