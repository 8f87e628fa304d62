package dev.earmark.remote.http.reply;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * An operation of the API as its description has it: where it is, and what a request may say.
 *
 * <p>Immutable. A request carries its operation, so that what reads its body and its query asks the
 * description for names, limits and defaults.
 */
public final class Operation {
  private static final String KEY = Operation.class.getName();

  private final String method;
  private final String path;
  private final JsonNode described;
  private final Set<String> fields;
  private final Map<String, JsonNode> parameters = new LinkedHashMap<>();

  /**
   * An operation.
   *
   * @param method in capitals
   * @param path as in the description, with <code>{names}</code>
   * @param described its object in the description
   */
  public Operation(String method, String path, JsonNode described) {
    this.method = method;
    this.path = path;
    this.described = described;
    this.fields =
        new TreeSet<>(
            described
                .at("/requestBody/content/application~1json/schema/properties")
                .propertyNames());
    for (JsonNode parameter : described.path("parameters")) {
      parameters.put(parameter.path("name").asString(""), parameter);
    }
  }

  /** Returns the operation that a request is for. */
  static Operation of(Context ctx) {
    Operation operation = ctx.attribute(KEY);
    if (operation == null) {
      throw new IllegalStateException(ctx.path() + " is served without a description");
    }
    return operation;
  }

  /** Marks a request as one for this operation. */
  public void begin(Context ctx) {
    ctx.attribute(KEY, this);
  }

  /** Returns its name in the description. */
  public String id() {
    return described.path("operationId").asString("");
  }

  /** Returns the method, in capitals. */
  public String method() {
    return method;
  }

  /** Returns the path, with <code>{names}</code>. */
  public String path() {
    return path;
  }

  /** Returns the path as Javalin writes it: a name that may hold slashes stands in angle marks. */
  public String route() {
    String route = path;
    for (Map.Entry<String, JsonNode> parameter : parameters.entrySet()) {
      if (parameter.getValue().path("x-slashes").asBoolean(false)) {
        route = route.replace("{" + parameter.getKey() + "}", "<" + parameter.getKey() + ">");
      }
    }
    return route;
  }

  /** Returns whether it needs no token, wherever the server listens. */
  public boolean isOpen() {
    return described.path("security").isArray() && described.path("security").isEmpty();
  }

  /** Returns the file of the page that it gives. */
  public Optional<String> file() {
    JsonNode file = described.path("x-file");
    return file.isString() ? Optional.of(file.stringValue()) : Optional.empty();
  }

  /** Returns the media type of what it answers when all is well. */
  public String type() {
    return described.at("/responses/200/content").propertyNames().iterator().next();
  }

  /** Returns the fields that the body may have. */
  Set<String> fields() {
    return fields;
  }

  /** Returns the schema of a parameter. */
  JsonNode parameter(String name) {
    JsonNode parameter = parameters.get(name);
    if (parameter == null) {
      throw new IllegalStateException(id() + " has no described parameter '" + name + "'");
    }
    return parameter.path("schema");
  }
}
