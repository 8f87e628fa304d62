package dev.earmark.library.mapped;

import dev.earmark.base.PlainText;
import dev.earmark.library.http.Lenient;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Finds what pointers point to: of several candidates the first that holds something. */
final class Pointers {
  private static final int LONGEST = 2_000;

  private Pointers() {}

  /** Returns the first list that is there, one with elements before an empty one. */
  static JsonNode list(JsonNode root, List<String> pointers) {
    JsonNode empty = MissingNode.getInstance();
    for (String pointer : pointers) {
      JsonNode node = root.at(pointer);
      if (node.isArray() && !node.isEmpty()) {
        return node;
      }
      if (node.isArray() && empty.isMissingNode()) {
        empty = node;
      }
    }
    return empty;
  }

  /** Returns the first node that holds a text or a number. */
  static JsonNode value(JsonNode root, Map<String, List<String>> fields, String field) {
    return value(root, fields.getOrDefault(field, List.of()));
  }

  static JsonNode value(JsonNode root, List<String> pointers) {
    for (String pointer : pointers) {
      JsonNode node = root.at(pointer);
      if (!Lenient.joined(node).isEmpty()) {
        return node;
      }
    }
    return MissingNode.getInstance();
  }

  /** Returns a text as it is, such as an id or a link. */
  static String raw(JsonNode root, Map<String, List<String>> fields, String field) {
    return Lenient.list(value(root, fields, field)).stream()
        .map(Lenient::text)
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns a text for people, without markup; several are joined. */
  static String text(JsonNode root, Map<String, List<String>> fields, String field) {
    return PlainText.of(Lenient.joined(value(root, fields, field)), LONGEST);
  }
}
