package dev.earmark.playback.sleep;

import dev.earmark.base.TimeOfDay;
import dev.earmark.playback.pipe.Place;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * When to fall silent: after a time, at the end of the n-th section, or at the end of a chapter
 * inside a section. A value; the player's desk holds it, the player thread acts on it.
 *
 * <p>The time runs on over pauses and sections; a timer that ends while nothing plays is simply
 * over. It is not kept over a restart, so last night's timer never ends a morning's book.
 *
 * @param endsNanos monotonic time at which it ends, or null
 * @param sections how many section ends are left, 0 for none
 * @param until the end of the chapter at which it ends, or null
 * @param fadeFrom where in the book the fade began, or null when it does not fade
 */
public record SleepTimer(
    @Nullable Long endsNanos, int sections, @Nullable Place until, @Nullable Place fadeFrom) {
  /** No timer. */
  public static final SleepTimer OFF = new SleepTimer(null, 0, null, null);

  /** How long the sound fades before the time is over. */
  public static final Duration FADE = Duration.ofSeconds(15);

  /** How long before the end a chime says that it comes. */
  public static final Duration WARNING = Duration.ofSeconds(30);

  /** How long after it has fallen silent it can still be extended, which goes on playing. */
  public static final Duration REGRET = Duration.ofMinutes(2);

  private static final double LONGEST_MINUTES = 24 * 60;

  /** Returns a timer by time; of 0 or less, none. */
  public static SleepTimer minutes(double minutes, long nowNanos) {
    return minutes <= 0
        ? OFF
        : new SleepTimer(
            nowNanos + (long) (Math.min(minutes, LONGEST_MINUTES) * 60e9), 0, null, null);
  }

  /**
   * Returns the minutes from now to a time of day. From 1:00 to 12:59 nobody says which half of the
   * day is meant, so it is whichever comes first: a sleep timer is about the next hours.
   *
   * @param time such as {@code 23:30} or {@code 8:30}
   * @return empty when it is no time of day
   */
  public static OptionalDouble minutesUntil(String time, Instant now, ZoneId zone) {
    LocalTime at;
    try {
      at = TimeOfDay.parse(time.strip().replace('：', ':')).truncatedTo(ChronoUnit.MINUTES);
    } catch (DateTimeParseException e) {
      return OptionalDouble.empty();
    }
    double minutes = minutesUntil(at, now, zone);
    return OptionalDouble.of(
        at.getHour() >= 1 && at.getHour() <= 12
            ? Math.min(minutes, minutesUntil(at.plusHours(12), now, zone))
            : minutes);
  }

  private static double minutesUntil(LocalTime time, Instant now, ZoneId zone) {
    ZonedDateTime today = ZonedDateTime.ofInstant(now, zone);
    ZonedDateTime then = today.with(time);
    then = then.isAfter(today) ? then : then.plusDays(1);
    return Duration.between(today, then).toMillis() / 60_000.0;
  }

  /** Returns a timer by sections, 1 for the end of the current one; of 0 or less, none. */
  public static SleepTimer sections(int sections) {
    return sections <= 0 ? OFF : new SleepTimer(null, sections, null, null);
  }

  /** Returns a timer that ends at a place in the current section. */
  public static SleepTimer until(Place place) {
    return new SleepTimer(null, 0, place, null);
  }

  /** Returns whether there is a timer. */
  public boolean isOn() {
    return endsNanos != null || sections > 0 || until != null;
  }

  /** Returns the seconds left, or null for a timer that is not by time. */
  public @Nullable Double leftS(long nowNanos) {
    return endsNanos == null ? null : Math.max(0, (endsNanos - nowNanos) / 1e9);
  }

  /** Returns whether the time is over. */
  public boolean isOver(long nowNanos) {
    return endsNanos != null && endsNanos - nowNanos <= 0;
  }

  /** Returns the timer with the place where its fade began, or with none. */
  public SleepTimer fadingFrom(@Nullable Place place) {
    return new SleepTimer(endsNanos, sections, until, place);
  }

  /** Returns a timer by time that ends so much later; any other one gives way to a new one. */
  public SleepTimer extended(double minutes, long nowNanos) {
    Double left = leftS(nowNanos);
    return minutes(minutes + (left == null ? 0 : left / 60), nowNanos);
  }

  /** Returns the timer after a section has been heard to its end. */
  public SleepTimer afterSection() {
    return sections > 1 ? sections(sections - 1) : this;
  }
}
