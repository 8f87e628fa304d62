package dev.earmark.timers;

import java.time.Duration;

/**
 * How timers ring, from {@code timers.*}.
 *
 * @param ringLimit after this time of ringing it is given up
 * @param snooze how much later it rings again when nobody says a time
 */
public record TimerSettings(Duration ringLimit, Duration snooze) {
  /** The defaults. */
  public static final TimerSettings DEFAULT =
      new TimerSettings(Duration.ofMinutes(5), Duration.ofMinutes(5));
}
