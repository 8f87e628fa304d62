package dev.earmark.remote.http.reply;

import dev.earmark.base.Language;
import io.javalin.http.Context;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Small things that all routes share: writing JSON, entity tags, reading a query. */
public final class Replies {
  private Replies() {}

  /** Answers with a value. */
  public static void json(Context ctx, Object value) {
    ctx.contentType("application/json; charset=utf-8").result(Json.bytes(value));
  }

  /** Answers with a status and a value. */
  public static void json(Context ctx, int status, Object value) {
    ctx.status(status);
    json(ctx, value);
  }

  /** Answers with a problem. */
  public static void problem(Context ctx, Problem problem) {
    ctx.status(problem.status());
    ctx.contentType(Problem.CONTENT_TYPE).result(Json.bytes(problem.body(ctx.path(), reader(ctx))));
  }

  /** Returns the language of messages: {@code ?language=}, else the browser's, else English. */
  public static Language language(Context ctx) {
    String asked = ctx.queryParam("language");
    if (asked != null) {
      return parse(asked);
    }
    return accepted(ctx.header("Accept-Language"));
  }

  /** Returns the language of a header {@code Accept-Language}; English without one. */
  public static Language accepted(@Nullable String header) {
    return header != null && header.toLowerCase(Locale.ROOT).startsWith("zh")
        ? Language.ZH
        : Language.EN;
  }

  /** The same as {@link #language} for refusals, one of which is that of the language itself. */
  private static Language reader(Context ctx) {
    String asked = ctx.queryParam("language");
    return asked == null || !List.of("zh", "en").contains(asked)
        ? accepted(ctx.header("Accept-Language"))
        : Language.of(asked);
  }

  /** Returns a language that was given, or null when none was. */
  public static @Nullable Language languageOrNull(@Nullable String code) {
    return code == null || code.isBlank() || code.equals("auto") ? null : parse(code);
  }

  private static Language parse(String code) {
    try {
      return Language.of(code);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("The language must be zh or en, not '" + code + "'.");
    }
  }

  /** Returns a whole number of the query; its limits and its default are those described. */
  public static int number(Context ctx, String name) {
    return number(ctx, name, Integer.MAX_VALUE);
  }

  /** The same with a lower upper limit. */
  public static int number(Context ctx, String name, int highest) {
    JsonNode described = Operation.of(ctx).parameter(name);
    int lowest = described.path("minimum").asInt(0);
    int most = Math.min(highest, described.path("maximum").asInt(Integer.MAX_VALUE));
    String text = ctx.queryParam(name);
    if (text == null || text.isBlank()) {
      return described.path("default").asInt(lowest);
    }
    if (text.matches("\\d{1,9}")) {
      int value = Integer.parseInt(text);
      if (value >= lowest && value <= most) {
        return value;
      }
    }
    throw Problem.badRequest(
        "The parameter '" + name + "' must be a whole number from " + lowest + " to " + most + ".");
  }

  /** Returns a yes or no of the query; without one what is described as the default. */
  public static boolean flag(Context ctx, String name) {
    JsonNode described = Operation.of(ctx).parameter(name);
    String text = ctx.queryParam(name);
    if (text == null || text.isBlank()) {
      return described.path("default").asBoolean(false);
    }
    return switch (text) {
      case "true", "1", "yes" -> true;
      case "false", "0", "no" -> false;
      default -> throw Problem.badRequest("The parameter '" + name + "' must be true or false.");
    };
  }

  /** Returns one of the words that are described for the query, or empty without one. */
  public static Optional<String> choice(Context ctx, String name) {
    JsonNode words = Operation.of(ctx).parameter(name).path("enum");
    String text = ctx.queryParam(name);
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    List<String> known = words.values().stream().map(JsonNode::asString).toList();
    if (!known.contains(text)) {
      throw Problem.badRequest(
          "The parameter '" + name + "' must be " + String.join(" or ", known) + ".");
    }
    return Optional.of(text);
  }

  /** Returns a weak tag of the bytes. */
  public static String tag(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "W/\"" + HexFormat.of().formatHex(hash, 0, 8) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Sets the tag on the answer and returns whether the caller has the same thing already. */
  public static boolean unchanged(Context ctx, String tag) {
    ctx.header("ETag", tag);
    String known = ctx.header("If-None-Match");
    return known != null
        && Arrays.stream(known.split(",", -1))
            .map(String::strip)
            .anyMatch(k -> k.equals("*") || k.equals(tag) || ("W/" + k).equals(tag));
  }
}
