package dev.earmark.agent.protocol;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.json.RepairingJson;
import dev.earmark.agent.protocol.lex.Chars;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments of a call such as {@code tool("a", 2)} or {@code tool(p="v", n=2)}: one pass
 * from the opening parenthesis, strings first, so that nothing inside of a string can end a call.
 */
final class CallSyntax {
  private static final int MOST_ARGUMENTS = 64; // also bounds what may be looked at twice

  private final String text;
  private final @Nullable ToolSpec spec;
  private final String closer;
  private final Map<String, Object> args = new LinkedHashMap<>();
  private final List<String> repairs = new ArrayList<>();
  private int i;
  private int positional;
  private boolean named;

  private CallSyntax(String text, int open, @Nullable ToolSpec spec, String closer) {
    this.text = text;
    this.i = open + 1;
    this.spec = spec;
    this.closer = closer;
  }

  /**
   * Reads arguments.
   *
   * @param open the index of the opening parenthesis
   * @param spec gives positional arguments their names; null for an unknown tool
   * @param closer the tag that ends the call's surroundings, or an empty text
   */
  static Args read(String text, int open, @Nullable ToolSpec spec, String closer) {
    CallSyntax call = new CallSyntax(text, open, spec, closer);
    try {
      call.all();
      return new Args.Ok(call.args, call.i, call.repairs, /* closed= */ true);
    } catch (Damage damage) {
      return new Args.Bad(damage.reason, damage.at);
    }
  }

  private void all() throws Damage {
    skip();
    for (int count = 0; !close(); count++) {
      if (count == MOST_ARGUMENTS) {
        throw new Damage(Reason.TOO_MANY_ARGUMENTS, i);
      }
      argument();
      skip();
      if (close()) {
        return;
      }
      if (narrow() != ',' && text.charAt(i) != '、') {
        throw new Damage(afterString() ? Reason.UNBALANCED_QUOTES : Reason.UNQUOTED_ARGUMENTS, i);
      }
      noteWidth();
      i++;
      skip();
    }
  }

  /** Goes over the closing parenthesis; a closing tag stands for a missing one. */
  private boolean close() throws Damage {
    if (i >= text.length()) {
      throw new Damage(Reason.TRUNCATED, i);
    }
    if (narrow() == ')') {
      noteWidth();
      i++;
      return true;
    }
    if (!closer.isEmpty() && Chars.at(text, i, closer)) {
      repairs.add("missing_parenthesis");
      return true;
    }
    return false;
  }

  private boolean afterString() {
    int before = i - 1;
    while (before > 0 && Chars.isBlank(text.charAt(before))) {
      before--;
    }
    return before >= 0 && isQuote(text.charAt(before));
  }

  private void argument() throws Damage {
    int nameEnd = i;
    while (nameEnd < text.length() && Chars.isName(text.charAt(nameEnd))) {
      nameEnd++;
    }
    int sign = Chars.skipBlanks(text, nameEnd);
    if (nameEnd > i && sign < text.length() && isAssignment(sign, text.substring(i, nameEnd))) {
      String name = text.substring(i, nameEnd);
      i = sign;
      noteWidth();
      i = Chars.skipBlanks(text, sign + 1);
      named = true;
      put(name, value());
      return;
    }
    int from = i;
    Object value = value();
    Map<String, Object> object = LenientJson.asMap(value);
    if (object != null && args.isEmpty() && !named && isOnly() && bindsByName(object)) {
      args.putAll(object);
      return;
    }
    if (named) {
      throw new Damage(Reason.POSITIONAL_AFTER_NAMED, from);
    }
    boolean nothing = value == null && spec != null && spec.parameters().isEmpty();
    if (nothing && args.isEmpty() && isOnly()) {
      return; // pause(None)
    }
    put(positionalName(from), value);
  }

  private boolean isAssignment(int sign, String name) {
    char c = Chars.narrow(text.charAt(sign));
    if (c == '=') {
      return sign + 1 >= text.length() || text.charAt(sign + 1) != '=';
    }
    return c == ':'
        && spec != null
        && spec.parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
  }

  private boolean isOnly() {
    int next = Chars.skipBlanks(text, i);
    return next >= text.length()
        || Chars.narrow(text.charAt(next)) == ')'
        || (!closer.isEmpty() && Chars.at(text, next, closer));
  }

  private boolean bindsByName(Map<String, Object> object) {
    if (spec == null || spec.parameters().isEmpty()) {
      return true;
    }
    boolean takesObject = spec.parameters().get(0).type() == Parameter.Type.OBJECT;
    boolean names = spec.parameters().stream().anyMatch(p -> object.containsKey(p.name()));
    return names || !takesObject;
  }

  private String positionalName(int at) throws Damage {
    int index = positional++;
    if (spec == null) {
      return "arg" + (index + 1);
    }
    if (index >= spec.parameters().size()) {
      throw new Damage(Reason.TOO_MANY_ARGUMENTS, at);
    }
    return spec.parameters().get(index).name();
  }

  private void put(String name, @Nullable Object value) throws Damage {
    if (args.containsKey(name)) {
      throw new Damage(Reason.DUPLICATE_PARAMETER, i);
    }
    args.put(name, value);
  }

  private @Nullable Object value() throws Damage {
    if (i >= text.length()) {
      throw new Damage(Reason.TRUNCATED, i);
    }
    char c = text.charAt(i);
    if (isQuote(c) || (c == '`' && text.indexOf('`', i + 1) > 0)) {
      return string();
    }
    char n = Chars.narrow(c);
    return n == '{' || n == '[' ? json() : bare();
  }

  private @Nullable Object json() throws Damage {
    LenientJson.Read read = LenientJson.read(text, i);
    if (read instanceof LenientJson.Read.Value value && value.closed()) {
      repairs.addAll(value.repairs());
      i = value.end();
      return value.value();
    }
    int at = read instanceof LenientJson.Read.Fault fault ? fault.at() : i;
    boolean cut = !(read instanceof LenientJson.Read.Fault fault) || fault.cut();
    throw new Damage(cut ? openEnd(i) : Reason.INVALID_JSON, at);
  }

  /**
   * What ends before it is closed was cut, unless the closing tag shows that the model was done.
   */
  private Reason openEnd(int from) {
    boolean done = !closer.isEmpty() && indexOfCloser(from) >= 0;
    return done ? Reason.UNBALANCED_QUOTES : Reason.TRUNCATED;
  }

  private int indexOfCloser(int from) {
    for (int at = text.indexOf("</", from); at >= 0; at = text.indexOf("</", at + 1)) {
      if (Chars.at(text, at, closer)) {
        return at;
      }
    }
    return -1;
  }

  private String string() throws Damage {
    int from = i;
    char open = text.charAt(i);
    String close = closing(open);
    if (open != '"' && open != '\'') {
      repairs.add("quotes");
    }
    StringBuilder value = new StringBuilder();
    i += close.length() == 3 ? 3 : 1;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (text.startsWith(close, i)) {
        i += close.length();
        return value.toString();
      }
      if (c == '\\' && i + 1 < text.length()) {
        unescape(value);
      } else {
        value.append(c);
        i++;
      }
    }
    throw new Damage(openEnd(from), from);
  }

  private String closing(char open) {
    if (text.startsWith("\"\"\"", i) || text.startsWith("'''", i)) {
      return text.substring(i, i + 3);
    }
    if (open == '\u201C' || open == '\u201D') {
      return text.indexOf('\u201D', i + 1) >= 0 ? "\u201D" : "\"";
    }
    return open == '\u2018' ? "\u2019" : String.valueOf(open);
  }

  /** Undoes one escape; what is no escape of the call form stays as it is written. */
  private void unescape(StringBuilder value) throws Damage {
    char c = text.charAt(i + 1);
    i += 2;
    switch (c) {
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case '"', '\'', '\\' -> value.append(c);
      case 'u' -> {
        int code = RepairingJson.hex(text, i);
        if (code < 0) {
          value.append("\\u");
        } else {
          value.append((char) code);
          i += 4;
        }
      }
      default -> value.append('\\').append(c);
    }
  }

  private @Nullable Object bare() throws Damage {
    int from = i;
    int end = bareEnd();
    String word = Chars.trim(text.substring(from, end));
    if (word.isEmpty()) {
      throw new Damage(Reason.UNQUOTED_ARGUMENTS, from);
    }
    i = end;
    switch (word) {
      case "true", "True" -> {
        return true;
      }
      case "false", "False" -> {
        return false;
      }
      case "null", "None" -> {
        return null;
      }
      default -> {
        Object number = RepairingJson.number(word);
        return number != null ? number : unquoted(word, from);
      }
    }
  }

  /** The end of a bare word; parentheses inside of it must pair. */
  private int bareEnd() {
    int depth = 0;
    for (int k = i; k < text.length(); k++) {
      char n = Chars.narrow(text.charAt(k));
      if (n == '(') {
        depth++;
      } else if (n == ')' && depth-- == 0) {
        return k;
      } else if ((n == ',' || n == '\n') && depth == 0) {
        return k;
      } else if (n == '<' && !closer.isEmpty() && Chars.at(text, k, closer)) {
        return k;
      }
    }
    return text.length();
  }

  private String unquoted(String word, int from) throws Damage {
    int name = from;
    while (name < text.length() && Chars.isName(text.charAt(name))) {
      name++;
    }
    if (i >= text.length()) {
      throw new Damage(Reason.TRUNCATED, from);
    }
    boolean call =
        name > from
            && name < i
            && text.charAt(name) == '('
            && word.endsWith(")")
            && isAscii(from, name);
    if (call) {
      throw new Damage(Reason.NESTED_CALL, from);
    }
    boolean quotes = word.indexOf('"') >= 0 || word.indexOf('\'') == 0;
    if (quotes) {
      throw new Damage(Reason.UNBALANCED_QUOTES, from);
    }
    boolean only = args.isEmpty() && isOnly();
    if (only && spec != null && requiredCount() == 1) {
      repairs.add("unquoted");
      return word;
    }
    throw new Damage(Reason.UNQUOTED_ARGUMENTS, from);
  }

  private boolean isAscii(int from, int to) {
    for (int k = from; k < to; k++) {
      if (text.charAt(k) > 127) {
        return spec == null;
      }
    }
    return true;
  }

  private long requiredCount() {
    return spec == null ? 0 : spec.parameters().stream().filter(Parameter::required).count();
  }

  private void skip() {
    i = Chars.skipBlanks(text, i);
  }

  private char narrow() {
    return Chars.narrow(text.charAt(i));
  }

  private void noteWidth() {
    if (text.charAt(i) > 127 && !repairs.contains("punctuation")) {
      repairs.add("punctuation");
    }
  }

  private static boolean isQuote(char c) {
    return c == '"'
        || c == '\''
        || c == '\u201C'
        || c == '\u201D'
        || c == '\u2018'
        || c == '\u2019'
        || c == '\uFF02'
        || c == '\uFF07';
  }

  /** The call cannot be read from {@code at} on. */
  private static final class Damage extends Exception {
    private static final long serialVersionUID = 1L;
    private final Reason reason;
    private final int at;

    Damage(Reason reason, int at) {
      super("", null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
      this.reason = reason;
      this.at = at;
    }
  }
}
