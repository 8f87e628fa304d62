package dev.earmark.remote.xiaozhi;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads of an address's token only when it ends, to warn in time. */
public final class Token {
  private static final JsonMapper JSON = new JsonMapper();

  private Token() {}

  /** Returns when the token in an address ends; empty when it does not say so. */
  public static Optional<Instant> end(String url) {
    int at = url.indexOf("token=");
    if (at < 0) {
      return Optional.empty();
    }
    String[] parts = url.substring(at + 6).split("&", 2)[0].split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      byte[] claims = Base64.getUrlDecoder().decode(parts[1]);
      JsonNode end = JSON.readTree(new String(claims, StandardCharsets.UTF_8)).path("exp");
      return end.isNumber() ? Optional.of(Instant.ofEpochSecond(end.asLong())) : Optional.empty();
    } catch (IllegalArgumentException | JacksonException e) {
      return Optional.empty(); // a token of another kind
    }
  }
}
