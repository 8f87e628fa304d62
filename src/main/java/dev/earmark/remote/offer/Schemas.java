package dev.earmark.remote.offer;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.ToolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes JSON Schemas as plain maps. */
final class Schemas {
  private Schemas() {}

  /** Returns the schema of a tool's arguments. */
  static Map<String, Object> input(ToolSpec spec) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Parameter parameter : spec.parameters()) {
      Map<String, Object> property = new LinkedHashMap<>();
      property.put("type", parameter.type().name().toLowerCase(Locale.ROOT));
      property.put("description", parameter.description());
      Object value = parameter.defaultValue();
      if (value != null) {
        property.put("default", value);
      }
      properties.put(parameter.name(), property);
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", false);
    return schema;
  }

  /** Returns the schema of a tool's result: the sentence, and what the tool says it gives. */
  static Map<String, Object> output(Map<String, Object> fields, List<String> required) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        OfferedTools.OBSERVATION,
        Map.of("type", "string", "description", "the result as a sentence for people"));
    properties.putAll(fields);
    List<String> all = new ArrayList<>(List.of(OfferedTools.OBSERVATION));
    all.addAll(required);
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", all);
    return schema;
  }
}
