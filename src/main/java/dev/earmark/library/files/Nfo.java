package dev.earmark.library.files;

import dev.earmark.base.PlainText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code .nfo} files: lines such as {@code Read By: Jane} with the description under a
 * heading of its own, or the XML of media centres. Nobody has written down what stands in them, so
 * what is not understood is left out.
 */
final class Nfo {
  private static final int LONGEST = 2_000;
  private static final String FRAME = "*|#";

  /** Takes each character once, whatever stands there: its parts never give anything back. */
  private static final Pattern TAG =
      Pattern.compile("<(\\w++)[^<>]*+>\\s*+(?:<!\\[CDATA\\[)?([^<\\]]++)");

  private static final Pattern RULE = Pattern.compile("[\\s=*_#|-]*");

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("title", "title"),
          Map.entry("book title", "title"),
          Map.entry("书名", "title"),
          Map.entry("author", "author"),
          Map.entry("authors", "author"),
          Map.entry("written by", "author"),
          Map.entry("artist", "author"),
          Map.entry("作者", "author"),
          Map.entry("原著", "author"),
          Map.entry("read by", "narrator"),
          Map.entry("reader", "narrator"),
          Map.entry("narrator", "narrator"),
          Map.entry("narrated by", "narrator"),
          Map.entry("演播", "narrator"),
          Map.entry("播讲", "narrator"),
          Map.entry("主播", "narrator"),
          Map.entry("朗读", "narrator"),
          Map.entry("language", "language"),
          Map.entry("语言", "language"),
          Map.entry("description", "text"),
          Map.entry("book description", "text"),
          Map.entry("publisher s summary", "text"),
          Map.entry("summary", "text"),
          Map.entry("review", "text"),
          Map.entry("plot", "text"),
          Map.entry("简介", "text"),
          Map.entry("内容简介", "text"));

  private Nfo() {}

  /** Returns what the text tells; nothing when it tells nothing. */
  static Description read(String text) {
    Map<String, String> told = text.contains("</") ? tags(text) : lines(text);
    return new Description(
        told.getOrDefault("title", ""),
        "",
        told.getOrDefault("author", ""),
        told.getOrDefault("narrator", ""),
        "",
        "",
        told.getOrDefault("language", ""),
        PlainText.of(told.getOrDefault("text", ""), LONGEST).strip(),
        List.of());
  }

  private static String field(String name) {
    return NAMES.getOrDefault(name.strip().toLowerCase(Locale.ROOT).replace('\'', ' '), "");
  }

  private static Map<String, String> tags(String xml) {
    Map<String, String> told = new LinkedHashMap<>();
    Matcher matcher = TAG.matcher(xml);
    while (matcher.find()) {
      put(told, field(matcher.group(1)), PlainText.of(matcher.group(2), LONGEST));
    }
    return told;
  }

  private static Map<String, String> lines(String text) {
    Map<String, String> told = new LinkedHashMap<>();
    StringBuilder description = new StringBuilder();
    boolean isDescription = false;
    for (String line : text.lines().toList()) {
      int colon = colon(line);
      String field = colon < 0 ? "" : field(bare(line.substring(0, colon), FRAME + "=-."));
      boolean isHeading = field(line.replaceAll("[^\\p{L} ]", " ").strip()).equals("text");
      if (isHeading) {
        isDescription = true;
      } else if (!isDescription && colon >= 0) {
        put(told, field, bare(line.substring(colon + 1), FRAME));
        isDescription = field.equals("text");
      } else if (isDescription && !RULE.matcher(line).matches()) {
        description.append(line.strip()).append(' ');
      }
    }
    if (!description.isEmpty()) {
      told.merge("text", description.toString().strip(), (first, rest) -> first + " " + rest);
    }
    return told;
  }

  /** Returns where the first colon stands, ASCII or full width; -1 when there is none. */
  private static int colon(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == ':' || line.charAt(i) == '：') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the text without blanks and the signs of the frame that is drawn around such files. */
  private static String bare(String text, String frame) {
    int from = 0;
    int to = text.length();
    while (from < to && isFrame(text.charAt(from), frame)) {
      from++;
    }
    while (to > from && isFrame(text.charAt(to - 1), frame)) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isFrame(char c, String frame) {
    return Character.isWhitespace(c) || frame.indexOf(c) >= 0;
  }

  private static void put(Map<String, String> told, String field, String value) {
    if (!field.isEmpty() && !value.isBlank()) {
      told.putIfAbsent(field, value.strip());
    }
  }
}
