package dev.earmark.agent.protocol.stream;

import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Labels;
import dev.earmark.agent.protocol.lex.Labels.Kind;
import dev.earmark.agent.protocol.lex.Labels.Label;
import org.jspecify.annotations.Nullable;

/** A growing reply of the text protocol; labels are seen with their colon. */
public final class TextReply extends GrowingReply {
  private static final int LONGEST_LABEL = 80;

  private int line; // where the current line begins
  private boolean observes; // whether an observation was begun behind the action
  private boolean labelled; // whether the label of this line has been seen

  /** Begins a reply. */
  public TextReply(Protocol protocol, ToolIndex tools) {
    super(protocol, tools);
  }

  private @Nullable Label label(char c) {
    int length = soFar().length() - line;
    boolean colon = Chars.narrow(c) == ':';
    if (labelled || !(colon || isBreak(c)) || length > LONGEST_LABEL) {
      return null;
    }
    Label label = Labels.at(soFar().substring(line), 0);
    labelled = label != null;
    return label;
  }

  private static boolean isBreak(char c) {
    return c == '\n' || c == '\r';
  }

  private void lineEnded(char c) {
    if (isBreak(c)) {
      line = soFar().length();
      labelled = false;
    }
  }

  @Override
  void reasoningEnded() {
    // What stands behind reasoning begins a line, wherever it stands.
    line = soFar().length();
    labelled = false;
  }

  @Override
  void outside(char c) {
    Label label = label(c);
    if (label != null && begins(line)) {
      if (label.kind() == Kind.ACTION) {
        actionBegins();
      } else if (label.kind() == Kind.FINAL) {
        boolean plain = Chars.narrow(c) == ':' && isPlain();
        AnswerSentences answer = answerBegins(/* labels= */ true);
        if (!plain) {
          answer.hold();
        }
      }
    }
    if (isBreak(c) && isFence()) {
      waitForTheEnd();
    }
    lineEnded(c);
  }

  /** Returns whether the label of this line is in no kind of print. */
  private boolean isPlain() {
    for (int i = line; i < soFar().length(); i++) {
      if ("*_`#".indexOf(soFar().charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isFence() {
    int at = line;
    while (at < soFar().length() && Chars.isBlank(soFar().charAt(at))) {
      at++;
    }
    return soFar().indexOf("```", at) == at;
  }

  /**
   * A call is complete with the end of its line, because the line may go on, or with a label that
   * shows that no input comes.
   */
  @Override
  boolean mayEndAction(char c, boolean closed, Brackets brackets) {
    if (observes && !Chars.isBlank(c)) {
      observes = false;
      return true;
    }
    Label label = brackets.balanced() ? label(c) : null;
    observes |= label != null && label.kind() == Kind.OBSERVATION; // alone it is a rest of a stop
    boolean line = isBreak(c) && brackets.balanced() && brackets.hasClosed();
    boolean ends = line || (label != null && label.kind() != Kind.INPUT);
    lineEnded(c);
    return ends;
  }
}
