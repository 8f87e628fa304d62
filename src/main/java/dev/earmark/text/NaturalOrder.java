package dev.earmark.text;

import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order in which people count files: what opens a book (序, 楔子, "Prologue"), then numbers by
 * their value, written in digits, in Chinese (第二集 before 第十集, and beside 2) or as English words,
 * then 上 before 中 before 下, all else by characters without regard to case or traditional forms.
 */
public final class NaturalOrder {
  private static final String PARTS = "上中下";
  private static final String UNITS = "集部册卷篇回章 )）]】.-_";

  /** 上 is this and one, so that it comes behind all numbers. */
  private static final long FIRST_PART = 1L << 60;

  private static final long OPENING = -2;
  private static final long TEXT = -1;
  private static final Pattern OPENINGS =
      Pattern.compile(
          "序(?=$|[\\s.)）\\]】_-]|言|章|幕|曲)[言章幕曲]?|楔子|引子|引言|前言|导言|导读|开篇语?|片头"
              + "|(?<![\\p{L}])(?:prologue|preface|foreword|introduction|opening credits)(?![\\p{L}])");

  private NaturalOrder() {}

  /** A name cut into numbers and texts, which is compared in place of the name. */
  public record Key(List<Token> tokens, String name) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int common = Math.min(tokens.size(), other.tokens.size());
      for (int i = 0; i < common; i++) {
        int order = tokens.get(i).compareTo(other.tokens.get(i));
        if (order != 0) {
          return order;
        }
      }
      int order = Integer.compare(tokens.size(), other.tokens.size());
      return order != 0 ? order : name.compareTo(other.name);
    }
  }

  /**
   * A number or a text; numbers come before texts, and what opens a book before both.
   *
   * @param number -1 for a text, -2 for an opening
   */
  public record Token(long number, String text) implements Comparable<Token> {
    @Override
    public int compareTo(Token other) {
      if (rank() != other.rank()) {
        return Integer.compare(rank(), other.rank());
      }
      return number >= 0 ? Long.compare(number, other.number) : text.compareTo(other.text);
    }

    private int rank() {
      if (number == OPENING) {
        return 0;
      }
      return number >= 0 ? 1 : 2;
    }
  }

  /** Returns the key of a name. */
  public static Key key(String name) {
    String text =
        Normalizer.simplify(java.text.Normalizer.normalize(name, java.text.Normalizer.Form.NFKC))
            .toLowerCase(Locale.ROOT);
    List<Token> tokens = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    Matcher opening = OPENINGS.matcher(text);
    int opens = opening.find() ? opening.start() : -1;
    int at = 0;
    while (at < text.length()) {
      if (at == opens) {
        flush(plain, tokens);
        tokens.add(new Token(OPENING, ""));
        at = opening.end();
        continue;
      }
      boolean isOrdinal = text.charAt(at) == '第' && at + 1 < text.length();
      Optional<NumberWords.Found> number = number(text, isOrdinal ? at + 1 : at);
      if (number.isPresent() && number.get().end() > at + (isOrdinal ? 1 : 0)) {
        flush(plain, tokens);
        tokens.add(new Token(number.get().value(), ""));
        at = number.get().end();
      } else {
        plain.append(text.charAt(at));
        at++;
      }
    }
    flush(plain, tokens);
    return new Key(List.copyOf(tokens), name);
  }

  private static void flush(StringBuilder plain, List<Token> tokens) {
    if (!plain.isEmpty()) {
      tokens.add(new Token(TEXT, plain.toString().strip()));
      plain.setLength(0);
    }
  }

  private static Optional<NumberWords.Found> number(String text, int at) {
    char c = text.charAt(at);
    if (Character.isDigit(c)) {
      return digits(text, at);
    }
    int part = PARTS.indexOf(c);
    boolean stands = at + 1 == text.length() || UNITS.indexOf(text.charAt(at + 1)) >= 0;
    if (part >= 0 && stands) {
      return Optional.of(new NumberWords.Found(FIRST_PART + part, at, at + 1));
    }
    if (Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN) {
      return NumberWords.startingAt(text, at, Language.ZH);
    }
    boolean wordStart = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    return wordStart && Character.isLetter(c)
        ? NumberWords.startingAt(text, at, Language.EN)
        : Optional.empty();
  }

  /** Reads digits alone, so that "01 - 02" and "1.5" are two numbers each; 18 digits at most. */
  private static Optional<NumberWords.Found> digits(String text, int at) {
    long value = 0;
    int end = at;
    while (end < text.length() && Character.isDigit(text.charAt(end)) && end - at < 18) {
      value = value * 10 + Character.digit(text.charAt(end), 10);
      end++;
    }
    return Optional.of(new NumberWords.Found(value, at, end));
  }
}
