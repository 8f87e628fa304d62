package dev.earmark.agent.protocol.lex;

/** Classes of characters as models use them: blanks, quotes and full-width forms. */
public final class Chars {
  private Chars() {}

  /** Returns whether the character is a blank of any script, a non-breaking one or a BOM. */
  public static boolean isBlank(char c) {
    return c <= ' '
        || c == '\u00A0'
        || c == '\uFEFF'
        || c == '\u200B'
        || (c > 127 && (Character.isWhitespace(c) || Character.isSpaceChar(c)));
  }

  /** Returns whether the character is a blank that does not end a line. */
  static boolean isLineBlank(char c) {
    return c != '\n' && c != '\r' && isBlank(c);
  }

  /** Returns the index of the first character that is no blank, at or after {@code i}. */
  public static int skipBlanks(String text, int i) {
    while (i < text.length() && isBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Returns the same, without leaving the line. */
  public static int skipLineBlanks(String text, int i) {
    while (i < text.length() && isLineBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Returns the index of the line break at or after {@code i}, or the length. */
  public static int lineEnd(String text, int i) {
    int end = i;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  /** Returns the beginning of the line after the one that ends at {@code lineEnd}. */
  public static int nextLine(String text, int lineEnd) {
    if (lineEnd + 1 < text.length()
        && text.charAt(lineEnd) == '\r'
        && text.charAt(lineEnd + 1) == '\n') {
      return lineEnd + 2;
    }
    return Math.min(text.length(), lineEnd + 1);
  }

  /** Returns the text without blanks at its ends. */
  public static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** Returns whether the text has the word at the place, in any case. */
  public static boolean at(String text, int i, String word) {
    return text.regionMatches(true, i, word, 0, word.length());
  }

  /** Returns the ASCII form of full-width punctuation and digits, else the character itself. */
  public static char narrow(char c) {
    if (c >= '\uFF01' && c <= '\uFF5E') {
      return (char) (c - 0xFEE0);
    }
    return c == '\u3000' ? ' ' : c;
  }

  /**
   * Returns whether a name may hold the character: letters of any script, digits, {@code _ . - /}.
   */
  public static boolean isName(char c) {
    return Character.isLetterOrDigit(c)
        || c == '_'
        || c == '.'
        || c == '-'
        || c == '/'
        || Character.isSurrogate(c);
  }

  /**
   * Returns whether a quotation mark or backtick that is still open stands right before the place;
   * straight quotes are counted on the same line, at most 400 characters back.
   */
  public static boolean isQuoted(String text, int at) {
    char before = at == 0 ? ' ' : text.charAt(at - 1);
    if (before == '`' || before == '“' || before == '「') {
      return true;
    }
    if (before != '"' && before != '\'') {
      return false;
    }
    boolean open = false;
    for (int i = at - 1; i >= 0 && at - i < 400 && text.charAt(i) != '\n'; i--) {
      open ^= text.charAt(i) == before;
    }
    return open;
  }

  /** Returns at most 60 characters around a place, on one line. */
  public static String excerpt(String text, int at) {
    int middle = Math.max(0, Math.min(at, text.length()));
    int from = Math.max(0, middle - 20);
    int to = Math.min(text.length(), from + 60);
    return text.substring(from, to).replace('\n', ' ').replace('\r', ' ').strip();
  }
}
