package dev.earmark.remote.http;

import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.reply.Operation;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * The routes of the API, made of its description: methods, paths, who needs a token, the fields of
 * bodies, the limits and defaults of parameters. A handler is all that is added here, so that the
 * description cannot tell of a route that is not there, and no route can go untold.
 */
final class Operations {
  /** All operations of {@code web/openapi.json} by their names. */
  static final Map<String, Operation> DESCRIBED = read(WebPage.load("openapi.json"));

  private final RoutesConfig routes;
  private final Map<String, Operation> left;

  /** Makes the table of the routes that {@code described} names; none has a handler yet. */
  Operations(RoutesConfig routes, Map<String, Operation> described) {
    this.routes = routes;
    this.left = new LinkedHashMap<>(described);
  }

  /** Returns the operations of a description by their names. */
  static Map<String, Operation> read(byte[] description) {
    Map<String, Operation> operations = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> path : Json.read(description).path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        Operation operation =
            new Operation(
                method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue());
        if (operations.put(operation.id(), operation) != null) {
          throw new IllegalStateException(operation.id() + " is described twice");
        }
      }
    }
    return operations;
  }

  /** Returns the paths that need no token. */
  static Set<String> open() {
    Set<String> open = new TreeSet<>();
    for (Operation operation : DESCRIBED.values()) {
      if (operation.isOpen()) {
        open.add(operation.path());
      }
    }
    return open;
  }

  /**
   * Serves an operation.
   *
   * @param id its name in the description
   * @throws IllegalStateException when it is not described, or served already
   */
  void on(String id, Handler handler) {
    Operation operation = left.remove(id);
    if (operation == null) {
      throw new IllegalStateException(id + " is not described, or is served twice");
    }
    routes.addHttpHandler(
        HandlerType.findOrCreate(operation.method()),
        operation.route(),
        ctx -> {
          operation.begin(ctx);
          handler.handle(ctx);
        });
  }

  /** Returns the operations that have no handler yet. */
  Collection<Operation> left() {
    return new LinkedHashMap<>(left).values();
  }

  /**
   * Ends the table.
   *
   * @throws IllegalStateException when something is described that nobody serves
   */
  void complete() {
    if (!left.isEmpty()) {
      throw new IllegalStateException("described and not served: " + left.keySet());
    }
  }
}
