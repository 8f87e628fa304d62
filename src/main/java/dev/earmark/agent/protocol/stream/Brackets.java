package dev.earmark.agent.protocol.stream;

import dev.earmark.agent.protocol.lex.Chars;

/**
 * Follows brackets and quoted texts through a call, character by character. It only tells where a
 * look is worth its cost; the protocol's parser decides, so that a wrong guess costs time at most.
 */
final class Brackets {
  private static final int OPEN_CURLY_QUOTE = 0x201C;
  private static final char CLOSE_CURLY_QUOTE = '\u201D';

  private int depth;
  private char quote; // the character that ends the text that is open, or 0
  private boolean escaped;
  private boolean any;
  private char before = ' '; // the last character that was no blank

  /** Takes the next character; returns whether it closed the last open bracket. */
  boolean accept(char c) {
    if (quote != 0) {
      inText(c);
      return false;
    }
    boolean closed = false;
    if (opensText(c)) {
      quote = c == OPEN_CURLY_QUOTE ? CLOSE_CURLY_QUOTE : c;
    } else {
      char n = Chars.narrow(c);
      if (n == '(' || n == '{' || n == '[') {
        depth++;
      } else if ((n == ')' || n == '}' || n == ']') && depth > 0) {
        depth--;
        closed = depth == 0;
        any |= closed;
      }
    }
    before = Chars.isBlank(c) ? before : Chars.narrow(c);
    return closed;
  }

  private void inText(char c) {
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == quote) {
      quote = 0;
      any |= depth == 0;
      before = c;
    }
  }

  /** An apostrophe or a curly quote begins a text only where a value can begin. */
  private boolean opensText(char c) {
    return c == '"' || ((c == '\'' || c == OPEN_CURLY_QUOTE) && "({[,:=".indexOf(before) >= 0);
  }

  /** Returns whether a bracket or a quoted text was open and is closed. */
  boolean hasClosed() {
    return any;
  }

  /** Returns whether neither a bracket nor a quoted text is open. */
  boolean balanced() {
    return depth == 0 && quote == 0;
  }
}
