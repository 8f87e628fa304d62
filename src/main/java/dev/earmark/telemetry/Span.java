package dev.earmark.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One span in the JSON form of OTLP: ids in lower-case hexadecimal, 64-bit numbers as texts, enums
 * as numbers (OpenTelemetry protocol specification, "JSON Protobuf encoding").
 */
final class Span {
  private static final int STATUS_ERROR = 2;

  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final List<Map<String, Object>> attributes = new ArrayList<>();

  /** What a span is to its trace. */
  enum Kind {
    INTERNAL(1),
    CLIENT(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  /**
   * Makes a span.
   *
   * @param parentId empty for the root
   * @param startNanos since 1970
   */
  Span(
      String traceId,
      String spanId,
      String parentId,
      String name,
      Kind kind,
      long startNanos,
      long endNanos) {
    fields.put("traceId", traceId);
    fields.put("spanId", spanId);
    if (!parentId.isEmpty()) {
      fields.put("parentSpanId", parentId);
    }
    fields.put("name", name);
    fields.put("kind", kind.number);
    fields.put("startTimeUnixNano", Long.toString(startNanos));
    fields.put("endTimeUnixNano", Long.toString(Math.max(startNanos, endNanos)));
    fields.put("attributes", attributes);
  }

  /** Adds an attribute; an empty text is left out. */
  Span with(String key, String value) {
    return value.isEmpty() ? this : add(key, Map.of("stringValue", value));
  }

  /** Adds a whole number. */
  Span with(String key, long value) {
    return add(key, Map.of("intValue", Long.toString(value)));
  }

  /** Adds a number. */
  Span with(String key, double value) {
    return add(key, Map.of("doubleValue", value));
  }

  /** Adds a list of one text. */
  Span withList(String key, String only) {
    return add(key, Map.of("arrayValue", Map.of("values", List.of(Map.of("stringValue", only)))));
  }

  /** Marks the span as failed. */
  Span failed(String type, String message) {
    fields.put(
        "status",
        message.isEmpty()
            ? Map.of("code", STATUS_ERROR)
            : Map.of("code", STATUS_ERROR, "message", message));
    return with("error.type", type);
  }

  private Span add(String key, Map<String, Object> value) {
    attributes.add(attribute(key, value));
    return this;
  }

  static Map<String, Object> attribute(String key, Map<String, Object> value) {
    Map<String, Object> attribute = new LinkedHashMap<>();
    attribute.put("key", key);
    attribute.put("value", value);
    return attribute;
  }

  /** Returns the span as plain values for a JSON writer. */
  Map<String, Object> fields() {
    return fields;
  }
}
