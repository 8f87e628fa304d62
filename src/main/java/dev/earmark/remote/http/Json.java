package dev.earmark.remote.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** JSON with snake_case names. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Json() {}

  static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /**
   * Reads a document.
   *
   * @throws tools.jackson.core.JacksonException when it is not JSON
   */
  static JsonNode read(byte[] bytes) {
    return MAPPER.readTree(bytes);
  }

  /** Returns an object as plain values, in its order. */
  static Map<String, Object> map(JsonNode object) {
    Map<String, Object> map = new LinkedHashMap<>();
    Map<?, ?> parsed = MAPPER.treeToValue(object, Map.class);
    parsed.forEach((key, value) -> map.put(String.valueOf(key), value));
    return map;
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
