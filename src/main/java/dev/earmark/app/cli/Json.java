package dev.earmark.app.cli;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON in and out of the command line: one object a line, in UTF-8. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  static JsonNode of(Object value) {
    return MAPPER.valueToTree(value);
  }

  static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }
}
