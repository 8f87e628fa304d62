package dev.earmark.config.value;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the addresses of xiaozhi endpoints, which hold tokens: no message repeats one. */
public final class Endpoints {
  private static final Pattern PREFIX = Pattern.compile("|[a-z][a-z0-9_]{0,20}[._]?");

  private Endpoints() {}

  /** Reads the addresses of a list that was joined by {@link Key#SEPARATOR}. */
  public static List<String> parsed(String joined) {
    List<String> endpoints = new ArrayList<>();
    for (String written : Parsers.list(joined)) {
      String endpoint = written.strip();
      if (!isWebSocket(endpoint)) {
        throw new IllegalArgumentException(
            "expected addresses such as wss://api.xiaozhi.me/mcp/?token=…");
      }
      endpoints.add(endpoint);
    }
    return List.copyOf(endpoints);
  }

  /** Reads a file with an address a line; empty lines and those with # in front do not count. */
  public static List<String> ofFile(String content) {
    List<String> lines =
        content.lines().map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("#")).toList();
    return parsed(String.join(Key.SEPARATOR, lines));
  }

  private static boolean isWebSocket(String written) {
    try {
      URI uri = URI.create(written);
      return ("ws".equals(uri.getScheme()) || "wss".equals(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Reads what stands before the names of the tools. */
  public static String prefix(String written) {
    if (!PREFIX.matcher(written).matches()) {
      throw new IllegalArgumentException(
          "expected lower-case letters, digits and _, with one . or _ at the end, such as"
              + " lanrentingshu.");
    }
    return written;
  }
}
