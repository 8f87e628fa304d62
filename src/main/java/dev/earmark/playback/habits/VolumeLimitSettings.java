package dev.earmark.playback.habits;

import dev.earmark.base.TimeOfDay;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How loud a book may be at which time of day.
 *
 * @param windows where several hold at once, the quietest counts
 */
public record VolumeLimitSettings(List<Window> windows) {
  /** No limits. */
  public static final VolumeLimitSettings NONE = new VolumeLimitSettings(List.of());

  private static final int FULL = 100;
  private static final Pattern WINDOW =
      Pattern.compile("(\\d{1,2}:\\d{2})\\s*-\\s*(\\d{1,2}:\\d{2})\\s+(\\d{1,3})\\s*%?");

  /**
   * A time of day; one that ends before it begins goes over midnight.
   *
   * @param from inclusive
   * @param to exclusive
   * @param most 0 to 100
   */
  public record Window(LocalTime from, LocalTime to, int most) {
    boolean holds(LocalTime time) {
      return TimeOfDay.isBetween(from, to, time);
    }
  }

  /** Copies the windows. */
  public VolumeLimitSettings {
    windows = List.copyOf(windows);
  }

  /**
   * Reads windows such as {@code 22:00-07:00 40}.
   *
   * @throws IllegalArgumentException with what would be right
   */
  public static VolumeLimitSettings parse(List<String> texts) {
    List<Window> windows = new ArrayList<>();
    for (String text : texts) {
      Matcher m = WINDOW.matcher(text.strip());
      if (!m.matches() || Integer.parseInt(m.group(3)) > FULL) {
        throw wrong();
      }
      try {
        windows.add(
            new Window(
                TimeOfDay.parse(m.group(1)),
                TimeOfDay.parse(m.group(2)),
                Integer.parseInt(m.group(3))));
      } catch (DateTimeParseException e) {
        throw wrong();
      }
    }
    return new VolumeLimitSettings(windows);
  }

  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "expected a time of day and the most volume then, such as \"22:00-07:00 40\"");
  }

  /** Returns the loudest volume that is allowed at a time of day, 0 to 100. */
  public int most(LocalTime time) {
    return windows.stream()
        .filter(window -> window.holds(time))
        .mapToInt(Window::most)
        .min()
        .orElse(FULL);
  }
}
