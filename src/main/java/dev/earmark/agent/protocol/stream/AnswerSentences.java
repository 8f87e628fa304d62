package dev.earmark.agent.protocol.stream;

import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Labels;
import java.util.Locale;
import java.util.Set;

/**
 * The sentences of an answer that are certain while the rest is still to come.
 *
 * <p>A sentence is certain with the first character behind it, unless its line may be a label.
 * Whatever could turn out to be something else than words (a tag, a fence, JSON, a token of the
 * template) holds back everything from there on; the end of the reply tells it. Linear: every
 * character is looked at a fixed number of times.
 */
final class AnswerSentences {
  /** Enough to begin to speak; what follows is told with the end of the reply. */
  private static final int LONGEST = 2_000;

  private static final String ENDS = "。！？；～!?";
  private static final String CLOSERS = "”’）」』】》\")";
  private static final String SUSPICIOUS = "<[{`|";
  private static final Set<String> ABBREVIATIONS =
      Set.of("mr", "mrs", "ms", "dr", "st", "vs", "etc", "no", "vol", "ch", "eg", "ie");

  private final boolean labels;
  private final StringBuilder answer = new StringBuilder();
  private int line; // where the current line begins
  private int end = -1; // behind the sentence that seems to have ended, or -1
  private int certain;
  private boolean held;

  /**
   * @param labels whether a line may be a label that ends the answer
   */
  AnswerSentences(boolean labels) {
    this.labels = labels;
  }

  /** Returns the sentences that are certain: always a beginning of the whole answer. */
  String certain() {
    return answer.substring(0, certain);
  }

  /** Tells that nothing more is certain before the reply has ended. */
  void hold() {
    held = true;
  }

  void accept(char c) {
    if (held || (answer.length() == 0 && Chars.isBlank(c))) {
      return;
    }
    if (SUSPICIOUS.indexOf(c) >= 0 || answer.length() >= LONGEST) {
      held = true;
      return;
    }
    boolean lineBreak = c == '\n' || c == '\r';
    if (end >= 0 && !(end == answer.length() && goesOn(c))) {
      settle();
    } else if (lineBreak && end < 0) {
      end = answer.length();
      settle();
    }
    answer.append(c);
    if (lineBreak) {
      line = answer.length();
    } else if (ENDS.indexOf(c) >= 0 || (end >= 0 && CLOSERS.indexOf(c) >= 0)) {
      end = answer.length();
    } else if (Chars.isBlank(c) && stopBefore()) {
      end = answer.length() - 1;
      settle();
    }
  }

  private static boolean goesOn(char c) {
    return ENDS.indexOf(c) >= 0 || CLOSERS.indexOf(c) >= 0;
  }

  /** Makes the sentence certain whose end is known, unless its line is a label. */
  private void settle() {
    int to = end;
    while (to > certain && Chars.isBlank(answer.charAt(to - 1))) {
      to--;
    }
    end = -1;
    if (labels && line < to && Labels.at(answer.substring(line, to), 0) != null) {
      held = true;
      return;
    }
    for (int i = certain; i < to; i++) {
      if (Character.isLetterOrDigit(answer.charAt(i))) {
        certain = to;
        return;
      }
    }
  }

  /** Returns whether a full stop that ends a sentence stands before the last character. */
  private boolean stopBefore() {
    int dot = answer.length() - 2;
    if (dot < 1 || answer.charAt(dot) != '.' || dot < certain) {
      return false;
    }
    int from = dot;
    while (from > line && Character.isLetterOrDigit(answer.charAt(from - 1))) {
      from--;
    }
    String word = answer.substring(from, dot).toLowerCase(Locale.ROOT);
    boolean closer = word.isEmpty() && CLOSERS.indexOf(answer.charAt(dot - 1)) >= 0;
    boolean number = !word.isEmpty() && word.chars().allMatch(Character::isDigit);
    return closer || (word.length() > 1 && !number && !ABBREVIATIONS.contains(word));
  }
}
