package dev.earmark.app.cli.console;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON in and out of the command line: one object a line, in UTF-8. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Json() {}

  /** Returns an object without fields. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /**
   * Reads a text.
   *
   * @throws tools.jackson.core.JacksonException when it is no JSON
   */
  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** Returns a record or map of plain values, with snake_case names. */
  public static JsonNode of(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Returns the value on one line. */
  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }
}
