package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.lex.Chars;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes steps out of what a parser read from one reply: the same decisions for both protocols.
 *
 * @param text the cleaned reply
 * @param cut whether the reply ended because of a limit
 * @param lineEnded whether a line break stood behind the text, so that its last line is whole
 * @param tools the registered tools
 */
record Steps(String text, boolean cut, boolean lineEnded, ToolIndex tools) {
  /** Returns whether more of the same line may have been cut off behind the place. */
  boolean lineMayGoOn(int end) {
    return cut && !lineEnded && end >= text.length();
  }

  private static final List<String> CALLING =
      List.of("use", "call", "invoke", "run", "await", "the", "调用", "使用", "工具");

  private static final Set<String> FINISH_NAMES =
      Set.of("finalanswer", "finish", "answer", "最终答案", "最终回答");

  /** Returns the tool that a name means, or null. */
  @Nullable ToolSpec spec(String name) {
    return tools.resolve(name).orElse(null);
  }

  /** Returns whether the name stands for the answer; a registered tool of that name is a tool. */
  boolean isFinish(String name) {
    return FINISH_NAMES.contains(plain(name)) && tools.resolve(name).isEmpty();
  }

  /**
   * Returns the text without words in front that only say that a tool is called: {@code use},
   * {@code call the}, {@code 调用}. A tool of such a name keeps it.
   */
  String withoutVerb(String text) {
    String rest = text;
    for (String verb : CALLING) {
      boolean latin = verb.charAt(0) < 128;
      if (Chars.at(rest, 0, verb)
          && rest.length() > verb.length()
          && (!latin || rest.charAt(verb.length()) == ' ')
          && spec(verb) == null) {
        rest = Chars.trim(rest.substring(verb.length()));
      }
    }
    return rest;
  }

  private static String plain(String name) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isLetterOrDigit(c)) {
        plain.append(c);
      }
    }
    return plain.toString().toLowerCase(Locale.ROOT);
  }

  /** Makes a call, an answer in the form of a call, or the fault of its arguments. */
  Found call(String thought, String name, Args args, int start) {
    if (args instanceof Args.Bad bad) {
      return error(thought, bad.reason(), bad.at(), name, start);
    }
    Args.Ok ok = (Args.Ok) args;
    if (!ok.closed() && cut) {
      return error(thought, Reason.TRUNCATED, ok.end(), name, start);
    }
    if (isFinish(name)) {
      return answer(thought, answerOf(ok.args()), start, ok.end(), /* certain= */ true);
    }
    Parsed action = new Parsed.Action(thought, name, ok.args(), ok.repairs());
    return new Found(action, start, ok.end(), ok.closed());
  }

  /** Makes an answer of its text, or the fault that it is empty. */
  Found answer(String thought, String raw, int start, int end, boolean certain) {
    String answer = tidyAnswer(raw);
    if (answer.isEmpty()) {
      return error(thought, cut ? Reason.TRUNCATED : Reason.EMPTY_ANSWER, end, "", start);
    }
    return new Found(new Parsed.Final(thought, answer, List.of()), start, end, certain);
  }

  /** Makes a fault. */
  Found error(String thought, Reason reason, int at, String tool, int start) {
    String name = tool.length() > 60 ? tool.substring(0, 60) : tool;
    Parsed error = new Parsed.Fault(thought, reason, Chars.excerpt(text, at), name, List.of());
    return new Found(
        error, start, Math.max(start, Math.min(at, text.length())), /* certain= */ false);
  }

  /** Makes the fault that there is neither a call nor an answer. */
  Found nothing(String thought) {
    return error(thought, cut ? Reason.TRUNCATED : Reason.MISSING_ACTION, 0, "", text.length());
  }

  private static String answerOf(Map<String, Object> args) {
    for (String key : List.of("answer", "final_answer", "result", "output", "content", "text")) {
      if (args.get(key) instanceof String answer) {
        return answer;
      }
    }
    if (args.size() != 1) {
      return args.isEmpty() ? "" : LenientJson.write(args);
    }
    Object only = args.values().iterator().next();
    return only instanceof String answer ? answer : LenientJson.write(only);
  }

  /** Trims, and takes off tokens of the template and a fence that has no partner at the end. */
  static String tidyAnswer(String raw) {
    String answer = Chars.trim(raw.substring(0, Cleaner.turnEnd(raw, 0, raw.length())));
    int fences = 0;
    for (int i = answer.indexOf("```"); i >= 0; i = answer.indexOf("```", i + 3)) {
      fences++;
    }
    if (fences % 2 == 1 && answer.endsWith("```")) {
      answer = Chars.trim(answer.substring(0, answer.length() - 3));
    }
    return answer;
  }
}
