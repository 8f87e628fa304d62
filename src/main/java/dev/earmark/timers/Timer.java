package dev.earmark.timers;

import java.time.Instant;

/**
 * Something that rings once or again and again.
 *
 * @param id given by {@link Timers}, stable over restarts, short enough to be spoken
 * @param name what it is for, may be empty
 * @param at when it rings next
 * @param durationS the length of a countdown in seconds, 0 for a time of day
 */
public record Timer(String id, Kind kind, String name, Instant at, long durationS, Repeat repeat) {
  /** What it is to the listener; all kinds ring alike. */
  public enum Kind {
    /** A countdown, such as for eggs. */
    TIMER,
    /** A time of day to wake up at. */
    ALARM,
    /** A thing to be told at its time. */
    REMINDER
  }

  /** On which days it rings. */
  public enum Repeat {
    /** Once. */
    NONE,
    /** Every day. */
    DAILY,
    /** From Monday to Friday. */
    WEEKDAYS
  }
}
