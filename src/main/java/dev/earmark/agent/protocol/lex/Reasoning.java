package dev.earmark.agent.protocol.lex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the reasoning blocks that models put before or between their steps. */
public final class Reasoning {
  private static final List<String> NAMES =
      List.of("thinking", "think", "reasoning", "reflection", "seed:think");

  private Reasoning() {}

  /**
   * A reasoning tag.
   *
   * @param name the tag's name
   * @param square whether it is written {@code [THINK]}
   * @param end the index behind it
   */
  public record Tag(String name, boolean square, int end) {
    /** Returns the index of the closing tag at or after {@code from}, or -1. */
    public int closingAt(String text, int from) {
      String open = square ? "[/" : "</";
      for (int i = text.indexOf(open, from); i >= 0; i = text.indexOf(open, i + 1)) {
        if (Chars.at(text, i + 2, name) && tagEnd(text, i + 2 + name.length(), square) > 0) {
          return i;
        }
      }
      return -1;
    }
  }

  /** Returns the opening tag at the place, or null. */
  public static @Nullable Tag opening(String text, int i) {
    return tag(text, i, "<", "[");
  }

  /** Returns the closing tag at the place, or null. */
  public static @Nullable Tag closing(String text, int i) {
    return tag(text, i, "</", "[/");
  }

  private static @Nullable Tag tag(String text, int i, String pointed, String squared) {
    boolean square = text.startsWith(squared, i);
    if (!square && !text.startsWith(pointed, i)) {
      return null;
    }
    int nameAt = i + pointed.length();
    for (String name : square ? List.of("think") : NAMES) {
      if (Chars.at(text, nameAt, name)) {
        int end = tagEnd(text, nameAt + name.length(), square);
        if (end > 0) {
          return new Tag(name, square, end);
        }
      }
    }
    return null;
  }

  private static int tagEnd(String text, int i, boolean square) {
    int close = Chars.skipLineBlanks(text, i);
    return close < text.length() && text.charAt(close) == (square ? ']' : '>') ? close + 1 : -1;
  }

  /** Returns the first opening tag in the part of the text and its index, or null. */
  public static @Nullable Span nextOpening(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '<' || c == '[') {
        Tag tag = opening(text, i);
        if (tag != null) {
          return new Span(i, tag.end());
        }
      }
    }
    return null;
  }

  /** Returns the text without its closed reasoning blocks. */
  public static String without(String text) {
    Span open = nextOpening(text, 0, text.length());
    if (open == null) {
      return text;
    }
    StringBuilder rest = new StringBuilder(text.length());
    int from = 0;
    while (open != null) {
      Span close = nextClosing(text, open.end());
      if (close == null) {
        break;
      }
      rest.append(text, from, open.start());
      from = close.end();
      open = nextOpening(text, from, text.length());
    }
    return rest.append(text, from, text.length()).toString();
  }

  /** Returns the first closing tag at or after {@code from} and its index, or null. */
  public static @Nullable Span nextClosing(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '<' || c == '[') {
        Tag tag = closing(text, i);
        if (tag != null) {
          return new Span(i, tag.end());
        }
      }
    }
    return null;
  }

  /** A part of the text. */
  public record Span(int start, int end) {}
}
