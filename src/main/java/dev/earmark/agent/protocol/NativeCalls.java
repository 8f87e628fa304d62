package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Doubt;
import dev.earmark.agent.protocol.lex.Labels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the forms in which models were trained to call tools, where they write them into their
 * text: after an explicit marker, or as a JSON object that is the whole reply. JSON in prose is no
 * call, and only registered names count.
 */
final class NativeCalls {
  private static final String FUNCTION = "<function=";
  private static final String ARGS = "[ARGS]";
  private static final String KIMI_ARGUMENTS = "<|tool_call_argument_begin|>";
  private static final String DEEPSEEK_SEPARATOR = "<｜tool▁sep｜>";
  private static final String CALL_ID = "[CALL_ID]";
  private static final String FUNCTOOLS = "functools[{";
  private static final String PRINT = "print(";
  private static final List<String> MARKERS =
      List.of(
          "<tool_call>",
          "<function_call>",
          FUNCTION,
          "[TOOL_CALLS]",
          ARGS,
          "✿FUNCTION✿",
          "<|FunctionCallBegin|>",
          "<|tool_call_begin|>",
          "<|python_tag|>",
          "<｜tool▁call▁begin｜>",
          InvokeCalls.PLAIN,
          InvokeCalls.DSML,
          HarmonyCalls.COMMENTARY,
          HarmonyCalls.ROUTED,
          FUNCTOOLS,
          "<tool_calls>",
          "<TOOLCALL>",
          "<|tool_call|>",
          "<|action_start|><|plugin|>",
          "<START_ACTION>",
          "<|START_ACTION|>");
  private static final int TRIES = 8;

  private final Steps steps;
  private final String text;

  NativeCalls(Steps steps) {
    this.steps = steps;
    this.text = steps.text();
  }

  /** A marker and its place. */
  record Marker(String token, int start) {}

  /** Returns the first marker before {@code limit} that is not quoted, or null. */
  @Nullable Marker find(int limit) {
    Marker first = null;
    for (String token : MARKERS) {
      int at = text.indexOf(token);
      for (int tries = 0; at >= 0 && isData(at) && tries < TRIES; tries++) {
        at = text.indexOf(token, at + 1);
      }
      if (token.equals(ARGS) && at >= 0) {
        at = nameBefore(at);
      }
      if (at >= 0 && at < limit && !isData(at) && (first == null || at < first.start())) {
        first = new Marker(token, at);
      }
    }
    return first;
  }

  private boolean isData(int at) {
    return Chars.isQuoted(text, at) || Doubt.before(text, at);
  }

  /** A name before {@code [ARGS]} must begin the reply or follow the marker of the calls. */
  private int nameBefore(int at) {
    int from = at;
    while (from > 0 && Chars.isName(text.charAt(from - 1))) {
      from--;
    }
    return from < at && (from == 0 || text.startsWith("[TOOL_CALLS]", from - 12)) ? from : -1;
  }

  /** Reads the call after a marker; null when it is none of a registered tool. */
  @Nullable Found read(Marker marker, String thought) {
    int at = marker.start() + marker.token().length();
    return switch (marker.token()) {
      case FUNCTION -> function(marker.start(), marker.start(), thought);
      case ARGS -> named(marker.start(), marker.start(), thought);
      case InvokeCalls.PLAIN, InvokeCalls.DSML ->
          new InvokeCalls(steps).read(marker.start(), thought);
      case HarmonyCalls.COMMENTARY, HarmonyCalls.ROUTED ->
          new HarmonyCalls(steps, this).read(marker, thought);
      case FUNCTOOLS -> json(at - 2, marker.start(), thought);
      case "✿FUNCTION✿" -> labelled(at, marker.start(), thought);
      case "<｜tool▁call▁begin｜>" -> {
        int separator = text.indexOf(DEEPSEEK_SEPARATOR, at);
        if (separator < 0) {
          yield null;
        }
        int behind = Chars.skipBlanks(text, separator + DEEPSEEK_SEPARATOR.length());
        boolean object = behind < text.length() && text.charAt(behind) == '{';
        // Older models write the kind of the call before the separator, newer ones its name.
        String tool = Chars.trim(text.substring(at, separator));
        yield object
            ? steps.spec(tool) == null
                ? null
                : steps.call(thought, tool, objectAt(behind), marker.start())
            : named(behind, marker.start(), thought);
      }
      default -> free(at, marker.start(), thought);
    };
  }

  /** After most markers there is JSON, a name with JSON, or a function tag. */
  private @Nullable Found free(int from, int start, String thought) {
    int at = skipFence(Chars.skipBlanks(text, from));
    if (at >= text.length()) {
      return steps.error(thought, Reason.TRUNCATED, at, "", start);
    }
    char c = text.charAt(at);
    if (c == '{' || c == '[') {
      return json(at, start, thought);
    }
    return text.startsWith(FUNCTION, at) ? function(at, start, thought) : named(at, start, thought);
  }

  /** Reads a reply that is a JSON call and nothing else; null when it is none. */
  @Nullable Found whole() {
    char first = text.isEmpty() ? ' ' : text.charAt(0);
    Found call = first == '{' ? null : wholeCall();
    if (call == null && first != '{' && first != '[') {
      call = nameThenObject();
    }
    if (call != null) {
      return call;
    }
    if (first != '{' && first != '[') {
      return null;
    }
    LenientJson.Read read = LenientJson.read(text, 0);
    if (read instanceof LenientJson.Read.Value value) {
      return onlyFollowers(value.end()) ? ofJson(value, 0, "") : null;
    }
    LenientJson.Read.Fault fault = (LenientJson.Read.Fault) read;
    String head = text.substring(0, Math.min(200, text.length()));
    boolean looksLikeCall =
        head.contains("\"name\"")
            || head.contains("\"action\"")
            || head.contains("\"tool")
            || head.contains("\"recipient_name\"");
    if (!looksLikeCall) {
      return null;
    }
    Reason reason = fault.cut() ? Reason.TRUNCATED : Reason.INVALID_JSON;
    return steps.error("", reason, fault.at(), "", 0);
  }

  /** A tool's name, also behind {@code >>>}, and its JSON object on the next line, and no more. */
  private @Nullable Found nameThenObject() {
    int from = text.startsWith(">>>") ? 3 : 0;
    int end = from;
    while (end < text.length() && Chars.isName(text.charAt(end))) {
      end++;
    }
    int object = Chars.skipBlanks(text, end);
    String tool = text.substring(from, end);
    boolean nextLine = object > end && text.substring(end, object).indexOf('\n') >= 0;
    if (!nextLine
        || object >= text.length()
        || text.charAt(object) != '{'
        || steps.spec(tool) == null) {
      return null;
    }
    Args args = objectAt(object);
    boolean whole =
        !(args instanceof Args.Ok ok) || Chars.skipBlanks(text, ok.end()) == text.length();
    return whole ? steps.call("", tool, args, 0) : null;
  }

  /**
   * {@code tool(…)}, also in square brackets or in {@code print(…)}, when the reply is that and
   * nothing else.
   */
  private @Nullable Found wholeCall() {
    boolean printed = text.startsWith(PRINT) && text.endsWith("))");
    int from = printed ? PRINT.length() : text.startsWith("[") ? 1 : 0;
    int end = from;
    while (end < text.length() && Chars.isName(text.charAt(end))) {
      end++;
    }
    String tool = text.substring(from, end);
    ToolSpec spec = steps.spec(tool);
    if (spec == null
        || end >= text.length()
        || text.charAt(end) != '('
        || !text.endsWith(from == 0 || printed ? ")" : ")]")) {
      return null;
    }
    Args args = CallSyntax.read(text, end, spec, "");
    boolean whole = args instanceof Args.Ok ok && ok.end() == text.length() - (from > 0 ? 1 : 0);
    return whole ? steps.call("", tool, args, 0) : null;
  }

  /** Behind a whole JSON call only further JSON, a label or a tag may stand. */
  private boolean onlyFollowers(int end) {
    int next = Chars.skipBlanks(text, end);
    if (next >= text.length()) {
      return true;
    }
    char c = text.charAt(next);
    return c == '{'
        || c == '['
        || c == '<'
        || text.startsWith("//", next)
        || Labels.at(text, next) != null;
  }

  private @Nullable Found json(int at, int start, String thought) {
    LenientJson.Read read = LenientJson.read(text, at);
    if (read instanceof LenientJson.Read.Value value) {
      return ofJson(value, start, thought);
    }
    LenientJson.Read.Fault fault = (LenientJson.Read.Fault) read;
    Reason reason = fault.cut() ? Reason.TRUNCATED : Reason.INVALID_JSON;
    return steps.error(thought, reason, fault.at(), "", start);
  }

  /** Makes a step of a JSON value in one of the forms of a call; null when it has none. */
  @Nullable Found ofJson(LenientJson.Read.Value read, int start, String thought) {
    Map<String, Object> call = callMap(read.value());
    if (call != null && call.get("final_answer") instanceof String answer && !actsFirst(call)) {
      String said = call.get("thought") instanceof String own ? own : thought;
      return steps.answer(said, answer, start, read.end(), /* certain= */ true);
    }
    String name = call == null ? null : name(call);
    if (call == null || name == null) {
      return null;
    }
    String tool = withoutIndex(name);
    if (steps.spec(tool) == null && !steps.isFinish(tool)) {
      return null;
    }
    String said = call.get("thought") instanceof String own && thought.isEmpty() ? own : thought;
    if (!read.closed() && steps.cut()) {
      return steps.error(said, Reason.TRUNCATED, read.end(), tool, start);
    }
    Args args = arguments(call, tool, read.end());
    if (args instanceof Args.Ok ok && !read.repairs().isEmpty()) {
      args = new Args.Ok(ok.args(), ok.end(), read.repairs(), read.closed());
    }
    return steps.call(said, tool, args, start);
  }

  /** Of an action and an answer in one object the first one counts, as it does in the forms. */
  private boolean actsFirst(Map<String, Object> call) {
    for (String key : call.keySet()) {
      if (key.equals("final_answer")) {
        return false;
      }
      if (key.equals("action")) {
        return call.get(key) instanceof String tool && steps.spec(tool) != null;
      }
    }
    return false;
  }

  /** Unwraps lists, {@code tool_calls}, {@code function} and {@code action} objects. */
  private static @Nullable Map<String, Object> callMap(@Nullable Object value) {
    Object current = value;
    for (int depth = 0; depth < 4; depth++) {
      if (current instanceof List<?> list) {
        current = list.isEmpty() ? null : list.get(0);
      }
      Map<String, Object> map = LenientJson.asMap(current);
      if (map == null) {
        return null;
      }
      Object inner = null;
      for (String key :
          List.of("tool_calls", "tool_uses", "function", "function_call", "action", "tool_call")) {
        Object candidate = map.get(key);
        if (candidate instanceof Map<?, ?> || candidate instanceof List<?>) {
          inner = candidate;
          break;
        }
      }
      if (inner == null) {
        return plainKeys(map);
      }
      current = inner;
    }
    return null;
  }

  /** The labels of the text form may be the keys: {@code "Action Input"} is "action_input". */
  private static Map<String, Object> plainKeys(Map<String, Object> map) {
    Map<String, Object> plain = new LinkedHashMap<>();
    map.forEach((key, value) -> plain.put(key.toLowerCase(Locale.ROOT).replace(' ', '_'), value));
    return plain;
  }

  private static @Nullable String name(Map<String, Object> call) {
    for (String key :
        List.of("name", "tool_name", "tool", "action", "function", "recipient_name")) {
      if (call.get(key) instanceof String name) {
        return Chars.trim(name);
      }
    }
    return null;
  }

  private Args arguments(Map<String, Object> call, String tool, int end) {
    for (String key :
        List.of(
            "arguments", "args", "parameters", "action_input", "input", "tool_input", "params")) {
      if (call.containsKey(key)) {
        Object value = call.get(key);
        if (steps.isFinish(tool) && value instanceof String answer) {
          return new Args.Ok(Map.of("answer", answer), end, List.of(), /* closed= */ true);
        }
        return Args.ofValue(value, steps.spec(tool), end);
      }
    }
    return Args.none(steps.spec(tool), end);
  }

  /** {@code name{…}}, {@code name[ARGS]{…}}, Kimi's sections, and GLM's keys and values. */
  private @Nullable Found named(int from, int start, String thought) {
    int at = Chars.skipBlanks(text, from);
    int end = at;
    while (end < text.length() && (Chars.isName(text.charAt(end)) || text.charAt(end) == ':')) {
      end++;
    }
    String tool = withoutIndex(text.substring(at, end));
    ToolSpec spec = steps.spec(tool);
    if (spec == null) {
      return null;
    }
    int next = Chars.skipBlanks(text, end);
    if (text.startsWith(CALL_ID, next)) {
      int args = text.indexOf(ARGS, next);
      next = args < 0 ? next : args;
    }
    for (String separator : List.of(ARGS, KIMI_ARGUMENTS)) {
      if (text.startsWith(separator, next)) {
        next = Chars.skipBlanks(text, next + separator.length());
      }
    }
    next = skipFence(next);
    if (text.startsWith("<arg_key>", next)) {
      return pairs(next, tool, start, thought);
    }
    if (next < text.length() && text.charAt(next) == '{') {
      return steps.call(thought, tool, objectAt(next), start);
    }
    if (next < text.length() && text.charAt(next) == '(') {
      return steps.call(thought, tool, CallSyntax.read(text, next, spec, "</tool_call"), start);
    }
    return steps.call(thought, tool, Args.none(spec, next), start);
  }

  /** Reads the arguments from the object at the place; what stands behind it does not count. */
  Args objectAt(int at) {
    LenientJson.Read read = LenientJson.read(text, at);
    if (read instanceof LenientJson.Read.Value value) {
      Map<String, Object> object = LenientJson.asMap(value.value());
      return object == null
          ? new Args.Bad(Reason.ARGS_NOT_OBJECT, at)
          : new Args.Ok(object, value.end(), value.repairs(), value.closed());
    }
    LenientJson.Read.Fault fault = (LenientJson.Read.Fault) read;
    return new Args.Bad(fault.cut() ? Reason.TRUNCATED : Reason.INVALID_JSON, fault.at());
  }

  private Found pairs(int from, String tool, int start, String thought) {
    Map<String, Object> args = new LinkedHashMap<>();
    int at = from;
    while (text.startsWith("<arg_key>", at)) {
      int keyEnd = text.indexOf("</arg_key>", at);
      int valueAt = keyEnd < 0 ? -1 : text.indexOf("<arg_value>", keyEnd);
      int valueEnd = valueAt < 0 ? -1 : text.indexOf("</arg_value>", valueAt);
      if (valueEnd < 0) {
        return steps.error(thought, Reason.TRUNCATED, at, tool, start);
      }
      args.put(Chars.trim(text.substring(at + 9, keyEnd)), text.substring(valueAt + 11, valueEnd));
      at = Chars.skipBlanks(text, valueEnd + 12);
    }
    return steps.call(thought, tool, new Args.Ok(args, at, List.of(), /* closed= */ true), start);
  }

  /** {@code <function=name><parameter=key>value</parameter></function>}. */
  private @Nullable Found function(int from, int start, String thought) {
    int nameEnd = text.indexOf('>', from);
    if (nameEnd < 0) {
      return steps.error(thought, Reason.TRUNCATED, from, "", start);
    }
    String tool = withoutIndex(Chars.trim(text.substring(from + FUNCTION.length(), nameEnd)));
    if (steps.spec(tool) == null) {
      return null;
    }
    int at = Chars.skipBlanks(text, nameEnd + 1);
    if (at < text.length() && text.charAt(at) == '{') {
      return steps.call(thought, tool, objectAt(at), start);
    }
    Map<String, Object> args = new LinkedHashMap<>();
    while (text.startsWith("<parameter=", at)) {
      int keyEnd = text.indexOf('>', at);
      int valueEnd = keyEnd < 0 ? -1 : text.indexOf("</parameter>", keyEnd);
      if (valueEnd < 0) {
        return steps.error(thought, Reason.TRUNCATED, at, tool, start);
      }
      String key = Chars.trim(text.substring(at + 11, keyEnd));
      args.put(key, withoutFrame(text.substring(keyEnd + 1, valueEnd)));
      at = Chars.skipBlanks(text, valueEnd + 12);
    }
    Args read =
        args.isEmpty()
            ? Args.none(steps.spec(tool), at)
            : new Args.Ok(args, at, List.of(), /* closed= */ true);
    return steps.call(thought, tool, read, start);
  }

  /** A value may stand on lines of its own; only those two line breaks are not part of it. */
  static String withoutFrame(String value) {
    int from = value.startsWith("\r\n") ? 2 : value.startsWith("\n") ? 1 : 0;
    int to = value.length();
    if (to > from && value.charAt(to - 1) == '\n') {
      to--;
      if (to > from && value.charAt(to - 1) == '\r') {
        to--;
      }
    }
    return value.substring(from, to);
  }

  /** Qwen's {@code ✿FUNCTION✿: name} and {@code ✿ARGS✿: {…}}. */
  private @Nullable Found labelled(int from, int start, String thought) {
    int at = skipColon(from);
    int lineEnd = Chars.lineEnd(text, at);
    int flower = text.indexOf('✿', at);
    int nameEnd = flower >= 0 ? Math.min(flower, lineEnd) : lineEnd;
    String tool = withoutIndex(Chars.trim(text.substring(at, nameEnd)));
    ToolSpec spec = steps.spec(tool);
    if (spec == null) {
      return null;
    }
    int args = text.indexOf("✿ARGS✿", nameEnd);
    if (args < 0) {
      return steps.call(thought, tool, Args.none(spec, nameEnd), start);
    }
    int value = skipFence(skipColon(args + 6));
    return value < text.length() && text.charAt(value) == '{'
        ? steps.call(thought, tool, objectAt(value), start)
        : steps.error(thought, Reason.ARGS_NOT_JSON, value, tool, start);
  }

  private int skipColon(int from) {
    int at = Chars.skipBlanks(text, from);
    boolean colon = at < text.length() && Chars.narrow(text.charAt(at)) == ':';
    return colon ? Chars.skipBlanks(text, at + 1) : at;
  }

  /** Goes over the first line of a fence. */
  private int skipFence(int at) {
    if (!text.startsWith("```", at)) {
      return at;
    }
    int next = at + 3;
    while (next < text.length() && Character.isLetter(text.charAt(next))) {
      next++;
    }
    return Chars.skipBlanks(text, next);
  }

  /** {@code functions.name:0} is the name with its place in the list of calls. */
  private static String withoutIndex(String name) {
    String bare = name.startsWith("functions.") ? name.substring(10) : name;
    String plain = bare.endsWith(".call") ? bare.substring(0, bare.length() - 5) : bare;
    int colon = plain.lastIndexOf(':');
    boolean index = colon > 0 && plain.chars().skip(colon + 1).allMatch(Character::isDigit);
    return index ? plain.substring(0, colon) : plain;
  }
}
