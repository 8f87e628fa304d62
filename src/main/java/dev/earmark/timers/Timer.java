package dev.earmark.timers;

import java.time.DayOfWeek;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Something that rings once or again and again.
 *
 * @param id given by {@link Timers}, stable over restarts, short enough to be spoken
 * @param name what it is for, may be empty
 * @param at when it rings next
 * @param durationS the length of a countdown in seconds, 0 for a time of day
 */
public record Timer(String id, Kind kind, String name, Instant at, long durationS, Repeat repeat) {
  /** Returns the same timer at another moment. */
  Timer movedTo(Instant moment) {
    return new Timer(id, kind, name, moment, durationS, repeat);
  }

  /** What it is to the listener. A reminder is told once, the others ring until stopped. */
  public enum Kind {
    /** A countdown, such as for eggs. */
    TIMER,
    /** A time of day to wake up at. */
    ALARM,
    /** A thing to be told at its time. */
    REMINDER
  }

  /**
   * On which days it rings.
   *
   * @param days empty for a timer that rings once
   */
  public record Repeat(Set<DayOfWeek> days) {
    /** Once. */
    public static final Repeat NONE = new Repeat(Set.of());

    /** Every day. */
    public static final Repeat DAILY = new Repeat(EnumSet.allOf(DayOfWeek.class));

    /** From Monday to Friday. */
    public static final Repeat WEEKDAYS =
        new Repeat(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY));

    /** Saturday and Sunday. */
    public static final Repeat WEEKENDS =
        new Repeat(EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY));

    private static final Map<String, Repeat> NAMED =
        Map.of("", NONE, "none", NONE, "daily", DAILY, "weekdays", WEEKDAYS, "weekends", WEEKENDS);
    private static final int SHORTEST_NAME = 3;

    /** Copies the days. */
    public Repeat {
      days = Set.copyOf(days);
    }

    /**
     * Reads {@code none}, {@code daily}, {@code weekdays}, {@code weekends}, or days such as {@code
     * mon,friday}, in any case.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static Repeat parse(String text) {
      String plain = text.strip().toLowerCase(Locale.ROOT);
      Repeat named = NAMED.get(plain);
      if (named != null) {
        return named;
      }
      Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
      for (String day : plain.split("[,\\s]+", -1)) {
        days.add(day(day));
      }
      return new Repeat(days);
    }

    /**
     * Reads a day of the week, of which the first three letters count.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static DayOfWeek day(String text) {
      String name = text.strip().toLowerCase(Locale.ROOT);
      for (DayOfWeek day : DayOfWeek.values()) {
        String whole = day.name().toLowerCase(Locale.ROOT);
        if (name.length() >= SHORTEST_NAME && (whole + "s").startsWith(name)) {
          return day;
        }
      }
      throw new IllegalArgumentException("no day of the week: " + text);
    }

    /** Returns it as {@link #parse} reads it. */
    public String text() {
      for (Map.Entry<String, Repeat> named : NAMED.entrySet()) {
        if (named.getValue().equals(this) && !named.getKey().isEmpty()) {
          return named.getKey();
        }
      }
      return Arrays.stream(DayOfWeek.values())
          .filter(days::contains)
          .map(day -> day.name().substring(0, SHORTEST_NAME).toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(","));
    }

    /** Returns whether it rings more than once. */
    public boolean repeats() {
      return !days.isEmpty();
    }
  }
}
