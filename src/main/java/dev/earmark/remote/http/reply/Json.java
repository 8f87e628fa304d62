package dev.earmark.remote.http.reply;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** JSON with snake_case names. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Json() {}

  /** Returns a value as UTF-8. */
  public static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /** Returns a value as text. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /**
   * Reads a document.
   *
   * @throws tools.jackson.core.JacksonException when it is not JSON
   */
  public static JsonNode read(byte[] bytes) {
    return MAPPER.readTree(bytes);
  }

  /** Returns an object as plain values, in its order. */
  public static Map<String, Object> map(JsonNode object) {
    Map<String, Object> map = new LinkedHashMap<>();
    Map<?, ?> parsed = MAPPER.treeToValue(object, Map.class);
    parsed.forEach((key, value) -> map.put(String.valueOf(key), value));
    return map;
  }

  /** Returns an enum constant as the API writes it. */
  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
