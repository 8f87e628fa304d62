package dev.earmark.agent.protocol;

import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Reasoning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Takes off what surrounds a step: a byte order mark, leading reasoning, a fence around the whole
 * reply, tokens of the chat template, and the rest of a stop text that was split over tokens.
 */
final class Cleaner {
  /** Tokens of chat templates that mean nothing. */
  static final List<String> LEAKED =
      List.of(
          "<|im_end|>",
          "<|im_start|>assistant",
          "<|im_start|>",
          "<|endoftext|>",
          "<|end_of_text|>",
          "<|begin_of_text|>",
          "<|eot_id|>",
          "<|eom_id|>",
          "<|end|>",
          "<|return|>",
          "<|call|>",
          "<|start|>assistant",
          "<|channel|>final<|message|>",
          "<|assistant|>",
          "<|observation|>",
          "<|user|>",
          "<|tool_call_end|>",
          "<|tool_calls_section_end|>",
          "<｜end▁of▁sentence｜>",
          "<end_of_turn>",
          "<start_of_turn>model",
          "</s>",
          "<s>",
          "[EOS]");

  /** Tokens that end a turn: what follows them belongs to nobody. */
  static final List<String> TURN_ENDS =
      List.of(
          "<|im_end|>",
          "<|im_start|>",
          "<|endoftext|>",
          "<|end_of_text|>",
          "<|eot_id|>",
          "<|end|>",
          "<｜end▁of▁sentence｜>",
          "<end_of_turn>");

  /** Begins the reasoning of the harmony format; it ends with its own token. */
  private static final String ANALYSIS = "<|channel|>analysis<|message|>";

  /** Marks the answer in the harmony format, which has no label of its own. */
  private static final String FINAL_CHANNEL = "<|channel|>final<|message|>";

  private static final String THINKING = "<|START_THINKING|>";
  private static final String THINKING_END = "<|END_THINKING|>";

  private static final int SHORTEST_STOP = 3;

  private Cleaner() {}

  /**
   * A reply without its surroundings.
   *
   * @param unclosed whether reasoning began and never ended
   * @param isAnswer whether the template marks it as the answer
   */
  record Cleaned(String text, boolean unclosed, boolean isAnswer, List<String> repairs) {}

  /**
   * Cleans a reply.
   *
   * @param stops lower-case stop texts, parts of which may be left at the end
   */
  static Cleaned clean(String reply, List<String> stops) {
    List<String> repairs = new ArrayList<>();
    int at = 0;
    int leaked = 0;
    while (true) {
      leaked = at;
      at = skipLeaked(reply, Chars.skipBlanks(reply, at), repairs);
      if (reply.startsWith(ANALYSIS, at) && reply.indexOf("<|end|>", at) > 0) {
        repairs.add("reasoning");
        at = reply.indexOf("<|end|>", at);
        continue;
      }
      if (reply.startsWith(THINKING, at)) {
        int end = reply.indexOf(THINKING_END, at);
        if (end < 0) {
          return new Cleaned("", /* unclosed= */ true, /* isAnswer= */ false, repairs);
        }
        repairs.add("reasoning");
        at = end + THINKING_END.length();
        continue;
      }
      Reasoning.Tag tag = Reasoning.opening(reply, at);
      if (tag == null) {
        break;
      }
      int closing = tag.closingAt(reply, tag.end());
      if (closing < 0) {
        return new Cleaned("", /* unclosed= */ true, /* isAnswer= */ false, repairs);
      }
      repairs.add("reasoning");
      at = reply.indexOf(tag.square() ? ']' : '>', closing) + 1;
    }
    String text = withoutLeakedEnd(Chars.trim(reply.substring(at)), repairs);
    text = withoutFence(text, repairs);
    text = withoutQuotes(text, repairs);
    text = withoutLeakedEnd(text, repairs);
    boolean isAnswer = reply.substring(leaked, at).contains(FINAL_CHANNEL);
    return new Cleaned(
        withoutPartialStop(text, stops, repairs), /* unclosed= */ false, isAnswer, repairs);
  }

  private static int skipLeaked(String text, int at, List<String> repairs) {
    int end = at;
    for (int token = leakedAt(text, end); token > 0; token = leakedAt(text, end)) {
      note(repairs, "leaked_token");
      end = Chars.skipBlanks(text, end + token);
    }
    return end;
  }

  /** Returns the length of the leaked token at the place, or 0. */
  private static int leakedAt(String text, int at) {
    for (String token : LEAKED) {
      if (text.startsWith(token, at)) {
        return token.length();
      }
    }
    return 0;
  }

  private static String withoutLeakedEnd(String text, List<String> repairs) {
    int end = text.length();
    boolean found = true;
    while (found) {
      found = false;
      for (String token : LEAKED) {
        int from = end - token.length();
        if (from >= 0 && text.startsWith(token, from)) {
          note(repairs, "leaked_token");
          end = from;
          found = true;
        }
      }
      while (end > 0 && Chars.isBlank(text.charAt(end - 1))) {
        end--;
      }
    }
    return text.substring(0, end);
  }

  /** Takes off a fence only when it surrounds everything. */
  private static String withoutFence(String text, List<String> repairs) {
    if (!text.startsWith("```")) {
      return text;
    }
    int firstLine = Chars.lineEnd(text, 0);
    boolean inline = firstLine == text.length();
    int from = inline ? 3 : Chars.nextLine(text, firstLine);
    int fences = 0;
    for (int i = text.indexOf("```"); i >= 0; i = text.indexOf("```", i + 3)) {
      fences++;
    }
    boolean closed = text.length() >= from + 3 && text.endsWith("```");
    if (fences % 2 == 0 && closed) {
      note(repairs, "fence");
      return Chars.trim(text.substring(from, text.length() - 3));
    }
    if (fences % 2 == 1) {
      note(repairs, "fence");
      return Chars.trim(text.substring(from));
    }
    return text;
  }

  /** Takes off {@code >} in front of lines only when all of them have it. */
  private static String withoutQuotes(String text, List<String> repairs) {
    if (!text.startsWith(">") || text.startsWith(">>")) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (String line : text.split("\n", -1)) {
      String trimmed = Chars.trim(line);
      if (!trimmed.isEmpty() && trimmed.charAt(0) != '>') {
        return text;
      }
      plain.append(trimmed.isEmpty() ? "" : Chars.trim(trimmed.substring(1))).append('\n');
    }
    note(repairs, "quoted");
    return Chars.trim(plain.toString());
  }

  private static String withoutPartialStop(String text, List<String> stops, List<String> repairs) {
    int lineStart = text.lastIndexOf('\n') + 1;
    String last = Chars.trim(text.substring(lineStart)).toLowerCase(Locale.ROOT);
    for (String stop : stops) {
      if (last.length() >= SHORTEST_STOP && stop.startsWith(last)) {
        note(repairs, "partial_stop");
        return Chars.trim(text.substring(0, lineStart));
      }
    }
    return text;
  }

  private static void note(List<String> repairs, String repair) {
    if (!repairs.contains(repair)) {
      repairs.add(repair);
    }
  }

  /** Returns the index of the first token that ends the turn, or the given end. */
  static int turnEnd(String text, int from, int end) {
    int first = end;
    for (String token : TURN_ENDS) {
      int at = text.indexOf(token, from);
      if (at >= 0 && at < first) {
        first = at;
      }
    }
    return first;
  }
}
