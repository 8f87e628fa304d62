package dev.earmark.base;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/** Reads a time of day as people write it: {@code 7:30} as well as {@code 07:30}. */
public final class TimeOfDay {
  private TimeOfDay() {}

  /**
   * Returns the time of day.
   *
   * @throws DateTimeParseException when it is none
   */
  public static LocalTime parse(String text) {
    boolean oneDigit = text.length() > 1 && text.charAt(1) == ':';
    return LocalTime.parse(oneDigit ? "0" + text : text);
  }
}
