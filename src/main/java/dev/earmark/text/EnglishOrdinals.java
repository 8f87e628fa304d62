package dev.earmark.text;

import dev.earmark.text.Ordinals.Found;
import dev.earmark.text.Ordinals.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds English section expressions. */
final class EnglishOrdinals {
  private static final String UNIT =
      "chapters?|episodes?|sections?|parts?|tracks?|lessons?|story|tale|fable|ch\\.?|ep\\.?";
  private static final Pattern UNIT_WORD =
      Pattern.compile("\\b(" + UNIT + ")\\s+(?:number\\s+|no\\.?\\s+|#\\s*|the\\s+)?");
  private static final Pattern NUMBER_WORD = Pattern.compile("\\b(?:number|no\\.)\\s+|#\\s*");
  private static final Pattern AFTER_ORDINAL = Pattern.compile("\\s+(" + UNIT + "|one)\\b");
  private static final Pattern LAST =
      Pattern.compile(
          "\\b(?:the\\s+)?(?:very\\s+)?(?:last|final|latest|newest)\\s+(" + UNIT + ")\\b");
  private static final Pattern VAGUE =
      Pattern.compile(
          "\\b(?:something|some|odd|or so|ish|umpteen|whatever|or\\s+(?=\\w+\\s*$))\\b");
  private static final Pattern VAGUE_BEFORE =
      Pattern.compile("(?:some|umpteen|whatever|something)\\b.*");

  /** No book has such a section: more digits than a number can have, or a number below zero. */
  private static final Pattern IMPOSSIBLE =
      Pattern.compile("\\d{19,}|(?:minus|negative)\\s+(?:[a-z]+|\\d+)\\b|[-\\u2212\\uff0d]\\d+");

  /** Words that sound like numbers; only believed right behind a unit word. */
  private static final Map<String, Integer> NEAR =
      Map.ofEntries(
          Map.entry("won", 1),
          Map.entry("wan", 1),
          Map.entry("to", 2),
          Map.entry("too", 2),
          Map.entry("tu", 2),
          Map.entry("tree", 3),
          Map.entry("free", 3),
          Map.entry("for", 4),
          Map.entry("fore", 4),
          Map.entry("fife", 5),
          Map.entry("sicks", 6),
          Map.entry("sex", 6),
          Map.entry("heaven", 7),
          Map.entry("ate", 8),
          Map.entry("nein", 9),
          Map.entry("mine", 9),
          Map.entry("tan", 10),
          Map.entry("tin", 10),
          Map.entry("a leaven", 11),
          Map.entry("for teen", 14),
          Map.entry("fourteam", 14),
          Map.entry("for team", 14),
          Map.entry("fif teen", 15),
          Map.entry("fifth team", 15),
          Map.entry("sick steen", 16),
          Map.entry("sixth team", 16),
          Map.entry("eighteam", 18),
          Map.entry("eight team", 18),
          Map.entry("eight teen", 18),
          Map.entry("night team", 19),
          Map.entry("nine team", 19),
          Map.entry("nine teen", 19),
          Map.entry("night in", 19),
          Map.entry("plenty", 20),
          Map.entry("for tea", 40),
          Map.entry("for ty", 40));

  /** What may follow "for", "to" or "too" where they are no numbers: "read the chapter to me". */
  private static final Pattern PREPOSITION_USE =
      Pattern.compile(
          "(?:for|to|too)\\s+(?:me|us|him|her|them|the|my|a|an|it|this|that|you|kids|bed|sleep)\\b.*");

  private static final Pattern ROMAN = Pattern.compile("(x{0,3}(?:ix|iv|v?i{0,3}))\\b");

  private EnglishOrdinals() {}

  static Optional<Found> find(String original) {
    String text = original.toLowerCase(Locale.ROOT);
    Found best = behindUnit(text);
    if (best == null) {
      best = beforeUnit(text);
    }
    if (best == null) {
      Matcher last = LAST.matcher(text);
      best =
          last.find() ? new Found(Kind.LAST, 0, last.start(), last.end(), /* unit= */ true) : null;
    }
    if (best == null) {
      best = behindNumberWord(text);
    }
    return Optional.ofNullable(best);
  }

  /** "chapter three", "episode two oh three", "chapter for", "chapter xii". */
  private static @Nullable Found behindUnit(String text) {
    Found best = null;
    Matcher unit = UNIT_WORD.matcher(text);
    while (unit.find()) {
      Found found = readBehind(text, unit.start(), unit.end());
      if (found != null) {
        best = found;
      }
    }
    return best;
  }

  private static @Nullable Found readBehind(String text, int start, int at) {
    if (at >= text.length()) {
      return null;
    }
    String rest = text.substring(at);
    if (VAGUE_BEFORE.matcher(rest).matches()) {
      return new Found(Kind.UNCLEAR, 0, start, text.length(), /* unit= */ true);
    }
    Matcher impossible = IMPOSSIBLE.matcher(rest);
    if (impossible.lookingAt()) {
      return new Found(Kind.UNCLEAR, 0, start, at + impossible.end(), /* unit= */ true);
    }
    NumberWords.Found number = EnglishNumbers.at(text, at);
    Found near = near(rest, start, at);
    if (near != null && (number == null || near.end() > number.end())) {
      return near;
    }
    if (number == null) {
      Matcher roman = ROMAN.matcher(rest);
      boolean numeral =
          roman.lookingAt() && !roman.group(1).isEmpty() && !roman.group(1).equals("i");
      return numeral
          ? Found.number(roman(roman.group(1)), start, at + roman.end(1), /* unit= */ true)
          : null;
    }
    Matcher vague = VAGUE.matcher(text).region(number.end(), text.length());
    if (vague.find() && text.substring(number.end(), vague.start()).isBlank()) {
      return new Found(Kind.UNCLEAR, 0, start, vague.end(), /* unit= */ true);
    }
    return Found.number(number.value(), start, number.end(), /* unit= */ true);
  }

  private static @Nullable Found near(String rest, int start, int at) {
    if (PREPOSITION_USE.matcher(rest).matches()) {
      return null;
    }
    String[] words = rest.strip().split("[\\s-]+", -1);
    for (int count = Math.min(2, words.length); count > 0; count--) {
      String candidate = count == 2 ? words[0] + " " + words[1] : words[0];
      Integer value = NEAR.get(candidate);
      if (value != null) {
        return Found.number(value, start, at + candidate.length(), /* unit= */ true);
      }
    }
    return null;
  }

  private static int roman(String numeral) {
    int value = 0;
    for (int i = 0; i < numeral.length(); i++) {
      int here = romanDigit(numeral.charAt(i));
      int next = i + 1 < numeral.length() ? romanDigit(numeral.charAt(i + 1)) : 0;
      value += here < next ? -here : here;
    }
    return value;
  }

  private static int romanDigit(char c) {
    return c == 'x' ? 10 : c == 'v' ? 5 : 1;
  }

  /** "the third chapter", "the 12th episode". */
  private static @Nullable Found beforeUnit(String text) {
    Found best = null;
    for (int i = 0; i < text.length(); i++) {
      NumberWords.Found number = EnglishNumbers.at(text, i);
      if (number == null) {
        continue;
      }
      Matcher unit = AFTER_ORDINAL.matcher(text).region(number.end(), text.length());
      boolean ordinal = text.substring(number.start(), number.end()).matches(".*(?:st|nd|rd|th)");
      boolean namesUnit =
          unit.lookingAt() && !unit.group(1).equals("one") && !unit.group(1).endsWith("s");
      if (namesUnit && ordinal) {
        int start = text.startsWith("the ", Math.max(0, i - 4)) && i >= 4 ? i - 4 : i;
        best = Found.number(number.value(), start, unit.end(), /* unit= */ true);
      }
      i = number.end() - 1;
    }
    return best;
  }

  /** "number two", "no. 5". */
  private static @Nullable Found behindNumberWord(String text) {
    Found best = null;
    Matcher word = NUMBER_WORD.matcher(text);
    while (word.find()) {
      NumberWords.Found number =
          word.end() < text.length() ? EnglishNumbers.at(text, word.end()) : null;
      if (number != null) {
        best = Found.number(number.value(), word.start(), number.end(), /* unit= */ false);
      }
    }
    return best;
  }
}
