package dev.earmark.agent.protocol.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON as models write it: strictly first, then with Jackson's lenient options, then with the
 * repairs of {@link RepairingJson}. What would need guessing is a fault.
 */
public final class LenientJson {
  private static final JsonMapper STRICT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final JsonMapper LENIENT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(
              JsonReadFeature.ALLOW_JAVA_COMMENTS,
              JsonReadFeature.ALLOW_YAML_COMMENTS,
              JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER,
              JsonReadFeature.ALLOW_SINGLE_QUOTES,
              JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS,
              JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES,
              JsonReadFeature.ALLOW_LEADING_DECIMAL_POINT_FOR_NUMBERS,
              JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS,
              JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS,
              JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private LenientJson() {}

  /** What came of reading a value. */
  public sealed interface Read {
    /**
     * A value.
     *
     * @param value a map, list, text, number, boolean or null
     * @param end the index behind it
     * @param repairs what had to be repaired
     * @param closed whether the text itself closed the value; false when a brace was added
     */
    record Value(@Nullable Object value, int end, List<String> repairs, boolean closed)
        implements Read {}

    /**
     * No value.
     *
     * @param at the index of the fault
     * @param cut whether the text ended too early
     */
    record Fault(int at, boolean cut) implements Read {}
  }

  /** Reads the object or array that begins at {@code start}. */
  public static Read read(String text, int start) {
    int end = balancedEnd(text, start);
    if (end > 0) {
      String json = text.substring(start, end);
      try {
        return new Read.Value(STRICT.readValue(json, Object.class), end, List.of(), true);
      } catch (JacksonException strict) {
        Read lenient = readLeniently(json, end);
        if (lenient != null) {
          return lenient;
        }
      }
    }
    return new RepairingJson(text, start).read();
  }

  private static @Nullable Read readLeniently(String json, int end) {
    try {
      Object value = LENIENT.readValue(json, Object.class);
      return new Read.Value(value, end, List.of("lenient_json"), true);
    } catch (JacksonException lenient) {
      return null;
    }
  }

  /** Returns the index behind the bracket that closes the one at {@code start}, or -1. */
  private static int balancedEnd(String text, int start) {
    int depth = 0;
    boolean inString = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inString) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          inString = false;
        }
      } else if (c == '"') {
        inString = true;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Returns the value as a map with text keys, or null when it is none. */
  public static @Nullable Map<String, Object> asMap(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return null;
    }
    Map<String, Object> result = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      result.put(String.valueOf(entry.getKey()), entry.getValue());
    }
    return result;
  }

  /** Returns the value as compact JSON. */
  public static String write(@Nullable Object value) {
    return STRICT.writeValueAsString(value);
  }
}
