package dev.earmark.remote.mcp;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * Documents of one kind, each with an id.
 *
 * @param prefix the URI up to the id, such as {@code earmark://albums/}
 * @param content gives the document with an id, as {@link Document#content}
 */
public record DocumentFamily(
    String prefix,
    String name,
    String title,
    String description,
    Function<String, Optional<Object>> content) {
  /** Returns the template of the URIs (RFC 6570). */
  String template() {
    return prefix + "{id}";
  }

  /** Returns the document under a URI; empty when it is of another family or not there. */
  Optional<Object> read(String uri) {
    if (!uri.startsWith(prefix) || uri.length() == prefix.length()) {
      return Optional.empty();
    }
    return content.apply(decoded(uri.substring(prefix.length())));
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part; // a stray percent sign is a part of an id that is not there
    }
  }
}
