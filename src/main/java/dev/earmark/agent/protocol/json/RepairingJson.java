package dev.earmark.agent.protocol.json;

import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Labels;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object or array with damage that has only one sensible reading: Python literals,
 * full-width punctuation outside of strings, curly quotes, missing commas, colons and quotes
 * between obvious tokens, bare words, and one missing last brace. A string that is open at the end
 * of the text is never closed. One pass, linear.
 */
public final class RepairingJson {
  private static final int DEEPEST = 200;

  private final String text;
  private final int start;
  private final Set<String> repairs = new LinkedHashSet<>();
  private int i;
  private boolean closed = true;
  private boolean noCurlyCloseLeft;

  RepairingJson(String text, int start) {
    this.text = text;
    this.start = start;
    this.i = start;
  }

  LenientJson.Read read() {
    try {
      Object value = value(0);
      return new LenientJson.Read.Value(value, i, new ArrayList<>(repairs), closed);
    } catch (Damage damage) {
      return new LenientJson.Read.Fault(damage.at, damage.cut);
    }
  }

  /** Reads one quoted string; {@code i} stands on its opening quote. */
  public static LenientJson.Read readString(String text, int start) {
    RepairingJson reader = new RepairingJson(text, start);
    try {
      String value = reader.string();
      return new LenientJson.Read.Value(value, reader.i, new ArrayList<>(reader.repairs), true);
    } catch (Damage damage) {
      return new LenientJson.Read.Fault(damage.at, damage.cut);
    }
  }

  private @Nullable Object value(int depth) throws Damage {
    if (depth > DEEPEST) {
      throw new Damage(i, /* cut= */ false);
    }
    skip();
    char c = narrow();
    if (c == '{') {
      return object(depth);
    }
    if (c == '[') {
      return array(depth);
    }
    return isQuote(text.charAt(i)) || text.charAt(i) == '`' ? string() : bare();
  }

  private Map<String, Object> object(int depth) throws Damage {
    Map<String, Object> object = new LinkedHashMap<>();
    i++;
    skipCommas();
    while (true) {
      skip();
      if (atEnd()) { // behind a comma more was to come
        throw new Damage(i, /* cut= */ true);
      }
      if (narrow() == '}') {
        i++;
        return object;
      }
      String key = key();
      colon();
      object.put(key, value(depth + 1));
      if (!separator('}', depth)) {
        addLastBrace(depth);
        return object;
      }
    }
  }

  private List<Object> array(int depth) throws Damage {
    List<Object> array = new ArrayList<>();
    i++;
    while (true) {
      skip();
      if (atEnd()) {
        throw new Damage(i, /* cut= */ true);
      }
      if (narrow() == ']') {
        i++;
        return array;
      }
      addValue(array, value(depth + 1));
      if (!separator(']', depth)) {
        throw new Damage(i, /* cut= */ true);
      }
    }
  }

  @SuppressWarnings("NullAway") // JSON null is a value of a list
  private static void addValue(List<Object> array, @Nullable Object value) {
    array.add(value);
  }

  /** Only the outermost brace may be missing, and only where every string is closed. */
  private void addLastBrace(int depth) throws Damage {
    if (depth > 0) {
      throw new Damage(i, /* cut= */ true);
    }
    closed = false;
    repairs.add("last_brace");
  }

  private String key() throws Damage {
    if (isQuote(text.charAt(i))) {
      return string();
    }
    int from = i;
    while (!atEnd() && Chars.isName(text.charAt(i))) {
      i++;
    }
    if (i == from) {
      throw new Damage(i, /* cut= */ false);
    }
    repairs.add("unquoted_key");
    String key = text.substring(from, i);
    if (!atEnd() && text.charAt(i) == '"') {
      i++; // only the opening quote is missing
    }
    return key;
  }

  private void colon() throws Damage {
    int before = i;
    skip();
    if (atEnd()) {
      throw new Damage(i, /* cut= */ true);
    }
    char c = text.charAt(i);
    if (narrow() == ':' || c == '=') {
      if (c != ':') {
        repairs.add("punctuation");
      }
      i += c == '=' && text.startsWith("=>", i) ? 2 : 1;
      skip();
      if (atEnd()) {
        throw new Damage(i, /* cut= */ true);
      }
      return;
    }
    boolean valueFollows = i > before && (isQuote(c) || c == '{' || c == '[' || isNumberStart(c));
    if (!valueFollows) {
      throw new Damage(i, /* cut= */ false);
    }
    repairs.add("missing_colon");
  }

  /** Goes over a comma; returns false at the end of the text, or where a label begins a line. */
  private boolean separator(char close, int depth) throws Damage {
    int before = i;
    skip();
    if (atEnd()) {
      return false;
    }
    char c = narrow();
    if (c == ',' || c == ';' || text.charAt(i) == '\u3001') {
      if (text.charAt(i) != ',') {
        repairs.add("punctuation");
      }
      i++;
      skipCommas();
      return true;
    }
    if (c == close) {
      return true;
    }
    boolean nextToken = close == '}' ? keyFollows() : isQuote(text.charAt(i)) || c == '{';
    if (i > before && nextToken) {
      repairs.add("missing_comma");
      return true;
    }
    if (depth == 0 && close == '}' && text.lastIndexOf('\n', i) >= before && label(before)) {
      i = before;
      return false;
    }
    throw new Damage(i, /* cut= */ false);
  }

  /** Goes over further commas: nothing stands between them. */
  private void skipCommas() {
    skip();
    while (narrow() == ',') {
      repairs.add("punctuation");
      i++;
      skip();
    }
  }

  private boolean label(int before) {
    return Labels.nextAfterLine(text.substring(before, Math.min(text.length(), i + 40)), 0) != null;
  }

  /** A missing comma is obvious only before a quoted key and its colon. */
  private boolean keyFollows() throws Damage {
    if (!isQuote(text.charAt(i))) {
      return false;
    }
    int here = i;
    string();
    skip();
    boolean key = !atEnd() && narrow() == ':';
    i = here;
    return key;
  }

  private String string() throws Damage {
    char open = text.charAt(i);
    int from = i;
    char close = closing(open);
    if (open != '"') {
      repairs.add("quotes");
    }
    StringBuilder value = new StringBuilder();
    int width = isTriple(open) ? 3 : 1;
    i += width;
    while (!atEnd()) {
      char c = text.charAt(i);
      if (c == close && (width == 1 || isTriple(close))) {
        i += width;
        return value.toString();
      }
      if (c == '\\' && i + 1 < text.length()) {
        i = unescape(i + 1, value);
      } else {
        if (c == '\n' || c == '\r') {
          repairs.add("control_characters");
        }
        value.append(c);
        i++;
      }
    }
    throw new Damage(from, /* cut= */ true);
  }

  /** Three quotes around text with line breaks and quotes, as in Python. */
  private boolean isTriple(char quote) {
    return (quote == '"' || quote == '\'')
        && i + 2 < text.length()
        && text.charAt(i) == quote
        && text.charAt(i + 1) == quote
        && text.charAt(i + 2) == quote;
  }

  private char closing(char open) {
    if (open == '\u201C' || open == '\u201D') {
      if (!noCurlyCloseLeft && text.indexOf('\u201D', i + 1) >= 0) {
        return '\u201D';
      }
      noCurlyCloseLeft = true;
      return '"';
    }
    return open == '\u2018' ? '\u2019' : open;
  }

  private int unescape(int at, StringBuilder value) throws Damage {
    char c = text.charAt(at);
    switch (c) {
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'u' -> {
        int code = hex(text, at + 1);
        if (code < 0) {
          throw new Damage(at, /* cut= */ at + 5 > text.length());
        }
        value.append((char) code);
        return at + 5;
      }
      default -> value.append(c);
    }
    return at + 1;
  }

  /** Returns the number of four hexadecimal digits, or -1. */
  public static int hex(String text, int at) {
    if (at + 4 > text.length()) {
      return -1;
    }
    int code = 0;
    for (int k = at; k < at + 4; k++) {
      int digit = text.charAt(k) < 128 ? Character.digit(text.charAt(k), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      code = code * 16 + digit;
    }
    return code;
  }

  private @Nullable Object bare() throws Damage {
    int from = i;
    while (!atEnd() && !endsBare(text.charAt(i))) {
      i++;
    }
    String word = Chars.trim(text.substring(from, i));
    if (word.isEmpty()) {
      throw new Damage(from, /* cut= */ false);
    }
    return literal(word);
  }

  private static boolean endsBare(char c) {
    char n = Chars.narrow(c);
    return n == ','
        || n == '}'
        || n == ']'
        || n == '{'
        || n == '['
        || n == ':'
        || c == '\n'
        || c == '\r'
        || n == '"'
        || n == '\''
        || c == '\u201C'
        || c == '\u201D';
  }

  private @Nullable Object literal(String word) throws Damage {
    switch (word) {
      case "true", "True", "TRUE" -> {
        noteLiteral(word, "true");
        return true;
      }
      case "false", "False", "FALSE" -> {
        noteLiteral(word, "false");
        return false;
      }
      case "null", "None", "nil", "undefined", "NULL" -> {
        noteLiteral(word, "null");
        return null;
      }
      default -> {
        Object number = number(word);
        if (number != null) {
          return number;
        }
        if (!atEnd() && isQuote(text.charAt(i))) {
          throw new Damage(i, /* cut= */ false); // a bare word beside a quote: inner quotes
        }
        repairs.add("bare_word");
        return word;
      }
    }
  }

  private void noteLiteral(String word, String json) {
    if (!word.equals(json)) {
      repairs.add("python_literal");
    }
  }

  /** Returns the number that the word writes, with full-width digits too, or null. */
  public static @Nullable Object number(String word) {
    if (word.length() > 40 || !isNumberStart(word.charAt(0))) {
      return null;
    }
    StringBuilder ascii = new StringBuilder(word.length());
    boolean whole = true;
    for (int k = 0; k < word.length(); k++) {
      char c = Chars.narrow(word.charAt(k));
      boolean digit = c >= '0' && c <= '9';
      boolean sign = (c == '-' || c == '+') && (k == 0 || ascii.charAt(k - 1) == 'e');
      if (c == 'E') {
        c = 'e';
      }
      if (!digit && !sign && c != '.' && c != 'e') {
        return null;
      }
      whole &= c != '.' && c != 'e';
      ascii.append(c);
    }
    try {
      return whole ? shortest(new BigInteger(ascii.toString())) : decimal(ascii.toString());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Object decimal(String ascii) {
    double value = new BigDecimal(ascii).doubleValue();
    return Double.isFinite(value) ? (Object) value : null;
  }

  private static Object shortest(BigInteger value) {
    if (value.bitLength() < 32) {
      return value.intValue();
    }
    return value.bitLength() < 64 ? (Object) value.longValue() : value;
  }

  private static boolean isNumberStart(char c) {
    char n = Chars.narrow(c);
    return (n >= '0' && n <= '9') || n == '-' || n == '+' || n == '.';
  }

  private static boolean isQuote(char c) {
    return c == '"'
        || c == '\''
        || c == '\u201C'
        || c == '\u201D'
        || c == '\u2018'
        || c == '\uFF02'
        || c == '\uFF07';
  }

  /** Goes over blanks and comments. */
  private void skip() {
    while (!atEnd()) {
      char c = text.charAt(i);
      if (Chars.isBlank(c)) {
        i++;
      } else if (c == '#' || (c == '/' && text.startsWith("//", i))) {
        repairs.add("comment");
        i = Chars.lineEnd(text, i);
      } else if (c == '/' && text.startsWith("/*", i)) {
        repairs.add("comment");
        int end = text.indexOf("*/", i + 2);
        i = end < 0 ? text.length() : end + 2;
      } else {
        return;
      }
    }
  }

  private char narrow() {
    if (atEnd()) {
      return '\0';
    }
    char c = text.charAt(i);
    char n = Chars.narrow(c);
    if (n != c) {
      repairs.add("punctuation");
    }
    return n;
  }

  private boolean atEnd() {
    return i >= text.length();
  }

  @Override
  public String toString() {
    return "RepairingJson[" + start + ".." + i + "]";
  }

  /** The text cannot be read from {@code at} on. */
  private static final class Damage extends Exception {
    private static final long serialVersionUID = 1L;
    private final int at;
    private final boolean cut;

    Damage(int at, boolean cut) {
      super("", null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
      this.at = at;
      this.cut = cut;
    }
  }
}
