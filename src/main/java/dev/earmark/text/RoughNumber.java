package dev.earmark.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads numbers and lengths of time as feeds, files and services write them. */
public final class RoughNumber {
  private static final Pattern CLOCK =
      Pattern.compile("(?:(\\d{1,5}):)?(\\d{1,5}):(\\d{1,2}(?:\\.\\d{1,9})?)");

  private RoughNumber() {}

  /** Returns the number of a text; 0 for anything else and for what is not finite. */
  public static double of(String text) {
    return text.matches("-?\\d{1,18}(\\.\\d{1,18})?([eE][+-]?\\d{1,2})?")
        ? Double.parseDouble(text)
        : 0;
  }

  /** Returns seconds, of a number or of {@code H:MM:SS}, {@code M:SS}; 0 for anything else. */
  public static double seconds(String text) {
    String stripped = text.strip();
    Matcher clock = CLOCK.matcher(stripped);
    if (!clock.matches()) {
      return Math.max(0, of(stripped));
    }
    double hours = clock.group(1) == null ? 0 : Double.parseDouble(clock.group(1));
    return hours * 3_600
        + Double.parseDouble(clock.group(2)) * 60
        + Double.parseDouble(clock.group(3));
  }
}
