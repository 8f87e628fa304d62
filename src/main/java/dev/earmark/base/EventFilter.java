package dev.earmark.base;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which events somebody outside wants to be told.
 *
 * @param patterns types such as {@code run.ended}, groups such as {@code play.*}, or {@code *} for
 *     all
 */
public record EventFilter(List<String> patterns) {
  private static final Pattern FORM = Pattern.compile("\\*|[a-z_]+(?:\\.[a-z_]+)*(?:\\.\\*)?");

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException with what is expected when a pattern has another form
   */
  public EventFilter {
    patterns = List.copyOf(patterns);
    for (String pattern : patterns) {
      if (!FORM.matcher(pattern).matches()) {
        throw new IllegalArgumentException("expected events such as play.started, timer.* or *");
      }
    }
  }

  /** Returns whether events of this type are wanted. */
  public boolean takes(String type) {
    return patterns.stream().anyMatch(pattern -> matches(pattern, type));
  }

  /** Returns the patterns that no event ever fits. */
  public List<String> idle() {
    return patterns.stream()
        .filter(pattern -> EventTypes.ALL.stream().noneMatch(type -> matches(pattern, type)))
        .toList();
  }

  private static boolean matches(String pattern, String type) {
    return pattern.endsWith("*")
        ? type.startsWith(pattern.substring(0, pattern.length() - 1))
        : type.equals(pattern);
  }
}
