package dev.earmark.agent.openai;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One native call that comes in pieces. Confined to one thread. */
final class CallPieces {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final StringBuilder arguments = new StringBuilder();
  private String name = "";
  private String id = "";
  private int depth;
  private boolean quoted;
  private boolean escaped;
  private boolean complete;

  /** Returns whether the piece belongs to another call, which a server gave the same index. */
  boolean isOther(JsonNode piece) {
    String other = piece.path("id").asString("");
    return !other.isEmpty() && !id.isEmpty() && !other.equals(id);
  }

  void add(JsonNode piece) {
    add(piece.path("id").asString(""), piece.path("function"));
  }

  /** Adds a name and arguments, or a part of them. */
  void add(String pieceId, JsonNode function) {
    id = id.isEmpty() ? pieceId : id;
    String part = function.path("name").asString("");
    if (!part.equals(name)) { // some servers repeat the whole name
      name += part;
    }
    JsonNode value = function.path("arguments");
    if (!value.isMissingNode() && !value.isNull()) {
      arguments(value.isString() ? value.asString() : value.toString());
    }
  }

  private void arguments(String piece) {
    arguments.append(piece);
    for (int i = 0; i < piece.length(); i++) {
      char c = piece.charAt(i);
      if (quoted) {
        quoted = escaped || c != '"';
        escaped = !escaped && c == '\\';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{') {
        complete = false;
        depth++;
      } else if (c == '}' && --depth == 0) {
        complete = true;
      }
    }
  }

  /**
   * Returns whether the arguments are a whole object. An empty one does not count: some servers
   * begin with it.
   */
  boolean isComplete() {
    return complete && !name.isEmpty() && arguments.length() > 0 && hasContent();
  }

  private boolean hasContent() {
    for (int i = 0; i < arguments.length(); i++) {
      char c = arguments.charAt(i);
      if (c != '{' && c != '}' && !Character.isWhitespace(c)) {
        return true;
      }
    }
    return false;
  }

  String name() {
    return name;
  }

  String raw() {
    return arguments.toString();
  }

  /** Returns the arguments, or null when they are broken or no object. */
  @Nullable Map<String, Object> args() {
    String json = withoutEmptyStart(raw());
    if (json.isBlank()) {
      return Map.of();
    }
    try {
      JsonNode node = MAPPER.readTree(json);
      if (node.isNull()) {
        return Map.of();
      }
      if (!node.isObject()) {
        return null;
      }
      Map<String, Object> args = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        args.put(entry.getKey(), MAPPER.treeToValue(entry.getValue(), Object.class));
      }
      return args;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String withoutEmptyStart(String json) {
    String text = json.strip();
    return text.startsWith("{}") && text.length() > 2 ? text.substring(2) : text;
  }
}
