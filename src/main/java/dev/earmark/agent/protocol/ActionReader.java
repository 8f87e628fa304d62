package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.json.RepairingJson;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Doubt;
import dev.earmark.agent.protocol.lex.Labels;
import dev.earmark.agent.protocol.lex.Labels.Kind;
import dev.earmark.agent.protocol.lex.Labels.Label;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what follows an action label of the text protocol: the name and its input. */
final class ActionReader {
  private static final Set<String> NO_TOOL =
      Set.of("no tool", "no action", "no tool needed", "none needed", "不需要工具", "无需工具", "不使用工具");

  private static final Set<String> REMARKS = Set.of("tool", "function", "tool.", "工具", "函数", "工具。");

  private final Steps steps;
  private final String text;
  private final String thought;

  ActionReader(Steps steps, String thought) {
    this.steps = steps;
    this.text = steps.text();
    this.thought = thought;
  }

  Found read(Label action) {
    int from = Chars.skipLineBlanks(text, action.valueStart());
    int start = action.start();
    if (from >= text.length() || isLineBreak(from)) {
      from = Chars.skipBlanks(text, from);
      if (from >= text.length() || Labels.at(text, from) != null) {
        boolean cut = steps.cut() && from >= text.length();
        Reason reason = cut ? Reason.TRUNCATED : Reason.EMPTY_TOOL_NAME;
        return steps.error(thought, reason, action.start(), "", start);
      }
    }
    int json = skipFence(from);
    if (json < text.length() && (text.charAt(json) == '{' || isList(json))) {
      return jsonAction(json, start);
    }
    int lineEnd = Chars.lineEnd(text, json);
    Label inline = Labels.inline(text, Kind.INPUT, json, lineEnd);
    int nameEnd = inline == null ? lineEnd : inline.start();
    return meant(named(json, nameEnd, lineEnd, inline, start), lineEnd);
  }

  /** A call with words behind it, on its line, that make it doubtful is asked for again. */
  private Found meant(Found found, int lineEnd) {
    boolean call = found.parsed() instanceof Parsed.Action;
    if (!call || found.end() >= lineEnd || !Doubt.behind(text.substring(found.end(), lineEnd))) {
      return found;
    }
    return steps.error(thought, Reason.MISSING_ACTION, found.start(), "", found.start());
  }

  /** A name in square brackets is no list of calls. */
  private boolean isList(int at) {
    if (text.charAt(at) != '[') {
      return false;
    }
    String line = Chars.trim(text.substring(at + 1, Chars.lineEnd(text, at)));
    int end = nameEnd(line);
    return end == 0 || !line.substring(end).equals("]");
  }

  private boolean isLineBreak(int i) {
    return text.charAt(i) == '\n' || text.charAt(i) == '\r';
  }

  private Found jsonAction(int at, int start) {
    LenientJson.Read read = LenientJson.read(text, at);
    if (read instanceof LenientJson.Read.Value value) {
      Found call = new NativeCalls(steps).ofJson(value, start, thought);
      return call != null ? call : steps.error(thought, Reason.MISSING_ACTION, at, "", start);
    }
    LenientJson.Read.Fault fault = (LenientJson.Read.Fault) read;
    Reason reason = fault.cut() ? Reason.TRUNCATED : Reason.INVALID_JSON;
    return steps.error(thought, reason, fault.at(), "", start);
  }

  private Found named(int from, int nameEnd, int lineEnd, @Nullable Label inline, int start) {
    String value = steps.withoutVerb(undecorated(text.substring(from, nameEnd)));
    if (value.isEmpty()) {
      return steps.error(thought, Reason.EMPTY_TOOL_NAME, from, "", start);
    }
    Label input = inline != null ? inline : inputLabel(lineEnd);
    if (Args.isNone(value) || NO_TOOL.contains(value.toLowerCase(Locale.ROOT))) {
      return noTool(lineEnd, from, start);
    }
    if (isAnswerLabel(value)) {
      return finalAction(value, input, lineEnd, start);
    }
    int valueAt = text.indexOf(value, from);
    int tokenEnd = nameEnd(value);
    String token = value.substring(0, tokenEnd);
    ToolSpec spec = steps.spec(token);
    boolean known = spec != null || steps.isFinish(token);
    int next = Chars.skipLineBlanks(text, valueAt + tokenEnd);
    boolean adjacent = next == valueAt + tokenEnd;
    char after = next < nameEnd ? Chars.narrow(text.charAt(next)) : '\n';
    if (tokenEnd > 0 && after == '(' && (known || adjacent)) {
      Found call = parenthesised(token, spec, next, input, start);
      if (call != null) {
        return call;
      }
    }
    if (known && after == '[') {
      return bracketed(token, spec, next, nameEnd, start);
    }
    int object = after == ':' ? Chars.skipLineBlanks(text, next + 1) : next;
    if (known && object < nameEnd && Chars.narrow(text.charAt(object)) == '{') {
      return steps.call(thought, token, new InputReader(steps).read(object, spec), start);
    }
    if (known && !isRemark(value.substring(tokenEnd), input != null, token)) {
      return steps.error(thought, Reason.MISSING_ACTION, from, "", start);
    }
    String name = known ? token : value;
    return withInput(name, known ? spec : steps.spec(name), input, lineEnd, start);
  }

  /**
   * Returns whether what follows a name on its line only remarks on it: a comment behind a mark, or
   * "tool". Other words make another name of it, unless an input label says what is called.
   */
  private boolean isRemark(String behind, boolean hasInput, String tool) {
    String rest = Chars.trim(behind);
    if (rest.isEmpty() || REMARKS.contains(rest.toLowerCase(Locale.ROOT))) {
      return true;
    }
    boolean words = Character.isLetterOrDigit(rest.codePointAt(0));
    return !Doubt.behind(rest) && (!words || (hasInput && !namesOther(rest, tool)));
  }

  private boolean namesOther(String words, String tool) {
    for (String word : words.split("[^\\w.-]+", -1)) {
      ToolSpec other = steps.spec(word);
      if (other != null && !other.equals(steps.spec(tool))) {
        return true;
      }
    }
    return false;
  }

  /** {@code tool(…)}: an input label with an object counts more than an empty call. */
  private @Nullable Found parenthesised(
      String token, @Nullable ToolSpec spec, int open, @Nullable Label input, int start) {
    Args args = CallSyntax.read(text, open, spec, "");
    if (args instanceof Args.Ok ok) {
      boolean description = ok.repairs().contains("unquoted");
      if (description && (input != null || inputMayCome(Chars.lineEnd(text, ok.end())))) {
        return null;
      }
      if (!ok.args().isEmpty()) {
        return steps.call(thought, token, args, start);
      }
      if (input == null && !Args.needsNone(spec) && !steps.isFinish(token)) {
        return steps.call(thought, token, Args.none(spec, ok.end()), start);
      }
      boolean whole = input == null && !inputMayCome(Chars.lineEnd(text, ok.end()));
      return whole ? steps.call(thought, token, args, start) : null;
    }
    if (input != null) {
      return null; // the parentheses hold a description
    }
    Args.Bad bad = (Args.Bad) args;
    boolean goesOn = bad.reason() == Reason.TRUNCATED && Labels.nextAfterLine(text, open) != null;
    Args fault = goesOn ? new Args.Bad(Reason.UNBALANCED_QUOTES, bad.at()) : bad;
    return steps.call(thought, token, fault, start);
  }

  /** {@code Finish[answer]} and {@code search[title]}. */
  private Found bracketed(String token, @Nullable ToolSpec spec, int open, int lineEnd, int start) {
    int end = steps.isFinish(token) ? text.length() : lineEnd;
    if (steps.isFinish(token)) {
      Label next = Labels.nextAfterLine(text, open);
      end = next == null ? end : next.start();
    }
    int close = text.lastIndexOf(']', end - 1);
    if (close <= open || steps.lineMayGoOn(end)) {
      Reason reason = steps.cut() ? Reason.TRUNCATED : Reason.UNBALANCED_QUOTES;
      return steps.error(thought, reason, open, token, start);
    }
    String inside = Chars.trim(text.substring(open + 1, close));
    if (steps.isFinish(token)) {
      return steps.answer(thought, inside, start, close + 1, /* certain= */ true);
    }
    Args args =
        inside.startsWith("{")
            ? Args.ofValue(inside, spec, close + 1)
            : Args.ofRaw(unquoted(inside), spec, close + 1);
    return steps.call(thought, token, args, start);
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && value.charAt(0) == value.charAt(value.length() - 1)
            && (value.charAt(0) == '"' || value.charAt(0) == '\'');
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  private Found withInput(
      String name, @Nullable ToolSpec spec, @Nullable Label input, int lineEnd, int start) {
    if (input != null) {
      return steps.call(
          thought, name, new InputReader(steps).read(input.valueStart(), spec), start);
    }
    int next = skipFence(Chars.skipBlanks(text, lineEnd));
    if (next < text.length() && text.charAt(next) == '{') {
      return steps.call(thought, name, new InputReader(steps).read(next, spec), start);
    }
    if (inputMayCome(lineEnd)) {
      return steps.error(thought, Reason.TRUNCATED, lineEnd, name, start);
    }
    return steps.call(thought, name, Args.none(spec, lineEnd), start);
  }

  /** At the end of a cut reply the input, or the rest of the name, may be what is missing. */
  private boolean atCutEnd(int at) {
    return steps.cut() && Chars.skipBlanks(text, at) >= text.length();
  }

  /** In a cut reply the input label may be what is missing, until another label has come. */
  private boolean inputMayCome(int lineEnd) {
    return steps.cut()
        && (lineEnd >= text.length() || Labels.next(text, Chars.nextLine(text, lineEnd)) == null);
  }

  /** Returns the input label when it is the next label behind the action's line. */
  private @Nullable Label inputLabel(int lineEnd) {
    if (lineEnd >= text.length()) {
      return null;
    }
    Label next = Labels.next(text, Chars.nextLine(text, lineEnd));
    return next != null && next.kind() == Kind.INPUT ? next : null;
  }

  /** {@code Action: None} before an answer only says that the answer needs no tool. */
  private Found noTool(int lineEnd, int at, int start) {
    Label next = lineEnd < text.length() ? Labels.nextAfterLine(text, lineEnd - 1) : null;
    if (next != null && next.kind() == Kind.INPUT) {
      next = Labels.nextAfterLine(text, next.valueStart());
    }
    if (next != null && next.kind() == Kind.FINAL) {
      return new TextReader.AnswerReader(steps, thought).read(next);
    }
    if (atCutEnd(lineEnd)) {
      return steps.error(thought, Reason.TRUNCATED, at, "", start);
    }
    return steps.error(thought, Reason.NO_TOOL, at, "", start);
  }

  private boolean isAnswerLabel(String value) {
    int colon = value.indexOf(':') >= 0 ? value.indexOf(':') : value.indexOf('：');
    return steps.isFinish(colon < 0 ? value : value.substring(0, colon));
  }

  private Found finalAction(String value, @Nullable Label input, int lineEnd, int start) {
    int colon = value.indexOf(':') >= 0 ? value.indexOf(':') : value.indexOf('：');
    if (colon >= 0 && colon + 1 < value.length()) {
      int at = text.lastIndexOf(value, lineEnd) + colon + 1;
      Label label = new Label(Kind.FINAL, start, at, /* bold= */ false);
      return new TextReader.AnswerReader(steps, thought).read(label);
    }
    if (input == null) {
      boolean more = lineEnd < text.length();
      Label label = new Label(Kind.FINAL, start, more ? lineEnd : text.length(), /* bold= */ false);
      return new TextReader.AnswerReader(steps, thought).read(label);
    }
    int at = Chars.skipBlanks(text, input.valueStart());
    if (at < text.length()
        && text.charAt(at) == '{'
        && LenientJson.read(text, at) instanceof LenientJson.Read.Value json) {
      Map<String, Object> object = LenientJson.asMap(json.value());
      if (object != null) {
        Args args = new Args.Ok(object, json.end(), List.of("answer_as_tool"), json.closed());
        return steps.call(thought, "finish", args, start);
      }
    }
    if (at < text.length()
        && text.charAt(at) == '"'
        && RepairingJson.readString(text, at) instanceof LenientJson.Read.Value json
        && json.value() instanceof String answer) {
      return steps.answer(thought, answer, start, json.end(), /* certain= */ true);
    }
    Label label = new Label(Kind.FINAL, start, input.valueStart(), /* bold= */ false);
    return new TextReader.AnswerReader(steps, thought).read(label);
  }

  private static int nameEnd(String value) {
    int end = 0;
    while (end < value.length() && Chars.isName(value.charAt(end))) {
      end++;
    }
    while (end > 0 && (value.charAt(end - 1) == '.' || value.charAt(end - 1) == '-')) {
      end--;
    }
    return end;
  }

  /** Takes off backticks, quotes and bold print around a name. */
  private static String undecorated(String raw) {
    String value = Chars.trim(raw);
    int template = value.indexOf("<|");
    if (template >= 0) {
      value = Chars.trim(value.substring(0, template));
    }
    int from = 0;
    int to = value.length();
    while (from < to && "`*\"'“”「".indexOf(value.charAt(from)) >= 0) {
      from++;
    }
    boolean call = value.indexOf('(') >= 0 || value.indexOf('（') >= 0;
    String ends = call ? "`*" : "`*\"'“”」";
    while (to > from && ends.indexOf(value.charAt(to - 1)) >= 0) {
      to--;
    }
    value = Chars.trim(value.substring(from, to));
    boolean framed =
        (value.startsWith("[") && value.endsWith("]"))
            || (value.startsWith("<") && value.endsWith(">"));
    return framed ? Chars.trim(value.substring(1, value.length() - 1)) : value;
  }

  private int skipFence(int at) {
    if (!text.startsWith("```", at)) {
      return at;
    }
    int next = at + 3;
    while (next < text.length() && Character.isLetter(text.charAt(next))) {
      next++;
    }
    int content = Chars.skipBlanks(text, next);
    return content >= text.length() ? at : content;
  }
}
