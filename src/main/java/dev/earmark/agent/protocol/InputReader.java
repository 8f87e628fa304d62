package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.json.RepairingJson;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the value of an action input: an object, a quoted text, or raw text up to a label. */
final class InputReader {
  private final Steps steps;
  private final String text;

  InputReader(Steps steps) {
    this.steps = steps;
    this.text = steps.text();
  }

  Args read(int from, @Nullable ToolSpec spec) {
    int at = skipFrame(from);
    if (at >= text.length()) {
      return steps.cut() ? new Args.Bad(Reason.TRUNCATED, at) : Args.none(spec, at);
    }
    boolean newLine = text.substring(from, at).indexOf('\n') >= 0;
    if (newLine && Labels.at(text, at) != null) {
      return Args.none(spec, at);
    }
    char c = Chars.narrow(text.charAt(at));
    if (c == '{') {
      return object(at);
    }
    if (c == '[') {
      LenientJson.Read read = LenientJson.read(text, at);
      if (read instanceof LenientJson.Read.Value value
          && List.of().equals(value.value())
          && Args.needsNone(spec)) {
        return Args.none(spec, value.end());
      }
      boolean open = read instanceof LenientJson.Read.Fault fault && fault.cut();
      return new Args.Bad(open ? Reason.TRUNCATED : Reason.ARGS_NOT_OBJECT, at);
    }
    return isQuote(text.charAt(at)) ? quoted(at, spec) : raw(at, spec);
  }

  /** Goes over blanks, backticks, bold print and the first line of a fence. */
  private int skipFrame(int from) {
    int at = Chars.skipBlanks(text, from);
    if (text.startsWith("```", at)) {
      at += 3;
      while (at < text.length() && Character.isLetter(text.charAt(at))) {
        at++;
      }
      at = Chars.skipBlanks(text, at);
    }
    while (at < text.length() && (text.charAt(at) == '`' || text.startsWith("**", at))) {
      at = Chars.skipBlanks(text, at + 1);
    }
    return at;
  }

  private Args object(int at) {
    Args framed = framed(at);
    if (framed != null) {
      return framed;
    }
    LenientJson.Read read = LenientJson.read(text, at);
    if (read instanceof LenientJson.Read.Fault fault) {
      boolean labelBehind = Labels.nextAfterLine(text, at) != null;
      boolean cut = fault.cut() && !(labelBehind && isInnerQuoteTrouble(at));
      return new Args.Bad(cut ? Reason.TRUNCATED : Reason.INVALID_JSON, fault.at());
    }
    LenientJson.Read.Value value = (LenientJson.Read.Value) read;
    Map<String, Object> object = LenientJson.asMap(value.value());
    if (object == null) {
      return new Args.Bad(Reason.ARGS_NOT_OBJECT, at);
    }
    if (steps.lineMayGoOn(value.end())) {
      return new Args.Bad(Reason.TRUNCATED, value.end());
    }
    if (continuesObject(value.end())) {
      return new Args.Bad(Reason.INVALID_JSON, value.end());
    }
    return new Args.Ok(object, value.end(), value.repairs(), value.closed());
  }

  /**
   * Braces doubled as in a template ({@code {{"a": 1}}}), and an object on one line with every
   * quote escaped; null when it is neither.
   */
  private @Nullable Args framed(int at) {
    int inner = Chars.skipBlanks(text, at + 1);
    if (inner < text.length() && Chars.narrow(text.charAt(inner)) == '{') {
      if (!(LenientJson.read(text, inner) instanceof LenientJson.Read.Value value)) {
        return null;
      }
      Map<String, Object> object = LenientJson.asMap(value.value());
      int close = Chars.skipBlanks(text, value.end());
      boolean doubled = close < text.length() && Chars.narrow(text.charAt(close)) == '}';
      return object != null && value.closed() && doubled
          ? new Args.Ok(object, close + 1, List.of("double_braces"), /* closed= */ true)
          : null;
    }
    if (!text.startsWith("\\\"", inner)) {
      return null;
    }
    int end = Chars.lineEnd(text, at);
    String line = Chars.trim(text.substring(at, end));
    LenientJson.Read read = RepairingJson.readString("\"" + line + "\"", 0);
    boolean whole =
        read instanceof LenientJson.Read.Value value && value.end() == line.length() + 2;
    return whole && line.endsWith("}") && !steps.lineMayGoOn(end)
        ? Args.ofValue(((LenientJson.Read.Value) read).value(), null, end)
        : null;
  }

  /** An open string that swallowed the following labels is a fault of quotes, not of length. */
  private boolean isInnerQuoteTrouble(int at) {
    int lineEnd = Chars.lineEnd(text, at);
    String line = Chars.trim(text.substring(at, lineEnd));
    return line.endsWith("}");
  }

  /**
   * Returns whether the text behind an object looks like the rest of it, as after {@code {"a": "x
   * "}" y"}}: then an inner quote closed a string too early.
   */
  private boolean continuesObject(int end) {
    if (end >= text.length()) {
      return false;
    }
    char next = text.charAt(end);
    if (next == '"' || next == '\'') {
      return true;
    }
    String rest = Chars.trim(text.substring(end, Chars.lineEnd(text, end)));
    return rest.endsWith("\"}") && !rest.startsWith("{") && rest.indexOf('{') < 0;
  }

  private Args quoted(int at, @Nullable ToolSpec spec) {
    LenientJson.Read read = RepairingJson.readString(text, at);
    if (read instanceof LenientJson.Read.Fault) {
      boolean goesOn = Labels.nextAfterLine(text, at) != null;
      return new Args.Bad(goesOn ? Reason.ARGS_NOT_JSON : Reason.TRUNCATED, at);
    }
    LenientJson.Read.Value value = (LenientJson.Read.Value) read;
    if (steps.lineMayGoOn(value.end())) {
      return new Args.Bad(Reason.TRUNCATED, value.end());
    }
    String rest = Chars.trim(text.substring(value.end(), Chars.lineEnd(text, value.end())));
    if (!rest.isEmpty()
        && !rest.startsWith("`")
        && !rest.startsWith("**")
        && !rest.startsWith("//")) {
      return isPartOfRaw(text.charAt(at)) ? raw(at, spec) : new Args.Bad(Reason.ARGS_NOT_JSON, at);
    }
    return Args.ofValue(value.value(), spec, value.end());
  }

  /** Curly quotes may simply belong to a raw title: “三体”全集. */
  private static boolean isPartOfRaw(char quote) {
    return quote == '\u201C' || quote == '\u2018';
  }

  private Args raw(int at, @Nullable ToolSpec spec) {
    Labels.Label next = Labels.nextAfterLine(text, at);
    int end = next == null ? text.length() : next.start();
    end = Cleaner.turnEnd(text, at, end);
    String raw = undecorated(text.substring(at, end));
    int brace = text.indexOf('{', at);
    if (brace >= 0 && brace < end && !raw.isEmpty()) {
      Args inside = object(brace);
      if (inside instanceof Args.Ok ok) {
        List<String> repairs = new ArrayList<>(ok.repairs());
        repairs.add("prose_before_json");
        return new Args.Ok(ok.args(), ok.end(), repairs, ok.closed());
      }
      return inside;
    }
    if (steps.cut() && end == text.length()) {
      return new Args.Bad(Reason.TRUNCATED, end);
    }
    return Args.ofRaw(raw, spec, end);
  }

  private static String undecorated(String raw) {
    String value = Chars.trim(raw);
    while (value.endsWith("```") || value.endsWith("**")) {
      value = Chars.trim(value.substring(0, value.length() - (value.endsWith("**") ? 2 : 3)));
    }
    return value.endsWith("`") ? Chars.trim(value.substring(0, value.length() - 1)) : value;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '\u201C' || c == '\u2018' || c == '\uFF02';
  }
}
