package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Doubt;
import dev.earmark.agent.protocol.lex.Labels;
import dev.earmark.agent.protocol.lex.Labels.Kind;
import dev.earmark.agent.protocol.lex.Labels.Label;
import dev.earmark.agent.protocol.lex.Reasoning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one reply of the text protocol from its top: thoughts until the first action, answer or
 * native call; that one decides. Labels count at the beginning of lines; inside of a line only
 * where no line begins with one.
 */
final class TextReader {
  private final Steps steps;
  private final String text;
  private final NativeCalls natives;
  private final List<String> thoughts = new ArrayList<>();
  private boolean boldThought;
  private boolean noReasoningEnd;
  private int lastStep = -1; // the start of the last action or answer label, once it is looked for

  TextReader(Steps steps) {
    this.steps = steps;
    this.text = steps.text();
    this.natives = new NativeCalls(steps);
  }

  Found read() {
    Found json = natives.whole();
    if (json != null) {
      return json;
    }
    Label step = firstStep();
    int limit = step == null ? text.length() : step.start();
    NativeCalls.Marker marker = natives.find(limit);
    if (marker != null) {
      Found call = natives.read(marker, thoughtBefore(marker));
      if (call != null) {
        return call;
      }
    }
    if (step == null) {
      // A cut reply may still get a label at the beginning of a line, or the end of its reasoning.
      return steps.cut() ? steps.nothing(thought()) : inlineStep();
    }
    if (step.kind() == Kind.ACTION && Doubt.exampleAbove(text, step.start())) {
      return steps.error(thought(), Reason.MISSING_ACTION, step.start(), "", step.start());
    }
    return step.kind() == Kind.FINAL ? answer(step) : new ActionReader(steps, thought()).read(step);
  }

  /** Collects the thoughts before the first action or answer, and returns that label or null. */
  private @Nullable Label firstStep() {
    int line = 0;
    int thoughtFrom = 0;
    boolean inThought = true; // prose before the first label is a thought too
    boolean labelled = false;
    while (line < text.length()) {
      line = skipData(line);
      if (line >= text.length()) {
        break;
      }
      Label label = Labels.at(text, line);
      if (label != null) {
        addThought(inThought, thoughtFrom, line, labelled);
        labelled = true;
        if (label.kind() == Kind.ACTION || label.kind() == Kind.FINAL) {
          return label;
        }
        inThought = label.kind() == Kind.THOUGHT;
        thoughtFrom = label.valueStart();
        if (inThought && label.bold()) {
          boldThought = true;
        }
      }
      line = lineAfter(label == null ? line : label.valueStart());
    }
    addThought(inThought, thoughtFrom, text.length(), labelled);
    return null;
  }

  /**
   * Returns where the next line begins; reasoning that begins inside of this one is passed over.
   */
  private int lineAfter(int from) {
    int end = Chars.lineEnd(text, from);
    Reasoning.Span open = noReasoningEnd ? null : Reasoning.nextOpening(text, from, end);
    if (open != null && !Chars.isQuoted(text, open.start())) {
      Reasoning.Span close = Reasoning.nextClosing(text, open.end());
      noReasoningEnd = close == null;
      if (close == null && steps.cut()) {
        return text.length();
      }
      if (close != null && close.start() > end) {
        return Chars.skipBlanks(text, close.end());
      }
    }
    return Chars.nextLine(text, end);
  }

  /** Goes over a reasoning block or a fenced example that begins on this line. */
  private int skipData(int line) {
    int at = Chars.skipLineBlanks(text, line);
    Reasoning.Tag reasoning = noReasoningEnd ? null : Reasoning.opening(text, at);
    if (reasoning != null) {
      int closing = reasoning.closingAt(text, reasoning.end());
      noReasoningEnd = closing < 0;
      if (closing < 0) {
        return steps.cut() ? text.length() : line; // its end may still be to come
      }
      return Chars.skipBlanks(text, text.indexOf(reasoning.square() ? ']' : '>', closing) + 1);
    }
    if (!text.startsWith("```", at)) {
      return line;
    }
    int close = at < lastStep() ? text.indexOf("\n```", at + 3) : -1;
    boolean example = close >= 0 && close < lastStep();
    return Chars.nextLine(text, Chars.lineEnd(text, example ? close + 1 : at));
  }

  /** A fence with steps in it is an example only where a step stands behind it. */
  private int lastStep() {
    if (lastStep < 0) {
      lastStep = 0;
      Label label = Labels.next(text, 0);
      while (label != null) {
        if (label.kind() == Kind.ACTION || label.kind() == Kind.FINAL) {
          lastStep = label.start();
        }
        label = Labels.nextAfterLine(text, label.valueStart());
      }
    }
    return lastStep;
  }

  private void addThought(boolean inThought, int from, int to, boolean labelled) {
    if (!inThought) {
      return;
    }
    String thought = Chars.trim(Reasoning.without(text.substring(from, to)));
    if (boldThought && thought.endsWith("**")) {
      thought = Chars.trim(thought.substring(0, thought.length() - 2));
    }
    while (thought.endsWith("```") || thought.startsWith("```")) {
      thought = Chars.trim(thought.replace("```", ""));
    }
    if (!thought.isEmpty() && (labelled || thoughts.isEmpty())) {
      thoughts.add(thought);
    }
  }

  private String thoughtBefore(NativeCalls.Marker marker) {
    String all = thought();
    int at = all.indexOf(marker.token());
    boolean nothing = marker.start() == 0;
    return nothing ? "" : Chars.trim(at < 0 ? all : all.substring(0, at));
  }

  private String thought() {
    return String.join("\n", thoughts);
  }

  /** Labels inside of lines count where no line begins with an action or an answer. */
  private Found inlineStep() {
    Label action = Labels.inline(text, Kind.ACTION, 0, text.length());
    Label answer = Labels.inline(text, Kind.FINAL, 0, text.length());
    action = action != null && isObserved(action.start()) ? null : action;
    answer = answer != null && isObserved(answer.start()) ? null : answer;
    if (action != null && (answer == null || action.start() < answer.start())) {
      Found found = inlineAction(action);
      if (found != null) {
        return found;
      }
    }
    if (answer != null) {
      String before = inlineThought(answer.start());
      return new AnswerReader(steps, before).read(answer);
    }
    Label finish = finishLine();
    return finish == null
        ? steps.nothing(thought())
        : new ActionReader(steps, Chars.trim(thought().replace(lineOf(finish), ""))).read(finish);
  }

  private String lineOf(Label label) {
    return text.substring(label.start(), Chars.lineEnd(text, label.start()));
  }

  /** {@code Finish[answer]} or {@code finish(answer="…")} on a line of its own, without a label. */
  private @Nullable Label finishLine() {
    if (!steps.isFinish("finish")) {
      return null;
    }
    int line = 0;
    while (line < text.length()) {
      if (Chars.at(text, line, "finish[") || Chars.at(text, line, "finish(")) {
        return new Label(Kind.ACTION, line, line, /* bold= */ false);
      }
      line = Chars.nextLine(text, Chars.lineEnd(text, line));
    }
    return null;
  }

  /** An inline action needs a registered name, or an input label behind it. */
  private @Nullable Found inlineAction(Label action) {
    int lineEnd = Chars.lineEnd(text, action.valueStart());
    Label input = Labels.inline(text, Kind.INPUT, action.valueStart(), lineEnd);
    int nameEnd = input == null ? lineEnd : input.start();
    String name = Chars.trim(text.substring(action.valueStart(), nameEnd));
    int end = 0;
    while (end < name.length() && Chars.isName(name.charAt(end))) {
      end++;
    }
    ToolSpec spec = steps.spec(name.substring(0, end));
    boolean quoted = Chars.isQuoted(text, action.start());
    if (quoted || Doubt.before(text, action.start())) {
      return null;
    }
    boolean begins = spec != null && beginsSentence(action.start());
    return begins || input != null
        ? new ActionReader(steps, inlineThought(action.start())).read(action)
        : null;
  }

  /** A label in the middle of a sentence is a word of it. */
  private boolean beginsSentence(int at) {
    int line = text.lastIndexOf('\n', at - 1) + 1;
    Label label = Labels.at(text, line);
    return Doubt.sentenceEnds(text, label == null ? line : Math.min(at, label.valueStart()), at);
  }

  /** Returns whether an observation that the model wrote itself holds the place. */
  private boolean isObserved(int at) {
    Label last = null;
    Label next = Labels.next(text, 0);
    while (next != null && next.start() <= at) {
      last = next;
      next = Labels.nextAfterLine(text, next.valueStart());
    }
    return last != null && last.kind() == Kind.OBSERVATION;
  }

  private String inlineThought(int end) {
    String before = text.substring(0, end);
    Label label = Labels.at(before, 0);
    if (label == null) {
      label = Labels.inline(before, Kind.THOUGHT, 0, end);
    }
    int from = label != null && label.kind() == Kind.THOUGHT ? label.valueStart() : 0;
    return Chars.trim(before.substring(Math.min(from, end)));
  }

  private Found answer(Label label) {
    return new AnswerReader(steps, thought()).read(label);
  }

  /** Reads an answer: to the end of the reply, or to a label that begins something new. */
  static final class AnswerReader {
    private final Steps steps;
    private final String text;
    private final String thought;

    AnswerReader(Steps steps, String thought) {
      this.steps = steps;
      this.text = steps.text();
      this.thought = thought;
    }

    Found read(Label label) {
      Label current = label;
      int end = text.length();
      boolean fences = evenFences(label.valueStart());
      boolean fenced = false;
      boolean ended = false; // a thought ended the answer; only a further answer replaces it
      int lineEnd = Chars.lineEnd(text, label.valueStart());
      while (lineEnd < text.length()) {
        int line = Chars.nextLine(text, lineEnd);
        lineEnd = Chars.lineEnd(text, line);
        if (fences && text.startsWith("```", Chars.skipLineBlanks(text, line))) {
          fenced = !fenced;
        }
        Label next = fenced ? null : Labels.at(text, line);
        if (next == null || next.kind() == Kind.INPUT) {
          continue;
        }
        if (next.kind() == Kind.FINAL) {
          current = next;
          end = text.length();
          ended = false;
        } else if (!ended) {
          end = line;
          ended = true;
        }
        if (next.kind() != Kind.FINAL && next.kind() != Kind.THOUGHT) {
          break;
        }
      }
      return finish(current, end, label.start());
    }

    private Found finish(Label label, int end, int start) {
      String raw = text.substring(label.valueStart(), end);
      if (label.bold()) {
        raw = Chars.trim(raw);
        raw = raw.endsWith("**") ? raw.substring(0, raw.length() - 2) : raw;
      }
      if (steps.cut() && end == text.length()) {
        return steps.error(thought, Reason.TRUNCATED, end, "", start);
      }
      return steps.answer(thought, raw, start, end, /* certain= */ false);
    }

    private boolean evenFences(int from) {
      int fences = 0;
      for (int i = text.indexOf("```", from); i >= 0; i = text.indexOf("```", i + 3)) {
        fences++;
      }
      return fences % 2 == 0;
    }
  }
}
