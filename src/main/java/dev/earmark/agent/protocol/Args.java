package dev.earmark.agent.protocol;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.json.RepairingJson;
import dev.earmark.agent.protocol.lex.Chars;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Arguments as they were read from a reply. */
sealed interface Args {
  /**
   * Arguments by name.
   *
   * @param end the index behind them
   * @param closed whether the text closed them itself
   */
  record Ok(Map<String, Object> args, int end, List<String> repairs, boolean closed)
      implements Args {}

  /** A fault and its place. */
  record Bad(Reason reason, int at) implements Args {}

  /** Words that say that there are no arguments or no tool. */
  Set<String> NONE_WORDS =
      Set.of(
          "none",
          "null",
          "nil",
          "n/a",
          "na",
          "{}",
          "()",
          "[]",
          "(none)",
          "（无）",
          "(无)",
          "empty",
          "no input",
          "no input needed",
          "no input required",
          "not needed",
          "no arguments",
          "no parameters",
          "无",
          "没有",
          "空",
          "不需要",
          "无需输入",
          "无需参数",
          "无参数",
          "不需要输入",
          "不需要参数");

  /** Returns whether the word says that there is nothing. */
  static boolean isNone(String word) {
    String plain = word.toLowerCase(Locale.ROOT);
    while (plain.endsWith(".") || plain.endsWith("。")) {
      plain = plain.substring(0, plain.length() - 1);
    }
    return plain.isEmpty() || NONE_WORDS.contains(plain);
  }

  /** Returns whether the tool can be called without arguments; an unknown tool cannot. */
  static boolean needsNone(@Nullable ToolSpec spec) {
    return spec != null && spec.parameters().stream().noneMatch(Parameter::required);
  }

  /** Returns the only required parameter when it is a text, else null. */
  static @Nullable String singleText(@Nullable ToolSpec spec) {
    String single = null;
    if (spec != null) {
      for (Parameter parameter : spec.parameters()) {
        if (parameter.required()) {
          if (single != null || parameter.type() != Parameter.Type.STRING) {
            return null;
          }
          single = parameter.name();
        }
      }
    }
    return single;
  }

  /** Returns an empty call's arguments, or the fault that they are missing. */
  static Args none(@Nullable ToolSpec spec, int at) {
    return needsNone(spec)
        ? new Ok(Map.of(), at, List.of(), /* closed= */ true)
        : new Bad(Reason.MISSING_ACTION_INPUT, at);
  }

  /**
   * Returns the arguments that a JSON value stands for: an object, an object written as text, or a
   * plain text for a tool with one required text.
   */
  static Args ofValue(@Nullable Object value, @Nullable ToolSpec spec, int end) {
    Map<String, Object> map = LenientJson.asMap(value);
    if (map != null) {
      return new Ok(map, end, List.of(), /* closed= */ true);
    }
    if (value == null) {
      return none(spec, end);
    }
    if (!(value instanceof String text)) {
      return new Bad(Reason.ARGS_NOT_OBJECT, end);
    }
    String inner = Chars.trim(text);
    if (inner.startsWith("{")
        && LenientJson.read(inner, 0) instanceof LenientJson.Read.Value json
        && json.closed()
        && Chars.skipBlanks(inner, json.end()) == inner.length()) {
      Map<String, Object> object = LenientJson.asMap(json.value());
      if (object != null) {
        return new Ok(object, end, List.of("double_encoded"), /* closed= */ true);
      }
    }
    String parameter = singleText(spec);
    if (parameter != null) {
      return new Ok(Map.of(parameter, text), end, List.of("single_text"), /* closed= */ true);
    }
    return isNone(inner) && needsNone(spec)
        ? none(spec, end)
        : new Bad(Reason.ARGS_NOT_OBJECT, end);
  }

  /** Returns what a text without any JSON stands for. */
  static Args ofRaw(String raw, @Nullable ToolSpec spec, int end) {
    if (isNone(raw)) {
      return none(spec, end);
    }
    String parameter = singleText(spec);
    if (isAssignment(raw, spec) || isCode(raw, spec) || parameter == null) {
      boolean json = RepairingJson.number(raw) != null || raw.equals("true") || raw.equals("false");
      return new Bad(json ? Reason.ARGS_NOT_OBJECT : Reason.ARGS_NOT_JSON, end);
    }
    return new Ok(Map.of(parameter, raw), end, List.of("single_text"), /* closed= */ true);
  }

  /** Returns whether the text is a tuple, or begins with a tag that is named like a parameter. */
  private static boolean isCode(String raw, @Nullable ToolSpec spec) {
    boolean tuple = raw.startsWith("(\"") || raw.startsWith("('");
    if (tuple && raw.endsWith(")")) {
      return true;
    }
    int close = raw.indexOf('>');
    return spec != null
        && raw.startsWith("<")
        && close > 0
        && spec.parameters().stream().anyMatch(p -> p.name().equals(raw.substring(1, close)));
  }

  /** Returns whether the text is {@code k=v} for a parameter of the tool, or a list of such. */
  private static boolean isAssignment(String raw, @Nullable ToolSpec spec) {
    int sign = signAfterName(raw, 0);
    if (sign < 0) {
      return false;
    }
    String key = Chars.trim(raw.substring(0, sign));
    boolean known =
        spec != null && spec.parameters().stream().anyMatch(p -> p.name().equalsIgnoreCase(key));
    int comma = raw.indexOf(',', sign);
    boolean list =
        Chars.narrow(raw.charAt(sign)) == '=' && comma > 0 && signAfterName(raw, comma + 1) > 0;
    return known || list;
  }

  /** Returns the index of the {@code =} or colon behind a name, or -1. */
  private static int signAfterName(String raw, int from) {
    int start = Chars.skipLineBlanks(raw, from);
    int end = start;
    while (end < raw.length() && Chars.isName(raw.charAt(end))) {
      end++;
    }
    int sign = Chars.skipLineBlanks(raw, end);
    if (end == start || sign >= raw.length()) {
      return -1;
    }
    char c = Chars.narrow(raw.charAt(sign));
    return c == '=' || c == ':' ? sign : -1;
  }
}
