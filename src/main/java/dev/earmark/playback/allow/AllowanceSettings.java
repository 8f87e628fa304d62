package dev.earmark.playback.allow;

import dev.earmark.base.TimeOfDay;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long and when books may be heard, from {@code limits.*}.
 *
 * @param daily the most that is heard in a day, zero for no limit
 * @param quiet the times of day at which nothing plays
 * @param warning so long before the end it is said
 * @param pin what lifts the limits, digits; empty when anybody may
 */
public record AllowanceSettings(
    Duration daily, List<QuietHours> quiet, Duration warning, String pin) {
  /** No limits. */
  public static final AllowanceSettings NONE =
      new AllowanceSettings(Duration.ZERO, List.of(), Duration.ofMinutes(5), "");

  private static final Pattern WINDOW =
      Pattern.compile("(\\d{1,2}:\\d{2})\\s*-\\s*(\\d{1,2}:\\d{2})");

  /** Copies the list. */
  public AllowanceSettings {
    quiet = List.copyOf(quiet);
  }

  /** Hides the PIN. */
  @Override
  public String toString() {
    return "AllowanceSettings[" + daily + ", " + quiet + ", " + warning + "]";
  }

  /**
   * A time of day at which nothing plays; one that ends before it begins goes over midnight.
   *
   * @param from inclusive
   * @param to exclusive
   */
  public record QuietHours(LocalTime from, LocalTime to) {
    boolean holds(LocalTime time) {
      return TimeOfDay.isBetween(from, to, time);
    }
  }

  /**
   * Reads times such as {@code 21:00-07:00}.
   *
   * @throws IllegalArgumentException with what would be right
   */
  public static List<QuietHours> parse(List<String> texts) {
    List<QuietHours> hours = new ArrayList<>();
    for (String text : texts) {
      Matcher m = WINDOW.matcher(text.strip());
      try {
        if (!m.matches()) {
          throw wrong();
        }
        QuietHours read = new QuietHours(TimeOfDay.parse(m.group(1)), TimeOfDay.parse(m.group(2)));
        if (read.from().equals(read.to())) {
          throw new IllegalArgumentException(
              "'" + text + "' ends when it begins; expected times of day such as \"21:00-07:00\"");
        }
        hours.add(read);
      } catch (DateTimeParseException e) {
        throw wrong();
      }
    }
    return hours;
  }

  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException("expected times of day such as \"21:00-07:00\"");
  }
}
