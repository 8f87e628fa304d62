package dev.earmark.base;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/** Times of day as people write them, {@code 7:30} as well as {@code 07:30}, and parts of a day. */
public final class TimeOfDay {
  private TimeOfDay() {}

  /**
   * Returns whether a time lies in a part of the day; one that ends before it begins goes over
   * midnight.
   *
   * @param from inclusive
   * @param to exclusive
   */
  public static boolean isBetween(LocalTime from, LocalTime to, LocalTime time) {
    boolean afterFrom = !time.isBefore(from);
    boolean beforeTo = time.isBefore(to);
    return from.isBefore(to) ? afterFrom && beforeTo : afterFrom || beforeTo;
  }

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
