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
          new Name(Kind.FINAL, "answer"));

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
