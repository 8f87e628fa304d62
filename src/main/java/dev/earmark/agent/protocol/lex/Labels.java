package dev.earmark.agent.protocol.lex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the labels of the text protocol at the beginning of lines, however they are decorated. */
public final class Labels {
  /** What a label introduces. */
  public enum Kind {
    THOUGHT,
    ACTION,
    INPUT,
    OBSERVATION,
    FINAL,
    QUESTION
  }

  /**
   * A label.
   *
   * @param start the beginning of its line
   * @param valueStart the index behind its colon
   * @param bold whether bold print began before it and was not ended before its colon
   */
  public record Label(Kind kind, int start, int valueStart, boolean bold) {}

  private record Word(Kind kind, String text) {}

  /** Longer words first, so that "action input" is not taken for "action". */
  private static final List<Word> WORDS =
      List.of(
          new Word(Kind.FINAL, "final answer"),
          new Word(Kind.FINAL, "final_answer"),
          new Word(Kind.FINAL, "final-answer"),
          new Word(Kind.FINAL, "finalanswer"),
          new Word(Kind.FINAL, "final response"),
          new Word(Kind.FINAL, "answer"),
          new Word(Kind.FINAL, "最终答案"),
          new Word(Kind.FINAL, "最终回答"),
          new Word(Kind.FINAL, "最终回复"),
          new Word(Kind.FINAL, "答案"),
          new Word(Kind.INPUT, "action input"),
          new Word(Kind.INPUT, "action_input"),
          new Word(Kind.INPUT, "action-input"),
          new Word(Kind.INPUT, "actioninput"),
          new Word(Kind.INPUT, "tool input"),
          new Word(Kind.INPUT, "tool_input"),
          new Word(Kind.INPUT, "arguments"),
          new Word(Kind.INPUT, "parameters"),
          new Word(Kind.INPUT, "args"),
          new Word(Kind.INPUT, "input"),
          new Word(Kind.INPUT, "行动输入"),
          new Word(Kind.INPUT, "动作输入"),
          new Word(Kind.INPUT, "行动参数"),
          new Word(Kind.INPUT, "动作参数"),
          new Word(Kind.INPUT, "工具输入"),
          new Word(Kind.INPUT, "工具参数"),
          new Word(Kind.INPUT, "输入"),
          new Word(Kind.INPUT, "参数"),
          new Word(Kind.ACTION, "action"),
          new Word(Kind.ACTION, "行动"),
          new Word(Kind.ACTION, "动作"),
          new Word(Kind.ACTION, "调用工具"),
          new Word(Kind.THOUGHT, "thoughts"),
          new Word(Kind.THOUGHT, "thought"),
          new Word(Kind.THOUGHT, "思考过程"),
          new Word(Kind.THOUGHT, "思考"),
          new Word(Kind.OBSERVATION, "observation"),
          new Word(Kind.OBSERVATION, "观察结果"),
          new Word(Kind.OBSERVATION, "观察"),
          new Word(Kind.QUESTION, "question"));

  /** What a label can begin with. */
  private static final String FIRST = "fFaAtToOqQiIpP最行动工输调思观答参";

  private Labels() {}

  /** Returns the label of the line that begins at {@code lineStart}, or null. */
  public static @Nullable Label at(String text, int lineStart) {
    int i = Chars.skipLineBlanks(text, lineStart);
    int word = skipDecoration(text, i);
    Word match = word(text, word);
    if (match == null) {
      return null;
    }
    String decoration = text.substring(i, word);
    int end = word + match.text().length();
    if (decoration.indexOf('【') >= 0) {
      return inBrackets(text, lineStart, end, match.kind());
    }
    end = skipClosers(text, end, decoration.indexOf('[') >= 0);
    if (end < text.length() && Chars.narrow(text.charAt(end)) == ':') {
      return withColon(text, lineStart, end + 1, match.kind(), decoration);
    }
    boolean heading = decoration.indexOf('#') >= 0 || decoration.indexOf("**") >= 0;
    boolean alone = end >= text.length() || text.charAt(end) == '\n' || text.charAt(end) == '\r';
    return heading && alone ? new Label(match.kind(), lineStart, end, /* bold= */ false) : null;
  }

  /** {@code 【行动】} needs no colon behind it. */
  private static @Nullable Label inBrackets(String text, int lineStart, int wordEnd, Kind kind) {
    int close = skipClosers(text, wordEnd, /* bracket= */ false);
    if (close >= text.length() || text.charAt(close) != '】') {
      return null;
    }
    int value = skipClosers(text, close + 1, /* bracket= */ false);
    boolean colon = value < text.length() && Chars.narrow(text.charAt(value)) == ':';
    return new Label(kind, lineStart, colon ? value + 1 : close + 1, /* bold= */ false);
  }

  private static Label withColon(
      String text, int lineStart, int afterColon, Kind kind, String decoration) {
    boolean open = decoration.contains("**") || decoration.contains("__");
    int colon = afterColon - 1;
    boolean closedBefore = colon > 1 && isMark(text.charAt(colon - 1));
    int value = Chars.skipLineBlanks(text, afterColon);
    boolean closesAfter = open && (text.startsWith("**", value) || text.startsWith("__", value));
    if (closesAfter && !closedBefore) {
      return new Label(kind, lineStart, value + 2, /* bold= */ false);
    }
    return new Label(kind, lineStart, afterColon, open && !closedBefore);
  }

  private static @Nullable Word word(String text, int at) {
    if (at >= text.length()) {
      return null;
    }
    if (FIRST.indexOf(text.charAt(at)) < 0) {
      return null; // most lines begin with something else
    }
    for (Word word : WORDS) {
      if (Chars.at(text, at, word.text())) {
        return word;
      }
    }
    return null;
  }

  /**
   * Goes over list marks, headings, bold print, backticks, brackets, symbols and numbers. A {@code
   * >} is none of them: what it begins is quoted.
   */
  private static int skipDecoration(String text, int from) {
    int i = from;
    while (i < text.length() && i - from < 16) {
      char c = text.charAt(i);
      boolean number = c >= '0' && c <= '9';
      boolean arrow = c == '>' && i > from && "-=".indexOf(text.charAt(i - 1)) >= 0;
      if (isMark(c) || "#-=•【[".indexOf(c) >= 0 || arrow || Chars.isLineBlank(c)) {
        i++;
      } else if (c > 127 && isSymbol(text.codePointAt(i))) {
        i += Character.charCount(text.codePointAt(i));
      } else if (number && numberMark(text, i) > 0) {
        i = numberMark(text, i);
      } else {
        return i;
      }
    }
    return i;
  }

  /** Small pictures in front of a label, with the selectors of their form. */
  private static boolean isSymbol(int codePoint) {
    return Character.getType(codePoint) == Character.OTHER_SYMBOL
        || (codePoint >= 0xFE00 && codePoint <= 0xFE0F);
  }

  private static int numberMark(String text, int from) {
    int i = from;
    while (i < text.length() && i - from < 3 && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    boolean mark = i < text.length() && (text.charAt(i) == '.' || text.charAt(i) == ')');
    return mark ? i + 1 : -1;
  }

  /** Goes over a number, a bracket and the end of bold print between a label and its colon. */
  private static int skipClosers(String text, int from, boolean bracket) {
    int i = from;
    while (i < text.length() && i - from < 12) {
      char c = text.charAt(i);
      boolean number = Chars.narrow(c) >= '0' && Chars.narrow(c) <= '9';
      if (!number && !isMark(c) && !Chars.isLineBlank(c) && !(bracket && c == ']')) {
        return i;
      }
      i++;
    }
    return i;
  }

  private static boolean isMark(char c) {
    return c == '*' || c == '_' || c == '`';
  }

  /** Returns the first label on a line that begins at or after {@code from} (a line's start). */
  public static @Nullable Label next(String text, int from) {
    int line = from;
    while (line < text.length()) {
      Label label = at(text, line);
      if (label != null) {
        return label;
      }
      int end = Chars.lineEnd(text, line);
      if (end >= text.length()) {
        return null;
      }
      line = Chars.nextLine(text, end);
    }
    return null;
  }

  /** Returns the first label on a later line than the one that holds {@code from}. */
  public static @Nullable Label nextAfterLine(String text, int from) {
    int end = Chars.lineEnd(text, from);
    return end >= text.length() ? null : next(text, Chars.nextLine(text, end));
  }

  /**
   * Returns the first label of the kind inside of a line in its usual spelling, at or after {@code
   * from} and before {@code to}, or null.
   */
  public static @Nullable Label inline(String text, Kind kind, int from, int to) {
    List<String> words =
        switch (kind) {
          case ACTION -> List.of("Action", "行动", "动作", "调用工具");
          case INPUT -> List.of("Action Input", "Action_Input", "ActionInput", "行动输入", "动作输入");
          case FINAL -> List.of("Final Answer", "最终答案", "最终回答");
          case THOUGHT -> List.of("Thought", "思考");
          case OBSERVATION -> List.of("Observation", "观察");
          case QUESTION -> List.of("Question");
        };
    Label first = null;
    for (String word : words) {
      for (int i = text.indexOf(word, from); i >= 0 && i < to; i = text.indexOf(word, i + 1)) {
        int colon = Chars.skipLineBlanks(text, i + word.length());
        boolean apart =
            i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1)) || word.charAt(0) > 127;
        boolean quoted = i > 1 && text.startsWith("| ", i - 2);
        if (apart && !quoted && colon < text.length() && Chars.narrow(text.charAt(colon)) == ':') {
          if (first == null || i < first.start()) {
            first = new Label(kind, i, colon + 1, /* bold= */ false);
          }
          break;
        }
      }
    }
    return first;
  }
}
