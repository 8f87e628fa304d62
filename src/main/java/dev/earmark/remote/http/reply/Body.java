package dev.earmark.remote.http.reply;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A JSON object that came with a request; every mistake in it is one clear sentence. */
public final class Body {
  /** The longest JSON body, in bytes. */
  public static final int LIMIT = 64 * 1_024;

  private final @Nullable JsonNode root;

  private Body(@Nullable JsonNode root) {
    this.root = root;
  }

  /** Reads the body; no body counts as an empty object. It may have the fields described. */
  public static Body of(Context ctx) throws IOException {
    byte[] bytes = bytes(ctx, LIMIT);
    if (bytes.length == 0) {
      return new Body(null);
    }
    JsonNode root = parse(bytes);
    if (!root.isObject()) {
      throw Problem.badRequest("The body must be a JSON object such as {\"text\": \"pause\"}.");
    }
    Set<String> known = Operation.of(ctx).fields();
    for (String name : root.propertyNames()) {
      if (!known.contains(name)) {
        throw Problem.badRequest(
            "The field '" + name + "' is not known here; known are " + known + ".");
      }
    }
    return new Body(root);
  }

  /** Reads the whole body, or refuses one that is longer than the limit. */
  public static byte[] bytes(Context ctx, int limit) throws IOException {
    byte[] bytes = ctx.req().getInputStream().readNBytes(limit + 1);
    if (bytes.length > limit) {
      throw Problem.tooLarge("The body may have at most " + limit + " bytes.");
    }
    return bytes;
  }

  private static JsonNode parse(byte[] bytes) {
    try {
      return Json.read(bytes);
    } catch (JacksonException e) {
      var at = e.getLocation();
      String where =
          at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
      throw Problem.badRequest("The body is not valid JSON" + where + ".");
    }
  }

  /** Returns a text, or empty when there is none. */
  public Optional<String> text(String name) {
    JsonNode node = node(name);
    if (node == null) {
      return Optional.empty();
    }
    if (!node.isString()) {
      throw wrong(name, "a text in quotes");
    }
    return Optional.of(node.stringValue());
  }

  /** Returns a text that must be there and not be blank. */
  public String needed(String name, int longest) {
    String value = text(name).orElse("").strip();
    if (value.isEmpty()) {
      throw Problem.badRequest(
          "The field '" + name + "' is missing; send {\"" + name + "\": \"…\"}.");
    }
    if (value.length() > longest) {
      throw Problem.badRequest(
          "The field '" + name + "' may have at most " + longest + " characters.");
    }
    return value;
  }

  /** Returns whether the field is there and not null. */
  public boolean has(String name) {
    return node(name) != null;
  }

  /** Returns an object that must be there, as plain values in the order they came. */
  public Map<String, Object> object(String name) {
    JsonNode node = node(name);
    if (node == null || !node.isObject()) {
      throw wrong(name, "a JSON object such as {\"keyword\": \"…\"}");
    }
    return Json.map(node);
  }

  /** Returns a finite number, or empty when there is none. */
  public OptionalDouble number(String name) {
    JsonNode node = node(name);
    if (node == null) {
      return OptionalDouble.empty();
    }
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!Double.isFinite(value)) {
      throw wrong(name, "a number");
    }
    return OptionalDouble.of(value);
  }

  /** Returns a whole number, or empty when there is none. */
  public OptionalInt integer(String name) {
    JsonNode node = node(name);
    if (node == null) {
      return OptionalInt.empty();
    }
    if (!node.isNumber()
        || node.doubleValue() != Math.rint(node.doubleValue())
        || Math.abs(node.doubleValue()) > 1e9) {
      throw wrong(name, "a whole number");
    }
    return OptionalInt.of((int) node.doubleValue());
  }

  /** Returns a yes or no. */
  public boolean flag(String name, boolean otherwise) {
    JsonNode node = node(name);
    if (node == null) {
      return otherwise;
    }
    if (!node.isBoolean()) {
      throw wrong(name, "true or false");
    }
    return node.booleanValue();
  }

  /** Returns seconds given as a number or as {@code mm:ss} or {@code h:mm:ss}. */
  public OptionalDouble seconds(String name) {
    JsonNode node = node(name);
    if (node == null || !node.isString()) {
      return number(name);
    }
    double sum = 0;
    String[] parts = node.stringValue().strip().split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      boolean isTime = part.matches("\\d{1,4}(\\.\\d+)?") && parts.length <= 3;
      if (!isTime || (i > 0 && Double.parseDouble(part) >= 60)) {
        throw wrong(name, "a number of seconds, or a time such as \"12:41\"");
      }
      sum = sum * 60 + Double.parseDouble(part);
    }
    return OptionalDouble.of(sum);
  }

  private @Nullable JsonNode node(String name) {
    JsonNode node = root == null ? null : root.get(name);
    return node == null || node.isNull() ? null : node;
  }

  private static Problem wrong(String name, String expected) {
    return Problem.badRequest("The field '" + name + "' must be " + expected + ".");
  }
}
