package dev.earmark.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads English number words at a place in a lower-case text. */
final class EnglishNumbers {
  private static final Map<String, Integer> SMALL =
      Map.ofEntries(
          Map.entry("zero", 0),
          Map.entry("one", 1),
          Map.entry("two", 2),
          Map.entry("three", 3),
          Map.entry("four", 4),
          Map.entry("five", 5),
          Map.entry("six", 6),
          Map.entry("seven", 7),
          Map.entry("eight", 8),
          Map.entry("nine", 9),
          Map.entry("ten", 10),
          Map.entry("eleven", 11),
          Map.entry("twelve", 12),
          Map.entry("thirteen", 13),
          Map.entry("fourteen", 14),
          Map.entry("fifteen", 15),
          Map.entry("sixteen", 16),
          Map.entry("seventeen", 17),
          Map.entry("eighteen", 18),
          Map.entry("nineteen", 19));
  private static final Map<String, Integer> TENS =
      Map.of(
          "twenty", 20, "thirty", 30, "forty", 40, "fourty", 40, "fifty", 50, "sixty", 60,
          "seventy", 70, "eighty", 80, "ninety", 90);
  private static final Map<String, Integer> IRREGULAR_ORDINALS =
      Map.of(
          "first", 1, "second", 2, "third", 3, "fifth", 5, "eighth", 8, "ninth", 9, "twelfth", 12);
  private static final Map<String, Long> SCALES =
      Map.of(
          "thousand",
          1_000L,
          "million",
          1_000_000L,
          "billion",
          1_000_000_000L,
          "trillion",
          1_000_000_000_000L);

  private EnglishNumbers() {}

  private enum Kind {
    SMALL,
    TENS,
    HUNDRED,
    SCALE,
    AND,
    A,
    OH
  }

  /**
   * One word of a number.
   *
   * @param ordinal whether it ends the number, as "third" does
   * @param joined whether a hyphen ties it to the word before
   */
  private record Word(Kind kind, long value, boolean ordinal, boolean joined, int end) {}

  /** Returns the longest number that starts at the index, or null. */
  static NumberWords.@Nullable Found at(String text, int index) {
    if (index > 0 && isWordPart(text.charAt(index - 1)) && isWordPart(text.charAt(index))) {
      return null;
    }
    if (HanNumbers.arabicDigit(text.charAt(index)) >= 0) {
      return digits(text, index);
    }
    List<Word> words = words(text, index);
    return words.isEmpty() ? null : new Reader(words, index).read();
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) && !Normalizer.isHan(c);
  }

  private static NumberWords.@Nullable Found digits(String text, int index) {
    NumberWords.Found found = HanNumbers.at(text, index);
    if (found == null) {
      return null;
    }
    int end = found.end();
    for (String suffix : List.of("st", "nd", "rd", "th")) {
      if (text.startsWith(suffix, end)
          && (end + 2 == text.length() || !isWordPart(text.charAt(end + 2)))) {
        return new NumberWords.Found(found.value(), index, end + 2);
      }
    }
    String next = wordAt(text, skipBlank(text, end));
    Long scale = next.equals("hundred") ? Long.valueOf(100) : SCALES.get(next);
    if (scale != null && found.value() < Long.MAX_VALUE / scale) {
      int scaleEnd = skipBlank(text, end) + next.length();
      return new NumberWords.Found(found.value() * scale, index, scaleEnd);
    }
    return found;
  }

  private static List<Word> words(String text, int index) {
    List<Word> words = new ArrayList<>();
    int at = index;
    while (at < text.length()) {
      boolean joined = at > index && text.charAt(at - 1) == '-';
      Word word = word(wordAt(text, at), at, joined);
      if (word == null) {
        break;
      }
      words.add(word);
      at =
          word.end() < text.length() && text.charAt(word.end()) == '-'
              ? word.end() + 1
              : skipBlank(text, word.end());
      if (at == word.end()) {
        break;
      }
    }
    return words;
  }

  private static String wordAt(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= 'a' && text.charAt(end) <= 'z') {
      end++;
    }
    return end < text.length() && isWordPart(text.charAt(end)) ? "" : text.substring(start, end);
  }

  private static int skipBlank(String text, int at) {
    int next = at;
    while (next < text.length() && text.charAt(next) == ' ') {
      next++;
    }
    return next;
  }

  private static @Nullable Word word(String word, int start, boolean joined) {
    int end = start + word.length();
    if (SMALL.containsKey(word)) {
      return new Word(Kind.SMALL, SMALL.get(word), /* ordinal= */ false, joined, end);
    }
    if (TENS.containsKey(word)) {
      return new Word(Kind.TENS, TENS.get(word), /* ordinal= */ false, joined, end);
    }
    if (SCALES.containsKey(word)) {
      return new Word(Kind.SCALE, SCALES.get(word), /* ordinal= */ false, joined, end);
    }
    return switch (word) {
      case "hundred" -> new Word(Kind.HUNDRED, 100, /* ordinal= */ false, joined, end);
      case "and" -> new Word(Kind.AND, 0, /* ordinal= */ false, joined, end);
      case "a" -> new Word(Kind.A, 1, /* ordinal= */ false, joined, end);
      case "o", "oh" -> new Word(Kind.OH, 0, /* ordinal= */ false, joined, end);
      default -> ordinal(word, joined, end);
    };
  }

  private static @Nullable Word ordinal(String word, boolean joined, int end) {
    Integer irregular = IRREGULAR_ORDINALS.get(word);
    if (irregular != null) {
      return new Word(Kind.SMALL, irregular, /* ordinal= */ true, joined, end);
    }
    if (!word.endsWith("th")) {
      return null;
    }
    String stem = word.substring(0, word.length() - 2);
    if (stem.endsWith("ie")) {
      Integer tens = TENS.get(stem.substring(0, stem.length() - 2) + "y");
      return tens == null ? null : new Word(Kind.TENS, tens, /* ordinal= */ true, joined, end);
    }
    Word cardinal = word(stem, end - word.length(), joined);
    return cardinal == null
            || cardinal.kind() == Kind.AND
            || cardinal.kind() == Kind.A
            || cardinal.kind() == Kind.OH
        ? null
        : new Word(cardinal.kind(), cardinal.value(), /* ordinal= */ true, joined, end);
  }

  /** Reads cardinals, ordinals, and pairs and strings as in years and room numbers. */
  private static final class Reader {
    private final List<Word> words;
    private final int start;
    private int next;

    Reader(List<Word> words, int start) {
      this.words = words;
      this.start = start;
    }

    NumberWords.@Nullable Found read() {
      NumberWords.Found string = digitString();
      if (string != null) {
        return string;
      }
      long value = cardinal();
      if (value < 0) {
        return null;
      }
      value = appendPairs(value);
      return new NumberWords.Found(value, start, words.get(next - 1).end());
    }

    /** "two oh three", "one two three", "one two three four". */
    private NumberWords.@Nullable Found digitString() {
      long value = 0;
      int count = 0;
      while (count < words.size() && count < 18 && isDigit(words.get(count), count)) {
        value = value * 10 + words.get(count).value();
        count++;
      }
      boolean goesOn = count < words.size() && continues(words.get(count));
      if (count < 2 || goesOn || (count == 2 && words.get(1).kind() == Kind.OH)) {
        return null;
      }
      return new NumberWords.Found(value, start, words.get(count - 1).end());
    }

    private static boolean isDigit(Word word, int position) {
      return !word.ordinal()
          && ((word.kind() == Kind.SMALL && word.value() < 10)
              || (word.kind() == Kind.OH && position > 0));
    }

    private static boolean continues(Word word) {
      return word.kind() != Kind.AND && word.kind() != Kind.A;
    }

    private long cardinal() {
      long total = 0;
      long lastScale = Long.MAX_VALUE;
      while (next < words.size()) {
        int before = next;
        long group = belowThousand(total > 0);
        if (group < 0) {
          next = before;
          break;
        }
        if (next < words.size() && words.get(next).kind() == Kind.SCALE) {
          Word scale = words.get(next);
          if (scale.value() >= lastScale) {
            next = before;
            break;
          }
          total += group * scale.value();
          lastScale = scale.value();
          next++;
          if (scale.ordinal()) {
            return total;
          }
          continue;
        }
        if (total > 0 && group >= 1_000) {
          next = before;
          break;
        }
        return total + group;
      }
      return next == 0 ? -1 : total;
    }

    /** Reads up to "nine hundred and ninety-nine"; "and" in front only inside a longer number. */
    private long belowThousand(boolean inside) {
      if (inside && peek(Kind.AND)) {
        next++;
      }
      long value;
      if (peek(Kind.A)) {
        boolean unit =
            next + 1 < words.size()
                && (words.get(next + 1).kind() == Kind.HUNDRED
                    || words.get(next + 1).kind() == Kind.SCALE);
        if (!unit) {
          return -1;
        }
        next++;
        value = 1;
      } else {
        value = belowHundred();
      }
      if (value <= 0 || !peek(Kind.HUNDRED) || words.get(next - 1).ordinal()) {
        return value;
      }
      value *= 100;
      if (words.get(next++).ordinal()) {
        return value;
      }
      int mark = next;
      if (peek(Kind.AND)) {
        next++;
      }
      long rest = belowHundred();
      boolean scaleFollows =
          rest > 0 && next < words.size() && words.get(next).kind() == Kind.HUNDRED;
      if (rest <= 0 || scaleFollows) {
        next = mark;
        return value;
      }
      return value + rest;
    }

    private long belowHundred() {
      if (next >= words.size()) {
        return -1;
      }
      Word word = words.get(next);
      if (word.kind() == Kind.SMALL) {
        next++;
        return word.value();
      }
      if (word.kind() != Kind.TENS) {
        return -1;
      }
      next++;
      if (!word.ordinal() && next < words.size()) {
        Word unit = words.get(next);
        if (unit.kind() == Kind.SMALL && unit.value() > 0 && unit.value() < 10) {
          next++;
          return word.value() + unit.value();
        }
      }
      return word.value();
    }

    /** "one twenty" is 120, "nineteen eighty four" 1984, "nineteen oh five" 1905. */
    private long appendPairs(long first) {
      Word last = words.get(next - 1);
      boolean pair = first >= 1 && first < 100 && !last.ordinal() && next < words.size();
      if (!pair) {
        return first;
      }
      Word follow = words.get(next);
      if (follow.kind() == Kind.OH && next + 1 < words.size()) {
        Word unit = words.get(next + 1);
        if (unit.kind() == Kind.SMALL && unit.value() > 0 && unit.value() < 10) {
          next += 2;
          return first * 100 + unit.value();
        }
        return first;
      }
      boolean twoDigits =
          follow.kind() == Kind.TENS || (follow.kind() == Kind.SMALL && follow.value() >= 10);
      boolean firstFits =
          first < 10 || first % 10 != 0 || first <= 20 || follow.kind() == Kind.TENS;
      if (!twoDigits || !firstFits) {
        return first;
      }
      int mark = next;
      long second = belowHundred();
      if (next < words.size() && (peek(Kind.HUNDRED) || peek(Kind.SCALE))) {
        next = mark;
        return first;
      }
      return first * 100 + second;
    }

    private boolean peek(Kind kind) {
      return next < words.size() && words.get(next).kind() == kind;
    }
  }
}
