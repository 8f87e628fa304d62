package dev.earmark.agent.protocol;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Labels;
import dev.earmark.agent.protocol.lex.Reasoning;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What both protocols do around reading a step: cleaning, reasoning without an opening tag. */
final class ReplyReader {
  private static final int ORPHANS = 6;

  private ReplyReader() {}

  /**
   * Reads a reply.
   *
   * @param stops lower-case stop texts, parts of which may be left at the end
   * @param body reads the step of a cleaned reply
   */
  static Parsed read(
      String output,
      Finish finish,
      ToolIndex tools,
      List<String> stops,
      Function<Steps, Found> body) {
    boolean cut = finish == Finish.LENGTH;
    boolean lineEnded = output.endsWith("\n") || output.endsWith("\r");
    if (Chars.skipBlanks(output, 0) == output.length()) {
      return error(Reason.EMPTY, "");
    }
    List<String> repairs = new ArrayList<>();
    String rest = output;
    Found found = null;
    for (int pass = 0; pass <= ORPHANS; pass++) {
      Cleaner.Cleaned cleaned = Cleaner.clean(rest, stops);
      addAll(repairs, cleaned.repairs());
      if (cleaned.unclosed()) {
        return error(Reason.UNCLOSED_THINK, Chars.excerpt(output, 0));
      }
      String text = cleaned.text();
      found = text.isEmpty() ? null : body.apply(new Steps(text, cut, lineEnded, tools));
      if (cleaned.isAnswer() && !cut && found != null && isPlain(found.parsed())) {
        return new Parsed.Final("", text, List.copyOf(repairs));
      }
      Reasoning.Span orphan = orphan(text, found, pass == ORPHANS - 1);
      if (orphan == null) {
        break;
      }
      addAll(repairs, List.of("reasoning"));
      rest = text.substring(afterClosings(text, orphan.end()));
    }
    return found == null
        ? error(cut ? Reason.TRUNCATED : Reason.EMPTY, "")
        : withRepairs(found.parsed(), repairs);
  }

  /**
   * Returns the closing tag before which everything was reasoning, or null. A tag inside of an
   * argument, or inside of an answer after which nothing else follows, is data.
   */
  private static Reasoning.@Nullable Span orphan(String text, @Nullable Found found, boolean last) {
    Reasoning.Span closing = Reasoning.nextClosing(text, 0);
    if (closing == null || hasOpeningBefore(text, closing)) {
      return null;
    }
    if (found != null && found.start() <= closing.start() && closing.start() < found.end()) {
      boolean data = found.certain() || !stepFollows(text, closing.end());
      boolean step = !(found.parsed() instanceof Parsed.Fault);
      if (step && data) {
        return null;
      }
    }
    Reasoning.Span further = closing;
    while (last && further != null) {
      closing = further;
      further = Reasoning.nextClosing(text, further.end());
    }
    return closing;
  }

  private static boolean isPlain(Parsed parsed) {
    return parsed instanceof Parsed.Fault fault && fault.reason() == Reason.MISSING_ACTION;
  }

  /** Goes over closing tags that follow at once: nothing stands between them. */
  private static int afterClosings(String text, int from) {
    int at = from;
    Reasoning.Tag next = Reasoning.closing(text, Chars.skipBlanks(text, at));
    while (next != null) {
      at = next.end();
      next = Reasoning.closing(text, Chars.skipBlanks(text, at));
    }
    return at;
  }

  private static boolean hasOpeningBefore(String text, Reasoning.Span closing) {
    for (int i = text.indexOf('<'); i >= 0 && i < closing.start(); i = text.indexOf('<', i + 1)) {
      if (Reasoning.opening(text, i) != null) {
        return true;
      }
    }
    return text.lastIndexOf("[THINK]", closing.start()) >= 0;
  }

  private static boolean stepFollows(String text, int from) {
    int at = Chars.skipBlanks(text, from);
    return Labels.at(text, at) != null || text.startsWith("<", at) || text.startsWith("{", at);
  }

  private static Parsed withRepairs(Parsed parsed, List<String> before) {
    if (before.isEmpty()) {
      return parsed;
    }
    List<String> all = new ArrayList<>(before);
    addAll(all, parsed.repairs());
    if (parsed instanceof Parsed.Action action) {
      return new Parsed.Action(action.thought(), action.tool(), action.args(), all);
    }
    if (parsed instanceof Parsed.Final answer) {
      return new Parsed.Final(answer.thought(), answer.answer(), all);
    }
    Parsed.Fault error = (Parsed.Fault) parsed;
    return new Parsed.Fault(error.thought(), error.reason(), error.detail(), error.tool(), all);
  }

  private static void addAll(List<String> repairs, List<String> more) {
    for (String repair : more) {
      if (!repairs.contains(repair)) {
        repairs.add(repair);
      }
    }
  }

  private static Parsed error(Reason reason, String detail) {
    return new Parsed.Fault("", reason, detail, "", List.of());
  }
}
