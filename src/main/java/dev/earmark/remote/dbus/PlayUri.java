package dev.earmark.remote.dbus;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code OpenUri} can open: {@code earmark:album/ID?section=N} is a section of a known book,
 * {@code earmark:play?keyword=WORDS&section=N} is a wish as if it had been spoken. Without a
 * section the book goes on where it was left. Values are percent-encoded UTF-8.
 *
 * @param albumId or empty
 * @param keyword or empty; one of the two is there
 * @param section 1-based, 0 when none is named
 */
record PlayUri(String albumId, String keyword, int section) {
  static final String SCHEME = "earmark";

  private static final String ALBUM = "album/";

  /** Returns the address of a section. */
  static String of(String albumId, int section) {
    return SCHEME + ":" + ALBUM + encoded(albumId) + "?section=" + section;
  }

  /** Reads an address; empty when it is none of ours. */
  static Optional<PlayUri> parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!lower.startsWith(SCHEME + ":")) {
      return Optional.empty();
    }
    String rest = text.substring(SCHEME.length() + 1).replaceFirst("^/{1,2}", "");
    int mark = rest.indexOf('?');
    String path = mark < 0 ? rest : rest.substring(0, mark);
    try {
      Map<String, String> query = query(mark < 0 ? "" : rest.substring(mark + 1));
      int section = Integer.parseInt(query.getOrDefault("section", "0"));
      String id = path.startsWith(ALBUM) ? decoded(path.substring(ALBUM.length())) : "";
      String keyword = path.equals("play") ? query.getOrDefault("keyword", "").strip() : "";
      boolean one = id.isBlank() != keyword.isBlank();
      return one && section >= 0
          ? Optional.of(new PlayUri(id, keyword, section))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a broken escape, or a section that is no number
    }
  }

  private static Map<String, String> query(String text) {
    Map<String, String> values = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.put(pair.substring(0, equals), decoded(pair.substring(equals + 1)));
      }
    }
    return values;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Returns the scheme of an address for a message, never the address, which may hold a secret. */
  static String schemeOf(String text) {
    try {
      String scheme = URI.create(text).getScheme();
      return scheme == null ? "no scheme" : "scheme " + scheme;
    } catch (IllegalArgumentException e) {
      return "no valid address";
    }
  }
}
