package dev.earmark.search;

/** Turns what servers send into one short line: without tags, entities and line breaks. */
final class PlainText {
  private PlainText() {}

  static String of(String html, int longest) {
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
    if (text.indexOf('&') < 0) {
      return text;
    }
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
  }

  private static String shortened(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "…";
  }
}
