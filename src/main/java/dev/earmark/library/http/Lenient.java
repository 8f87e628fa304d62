package dev.earmark.library.http;

import dev.earmark.text.RoughNumber;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Reads fields of services that give numbers as texts, one element in place of a list, and null for
 * anything.
 */
public final class Lenient {
  private Lenient() {}

  /** Returns the text or number as a text without blanks around it; empty for anything else. */
  public static String text(JsonNode node) {
    return node.isString() || node.isNumber() ? node.asString("").strip() : "";
  }

  /** Returns the number, also of a text; 0 for anything else and for what is not finite. */
  public static double number(JsonNode node) {
    return RoughNumber.of(text(node));
  }

  /** Returns the whole number that is not negative; 0 for anything else. */
  public static long whole(JsonNode node) {
    return (long) Math.max(0, number(node));
  }

  /** Returns seconds, of a number or of {@code H:MM:SS}, {@code M:SS}; 0 for anything else. */
  public static double seconds(JsonNode node) {
    return RoughNumber.seconds(text(node));
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
