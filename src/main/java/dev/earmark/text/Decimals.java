package dev.earmark.text;

import dev.earmark.base.Language;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads numbers with a fraction at a place in a text. */
final class Decimals {
  private static final Pattern ARABIC = Pattern.compile("\\d+[.．]\\d+");
  private static final Pattern POINT = Pattern.compile("\\s*\\bpoint\\s+");
  private static final Pattern AND_PART =
      Pattern.compile(
          "\\s+and\\s+(?:(a|one)\\s+)?(half|quarter)\\b|\\s+and\\s+three\\s+quarters\\b");
  private static final Pattern PART =
      Pattern.compile(
          "(?:(?:a|one)\\s+)?(half|quarter|third)\\b|three\\s+quarters\\b|two\\s+thirds\\b");

  private Decimals() {}

  /** Reads at the place; English has to be in lower case. */
  static NumberWords.@Nullable FoundDecimal at(String text, int index, Language language) {
    Matcher arabic = ARABIC.matcher(text).region(index, text.length());
    boolean inside = index > 0 && ".．".indexOf(text.charAt(index - 1)) >= 0;
    if (arabic.lookingAt() && !inside && !digitBefore(text, index)) {
      double value = Double.parseDouble(arabic.group().replace('．', '.'));
      return new NumberWords.FoundDecimal(value, index, arabic.end());
    }
    return language == Language.ZH ? han(text, index) : english(text, index);
  }

  private static boolean digitBefore(String text, int index) {
    return index > 0 && HanNumbers.arabicDigit(text.charAt(index - 1)) >= 0;
  }

  private static NumberWords.@Nullable FoundDecimal han(String text, int index) {
    if (text.startsWith("一半", index)) {
      return new NumberWords.FoundDecimal(0.5, index, index + 2);
    }
    NumberWords.Found whole = HanNumbers.at(text, index);
    if (whole == null) {
      return null;
    }
    int end = whole.end();
    if (text.startsWith("分之", end) && end + 2 < text.length() && whole.value() > 0) {
      NumberWords.Found part = HanNumbers.at(text, end + 2);
      if (part != null) {
        return new NumberWords.FoundDecimal(
            (double) part.value() / whole.value(), index, part.end());
      }
    }
    if (end < text.length() && (text.charAt(end) == '点' || text.charAt(end) == '點')) {
      int at = end + 1;
      StringBuilder digits = new StringBuilder();
      while (at < text.length() && fractionDigit(text.charAt(at)) >= 0) {
        digits.append(fractionDigit(text.charAt(at)));
        at++;
      }
      if (digits.length() > 0 && !(at < text.length() && HanNumbers.isNumeral(text.charAt(at)))) {
        return new NumberWords.FoundDecimal(
            Double.parseDouble(whole.value() + "." + digits), index, at);
      }
    }
    return new NumberWords.FoundDecimal(whole.value(), index, end);
  }

  private static int fractionDigit(char c) {
    int arabic = HanNumbers.arabicDigit(c);
    return arabic >= 0 ? arabic : c == '两' ? -1 : HanNumbers.digit(c);
  }

  private static NumberWords.@Nullable FoundDecimal english(String text, int index) {
    if (index > 0
        && Character.isLetterOrDigit(text.charAt(index - 1))
        && Character.isLetterOrDigit(text.charAt(index))) {
      return null;
    }
    Matcher part = PART.matcher(text).region(index, text.length());
    if (part.lookingAt()) {
      return new NumberWords.FoundDecimal(partValue(part.group()), index, part.end());
    }
    Matcher point = POINT.matcher(text).region(index, text.length());
    if (text.startsWith("point ", index) && point.lookingAt()) {
      return fraction(text, index, 0, point.end());
    }
    NumberWords.Found whole = EnglishNumbers.at(text, index);
    if (whole == null) {
      return null;
    }
    point.region(whole.end(), text.length());
    if (point.lookingAt()) {
      NumberWords.FoundDecimal found = fraction(text, index, whole.value(), point.end());
      if (found != null) {
        return found;
      }
    }
    Matcher and = AND_PART.matcher(text).region(whole.end(), text.length());
    if (and.lookingAt()) {
      return new NumberWords.FoundDecimal(whole.value() + partValue(and.group()), index, and.end());
    }
    return new NumberWords.FoundDecimal(whole.value(), index, whole.end());
  }

  private static double partValue(String words) {
    if (words.contains("three") || words.contains("two")) {
      return words.contains("three") ? 0.75 : 2.0 / 3;
    }
    return words.contains("half") ? 0.5 : words.contains("quarter") ? 0.25 : 1.0 / 3;
  }

  /** Reads "two five", "twenty five" or "oh five" behind the point; each word gives its digits. */
  private static NumberWords.@Nullable FoundDecimal fraction(
      String text, int start, long whole, int from) {
    StringBuilder digits = new StringBuilder();
    int at = from;
    int end = -1;
    while (at < text.length()) {
      int wordEnd = at;
      while (wordEnd < text.length() && Character.isLetterOrDigit(text.charAt(wordEnd))) {
        wordEnd++;
      }
      String word = text.substring(at, wordEnd);
      NumberWords.Found digit = word.isEmpty() ? null : EnglishNumbers.at(word, 0);
      boolean zero = word.equals("oh") || word.equals("o");
      if (!zero && (digit == null || digit.end() != word.length() || digit.value() >= 100)) {
        break;
      }
      long value = zero || digit == null ? 0 : digit.value();
      boolean afterTens =
          digits.length() >= 2
              && digits.charAt(digits.length() - 1) == '0'
              && value > 0
              && value < 10
              && lastWordWasTens(text, from, at);
      if (afterTens) {
        digits.setLength(digits.length() - 1);
      }
      digits.append(value);
      end = wordEnd;
      at =
          wordEnd < text.length() && (text.charAt(wordEnd) == ' ' || text.charAt(wordEnd) == '-')
              ? wordEnd + 1
              : text.length();
    }
    return end < 0
        ? null
        : new NumberWords.FoundDecimal(Double.parseDouble(whole + "." + digits), start, end);
  }

  private static boolean lastWordWasTens(String text, int from, int at) {
    return text.substring(from, at)
        .strip()
        .matches("(?s).*(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-?");
  }
}
