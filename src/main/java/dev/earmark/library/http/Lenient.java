package dev.earmark.library.http;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Reads fields of services that give numbers as texts, one element in place of a list, and null for
 * anything.
 */
public final class Lenient {
  private static final Pattern CLOCK =
      Pattern.compile("(?:(\\d{1,5}):)?(\\d{1,5}):(\\d{1,2}(?:\\.\\d{1,9})?)");

  private Lenient() {}

  /** Returns the text or number as a text without blanks around it; empty for anything else. */
  public static String text(JsonNode node) {
    return node.isString() || node.isNumber() ? node.asString("").strip() : "";
  }

  /** Returns the number, also of a text; 0 for anything else and for what is not finite. */
  public static double number(JsonNode node) {
    return number(text(node));
  }

  private static double number(String text) {
    return text.matches("-?\\d{1,18}(\\.\\d{1,18})?([eE][+-]?\\d{1,2})?")
        ? Double.parseDouble(text)
        : 0;
  }

  /** Returns the whole number that is not negative; 0 for anything else. */
  public static long whole(JsonNode node) {
    return (long) Math.max(0, number(node));
  }

  /** Returns seconds, of a number or of {@code H:MM:SS}, {@code M:SS}; 0 for anything else. */
  public static double seconds(JsonNode node) {
    return seconds(text(node));
  }

  /** Returns seconds of a text, see {@link #seconds(JsonNode)}. */
  public static double seconds(String text) {
    String stripped = text.strip();
    Matcher clock = CLOCK.matcher(stripped);
    if (!clock.matches()) {
      return Math.max(0, number(stripped));
    }
    double hours = clock.group(1) == null ? 0 : Double.parseDouble(clock.group(1));
    return hours * 3_600
        + Double.parseDouble(clock.group(2)) * 60
        + Double.parseDouble(clock.group(3));
  }

  /** Returns the elements; of one object or text itself, of null and nothing none. */
  public static List<JsonNode> list(JsonNode node) {
    List<JsonNode> list = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(list::add);
    } else if (!node.isNull() && !node.isMissingNode()) {
      list.add(node);
    }
    return list;
  }

  /** Returns all texts of a list or the one that stands in its place, joined by commas. */
  public static String joined(JsonNode node) {
    return String.join(
        ", ", list(node).stream().map(Lenient::text).filter(text -> !text.isEmpty()).toList());
  }
}
