package dev.earmark.app.cli.console;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Moments as people read them: in the time of this machine, to the minute. */
public final class Moments {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private Moments() {}

  /**
   * Returns a moment such as {@code 21:30}, with its day when that is not today.
   *
   * @param iso as JSON has it, in UTC; what is no moment is given back
   */
  public static String text(String iso, Instant now, ZoneId zone) {
    try {
      LocalDateTime at = LocalDateTime.ofInstant(Instant.parse(iso), zone);
      boolean today = at.toLocalDate().equals(LocalDateTime.ofInstant(now, zone).toLocalDate());
      return (today ? TIME : DAY).format(at);
    } catch (DateTimeParseException e) {
      return iso;
    }
  }
}
