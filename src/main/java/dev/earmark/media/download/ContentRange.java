package dev.earmark.media.download;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Content-Range header (RFC 9110 §14.4).
 *
 * @param start of the bytes that follow, or -1 in an answer 416
 * @param total of the whole file, or -1 when the server does not say
 */
record ContentRange(long start, long total) {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?i)\\s*bytes\\s*[ =:]\\s*(?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18}|\\*)\\s*");

  /** Reads the header; null when it is missing or makes no sense. */
  static @Nullable ContentRange parse(@Nullable String header) {
    if (header == null) {
      return null;
    }
    Matcher m = SYNTAX.matcher(header);
    if (!m.matches()) {
      return null;
    }
    long start = m.group(1) == null ? -1 : Long.parseLong(m.group(1));
    long total = m.group(3).equals("*") ? -1 : Long.parseLong(m.group(3));
    return new ContentRange(start, total);
  }
}
