package dev.earmark.agent.protocol;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON form of parsed steps and of tool lists, for the command line. */
public final class StepJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private StepJson() {}

  /**
   * Returns the protocol of the name.
   *
   * @throws IllegalArgumentException when the name is neither {@code text} nor {@code xml}
   */
  public static Protocol protocol(String name) {
    return switch (name) {
      case "text" -> new TextProtocol();
      case "xml" -> new XmlProtocol();
      default ->
          throw new IllegalArgumentException(
              "unknown protocol '" + name + "', expected text or xml");
    };
  }

  /**
   * Returns the step as plain values: {kind: action|final|error, tool, args, thought, answer,
   * reason}; what a kind does not have is null.
   */
  public static Map<String, Object> toMap(Parsed parsed) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", "error");
    for (String name : List.of("tool", "args", "thought", "answer", "reason")) {
      map.put(name, null);
    }
    map.put("thought", parsed.thought());
    if (parsed instanceof Parsed.Action action) {
      map.put("kind", "action");
      map.put("tool", action.tool());
      map.put("args", action.args());
    } else if (parsed instanceof Parsed.Final answer) {
      map.put("kind", "final");
      map.put("answer", answer.answer());
    } else if (parsed instanceof Parsed.Fault fault) {
      map.put("tool", fault.tool().isEmpty() ? null : fault.tool());
      map.put("reason", fault.reason().code());
      map.put("detail", fault.detail());
    }
    map.put("repairs", parsed.repairs());
    return map;
  }

  /** Returns the step as one line of JSON. */
  public static String write(Parsed parsed) {
    return MAPPER.writeValueAsString(toMap(parsed));
  }

  /**
   * Reads a list of tools, [{name, parameters: [{name, type, required}]}]; a type that is left out
   * is a string, a parameter that does not say so is not required.
   *
   * @throws IllegalArgumentException with one sentence when the text is no such list
   */
  public static List<ToolSpec> readTools(String json) {
    JsonNode list;
    try {
      list = MAPPER.readTree(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "the list of tools is not JSON: " + e.getOriginalMessage(), e);
    }
    if (!list.isArray()) {
      throw new IllegalArgumentException(
          "the list of tools must be an array of {name, parameters: [{name, type, required}]}");
    }
    List<ToolSpec> tools = new ArrayList<>();
    for (JsonNode tool : list) {
      String name = tool.path("name").asString("");
      if (name.isBlank()) {
        throw new IllegalArgumentException(
            "tool " + (tools.size() + 1) + " of the list has no name");
      }
      List<Parameter> parameters = new ArrayList<>();
      for (JsonNode parameter : tool.path("parameters")) {
        parameters.add(parameter(name, parameter));
      }
      String description = tool.path("description").asString("");
      tools.add(
          new ToolSpec(name, description.isBlank() ? name : description, parameters, Set.of()));
    }
    return tools;
  }

  private static Parameter parameter(String tool, JsonNode node) {
    String name = node.path("name").asString("");
    if (name.isBlank()) {
      throw new IllegalArgumentException("a parameter of tool " + tool + " has no name");
    }
    boolean required = node.path("required").asBoolean(false);
    String description = node.path("description").asString("");
    Parameter.Type type = type(tool, node.path("type").asString("string"));
    return new Parameter(name, type, required, null, description);
  }

  private static Parameter.Type type(String tool, String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "string", "str", "text", "any" -> Parameter.Type.STRING;
      case "integer", "int" -> Parameter.Type.INTEGER;
      case "number", "float", "double" -> Parameter.Type.NUMBER;
      case "boolean", "bool" -> Parameter.Type.BOOLEAN;
      case "array", "list" -> Parameter.Type.ARRAY;
      case "object", "dict", "map" -> Parameter.Type.OBJECT;
      default ->
          throw new IllegalArgumentException(
              "unknown type '"
                  + name
                  + "' of tool "
                  + tool
                  + ", expected string, integer, number, boolean, array or object");
    };
  }
}
