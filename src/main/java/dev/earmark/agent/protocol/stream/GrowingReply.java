package dev.earmark.agent.protocol.stream;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Reasoning;
import org.jspecify.annotations.Nullable;

/**
 * A reply that grows: goes over each character once, and has the protocol's parser look only where
 * a call seems to be complete.
 *
 * <p>What it finds depends on the characters alone and not on how they were cut into pieces. What
 * cannot be told from a beginning is read to its end: prose in front of the first step (it may be
 * reasoning whose closing tag is still to come), fences, reasoning that is open. The looks of the
 * parser may cost three times the length of the reply, so that the whole stays linear.
 */
abstract class GrowingReply implements Protocol.Reading {
  private static final int FREE_LOOKS = 32_768; // characters that may be looked at again
  private static final int LONGEST_TAG = 48;
  private static final String TEMPLATE_END = "|>";

  /** What is being read. */
  enum At {
    /** Nothing has begun yet but blanks and reasoning. */
    LEAD,
    /** Thoughts, before the first action or answer. */
    STEPS,
    /** Prose came first: its end, or the end of its reasoning, has to be waited for. */
    PROSE,
    ACTION,
    ANSWER,
    /** Only the end of the reply tells. */
    UNTOLD
  }

  private final Protocol protocol;
  private final ToolIndex tools;
  private final StringBuilder text = new StringBuilder();
  private At at = At.LEAD;
  private Reasoning.@Nullable Tag reasoning; // that is open
  private @Nullable AnswerSentences answer;
  private @Nullable Brackets call;
  private Parsed.@Nullable Action action;
  private int lead; // where the lead goes on, behind reasoning
  private long looked;
  private int nextLook = 256;

  GrowingReply(Protocol protocol, ToolIndex tools) {
    this.protocol = protocol;
    this.tools = tools;
  }

  @Override
  public final boolean accept(String piece) {
    if (action != null) {
      return true;
    }
    for (int i = 0; i < piece.length(); i++) {
      char c = piece.charAt(i);
      text.append(c);
      take(c);
      if (action != null) {
        return true;
      }
    }
    return false;
  }

  private void take(char c) {
    if (reasoning != null) {
      endReasoning(c);
    } else if (answer != null) {
      answer.accept(c);
    } else if (at == At.ACTION) {
      Brackets brackets = call == null ? new Brackets() : call;
      call = brackets;
      boolean closed = brackets.accept(c);
      if (mayEndAction(c, closed, brackets)) {
        look();
      } else if (text.length() >= nextLook && (c == '\n' || c == '>')) {
        nextLook = 3 * text.length();
        look();
      }
    } else if (at != At.UNTOLD) {
      boolean tagEnd = (c == '>' || c == ']') && beginsReasoning();
      if (!tagEnd) {
        outside(c);
      }
    }
  }

  /** Notes reasoning that begins or ends with the last character; what came before is forgotten. */
  private boolean beginsReasoning() {
    int start = tagStart();
    if (start < 0) {
      return false;
    }
    String tag = text.substring(start);
    Reasoning.Tag opening = Reasoning.opening(tag, 0);
    if (opening != null && opening.end() == tag.length()) {
      if (isQuoted(start)) {
        return false;
      }
      if (at == At.LEAD && !onlyBlanks(lead, start)) {
        at = At.PROSE;
      }
      reasoning = opening;
      return true;
    }
    Reasoning.Span closing = Reasoning.nextClosing(tag, 0);
    if (closing != null && closing.start() == 0 && closing.end() == tag.length()) {
      restart();
      return true;
    }
    return false;
  }

  private void endReasoning(char c) {
    Reasoning.Tag open = reasoning;
    if (open == null || c != (open.square() ? ']' : '>')) {
      return;
    }
    int start = tagStart();
    if (start >= 0 && open.closingAt(text.substring(start), 0) == 0) {
      reasoning = null;
      if (at == At.LEAD) {
        lead = text.length();
      }
      reasoningEnded();
    }
  }

  /** A closing tag without an opening one: everything before it was reasoning. */
  private void restart() {
    at = At.LEAD;
    lead = text.length();
    reasoningEnded();
  }

  /** Returns the index of the bracket that the last character closes, or -1. */
  final int tagStart() {
    char open = text.charAt(text.length() - 1) == ']' ? '[' : '<';
    for (int i = text.length() - 2; i >= 0 && text.length() - i <= LONGEST_TAG; i--) {
      if (text.charAt(i) == open) {
        return i;
      }
    }
    return -1;
  }

  /** Returns whether an open quotation mark stands before the place. */
  final boolean isQuoted(int start) {
    int from = Math.max(0, start - 400);
    return Chars.isQuoted(text.substring(from, start), start - from);
  }

  private boolean onlyBlanks(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!Chars.isBlank(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Has the parser look whether the reply so far is a complete call. */
  final void look() {
    if (looked > 3L * text.length() + FREE_LOOKS) {
      return;
    }
    looked += text.length();
    Parsed parsed = protocol.parse(text.toString(), Finish.LENGTH, tools);
    if (parsed instanceof Parsed.Action complete) {
      int last = text.length() - 1;
      if (text.charAt(last) == '<') {
        text.setLength(last); // it began what stands behind the call
      }
      action = complete;
    }
  }

  // ---- what the two forms tell ----

  /** Takes a character outside of reasoning, actions and answers. */
  abstract void outside(char c);

  /**
   * Returns whether the character may end a call.
   *
   * @param closed whether it closes the last open bracket
   */
  abstract boolean mayEndAction(char c, boolean closed, Brackets brackets);

  /** Reasoning has ended with the last character. */
  void reasoningEnded() {}

  final At at() {
    return at;
  }

  /** Returns the text so far, to be read only. */
  final StringBuilder soFar() {
    return text;
  }

  /**
   * The first step or thought begins at the place; returns whether it counts, because nothing but
   * blanks, tokens of the template and reasoning stands before it.
   */
  final boolean begins(int start) {
    if (at == At.LEAD) {
      at = onlyTemplate(start) ? At.STEPS : At.PROSE;
    }
    return at == At.STEPS;
  }

  private boolean onlyTemplate(int step) {
    String before = Chars.trim(text.substring(lead, step));
    boolean thinks = before.contains("analysis<|message|>") || before.contains("_THINKING|>");
    return before.isEmpty()
        || (before.startsWith("<|") && before.endsWith(TEMPLATE_END) && !thinks);
  }

  final void actionBegins() {
    at = At.ACTION;
  }

  final AnswerSentences answerBegins(boolean labels) {
    at = At.ANSWER;
    AnswerSentences sentences = new AnswerSentences(labels);
    answer = sentences;
    return sentences;
  }

  final void waitForTheEnd() {
    at = At.UNTOLD;
  }

  @Override
  public final String text() {
    return text.toString();
  }

  @Override
  public final String answer() {
    return answer == null ? "" : answer.certain();
  }
}
