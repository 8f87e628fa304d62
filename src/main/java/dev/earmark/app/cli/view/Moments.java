package dev.earmark.app.cli.view;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Moments as people read them, in the time of this machine, and lengths as they write them. */
public final class Moments {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?");
  private static final Pattern LENGTH =
      Pattern.compile("(?:(\\d{1,5})h)?(?:(\\d{1,6})m(?:in)?)?(?:(\\d{1,9})s)?");

  private Moments() {}

  /**
   * Returns the seconds of a length such as {@code 300}, {@code 5m} or {@code 1h30m}; empty when it
   * is none.
   */
  public static OptionalDouble seconds(String text) {
    if (SECONDS.matcher(text).matches()) {
      return OptionalDouble.of(Double.parseDouble(text));
    }
    Matcher parts = LENGTH.matcher(text);
    return text.isEmpty() || !parts.matches()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            3_600 * part(parts.group(1)) + 60 * part(parts.group(2)) + part(parts.group(3)));
  }

  private static double part(@Nullable String digits) {
    return digits == null ? 0 : Double.parseDouble(digits);
  }

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
