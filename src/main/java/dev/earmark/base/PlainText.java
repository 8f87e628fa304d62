package dev.earmark.base;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns what servers send into one short line: without tags, entities and line breaks. */
public final class PlainText {
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#(\\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|quot|apos|nbsp|amp));");
  private static final Map<String, String> NAMED =
      Map.of("lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ", "amp", "&");

  private PlainText() {}

  /**
   * Returns the text.
   *
   * @param html with or without markup
   * @param longest the most characters; a longer text is cut and ends in an ellipsis
   */
  public static String of(String html, int longest) {
    StringBuilder plain = new StringBuilder();
    boolean blank = false;
    for (int i = 0; i < html.length() && plain.length() <= longest; i++) {
      char c = html.charAt(i);
      int end = c == '<' && isTag(html, i) ? html.indexOf('>', i) : -1;
      if (end > 0) {
        i = end;
      } else if (Character.isWhitespace(c) || Character.isISOControl(c) || c == '\u00a0') {
        blank = plain.length() > 0;
      } else {
        plain.append(blank ? " " : "").append(c);
        blank = false;
      }
    }
    return shortened(entities(plain.toString()), longest);
  }

  private static boolean isTag(String html, int at) {
    char next = at + 1 < html.length() ? html.charAt(at + 1) : ' ';
    return next == '/' || next == '!' || Character.isLetter(next);
  }

  private static String entities(String text) {
    return text.indexOf('&') < 0
        ? text
        : ENTITY.matcher(text).replaceAll(match -> Matcher.quoteReplacement(character(match)));
  }

  private static String character(MatchResult match) {
    if (match.group(3) != null) {
      return NAMED.getOrDefault(match.group(3), "");
    }
    int code =
        match.group(1) != null
            ? Integer.parseInt(match.group(1))
            : Integer.parseInt(match.group(2), 16);
    boolean isText = Character.isValidCodePoint(code) && !Character.isISOControl(code);
    return isText ? Character.toString(code) : " ";
  }

  private static String shortened(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "…";
  }
}
