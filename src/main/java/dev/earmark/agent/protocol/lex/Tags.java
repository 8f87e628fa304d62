package dev.earmark.agent.protocol.lex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the tags of the XML protocol, in any case and with blanks before the bracket. */
public final class Tags {
  /** What a tag encloses. */
  public enum Kind {
    THOUGHT,
    ACTION,
    OBSERVATION,
    FINAL
  }

  /**
   * A tag.
   *
   * @param start the index of its bracket
   * @param end the index behind it
   */
  public record Tag(Kind kind, int start, int end) {}

  private record Name(Kind kind, String text) {}

  private static final List<Name> NAMES =
      List.of(
          new Name(Kind.THOUGHT, "thought"),
          new Name(Kind.ACTION, "action"),
          new Name(Kind.OBSERVATION, "observation"),
          new Name(Kind.FINAL, "final_answer"),
          new Name(Kind.FINAL, "final-answer"),
          new Name(Kind.FINAL, "finalanswer"),
          new Name(Kind.FINAL, "final answer"),
          new Name(Kind.FINAL, "answer"),
          new Name(Kind.THOUGHT, "思考"),
          new Name(Kind.ACTION, "行动"),
          new Name(Kind.OBSERVATION, "观察"),
          new Name(Kind.FINAL, "最终答案"));

  private static final int LONGEST_ATTRIBUTES = 120;

  private Tags() {}

  /** Returns the opening tag at the place, or null. */
  public static @Nullable Tag opening(String text, int i) {
    return text.charAt(i) == '<' ? tag(text, i, i + 1) : null;
  }

  /** Returns the closing tag at the place, or null. */
  public static @Nullable Tag closing(String text, int i) {
    return text.startsWith("</", i) ? tag(text, i, i + 2) : null;
  }

  private static @Nullable Tag tag(String text, int start, int nameAt) {
    for (Name name : NAMES) {
      if (Chars.at(text, nameAt, name.text())) {
        int close = Chars.skipBlanks(text, nameAt + name.text().length());
        if (close < text.length() && text.charAt(close) == '>') {
          return new Tag(name.kind(), start, close + 1);
        }
        int attributes = nameAt + name.text().length();
        int end = start + 1 == nameAt && close > attributes ? attributesEnd(text, close) : -1;
        if (end > 0) {
          return new Tag(name.kind(), start, end);
        }
      }
    }
    return null;
  }

  /** Goes over {@code key="value"} pairs and the bracket; -1 where something else stands. */
  private static int attributesEnd(String text, int from) {
    int limit = Math.min(text.length(), from + LONGEST_ATTRIBUTES);
    int i = from;
    while (i < limit) {
      int key = i;
      while (i < limit && Chars.isName(text.charAt(i)) && text.charAt(i) != '/') {
        i++;
      }
      if (i == key || i + 1 >= limit || text.charAt(i) != '=') {
        return -1;
      }
      char quote = text.charAt(i + 1);
      if (quote != '"' && quote != '\'') {
        return -1;
      }
      int close = i + 2;
      while (close < limit && text.charAt(close) != quote) {
        close++;
      }
      if (close >= limit) {
        return -1;
      }
      i = Chars.skipBlanks(text, close + 1);
      int bracket = i < limit && text.charAt(i) == '/' ? i + 1 : i;
      if (bracket < limit && text.charAt(bracket) == '>') {
        return bracket + 1;
      }
    }
    return -1;
  }

  /** Returns the value of the attribute in the tag, or null. */
  public static @Nullable String attribute(String text, Tag tag, String name) {
    String inside = text.substring(tag.start(), tag.end());
    for (char quote : new char[] {'"', '\''}) {
      int at = inside.indexOf(" " + name + "=" + quote);
      if (at >= 0) {
        int from = at + name.length() + 3;
        return Chars.trim(inside.substring(from, inside.indexOf(quote, from)));
      }
    }
    return null;
  }

  /** Returns the first closing tag of the kind at or after {@code from}, or null. */
  public static @Nullable Tag nextClosing(String text, Kind kind, int from) {
    for (int i = text.indexOf("</", from); i >= 0; i = text.indexOf("</", i + 1)) {
      Tag tag = closing(text, i);
      if (tag != null && tag.kind() == kind) {
        return tag;
      }
    }
    return null;
  }

  /** Returns the first opening tag of one of the kinds in the part of the text, or null. */
  public static @Nullable Tag nextOpening(String text, List<Kind> kinds, int from, int to) {
    for (int i = text.indexOf('<', from); i >= 0 && i < to; i = text.indexOf('<', i + 1)) {
      Tag tag = opening(text, i);
      if (tag != null && kinds.contains(tag.kind())) {
        return tag;
      }
    }
    return null;
  }
}
