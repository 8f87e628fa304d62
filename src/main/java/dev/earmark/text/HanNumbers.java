package dev.earmark.text;

import org.jspecify.annotations.Nullable;

/** Reads Chinese number words at a place in a text. */
final class HanNumbers {
  private static final String DIGITS = "零一二三四五六七八九";

  private HanNumbers() {}

  /** Returns the longest number that starts at the index, or null. */
  static NumberWords.@Nullable Found at(String text, int index) {
    if (arabicDigit(text.charAt(index)) >= 0) {
      return index > 0 && arabicDigit(text.charAt(index - 1)) >= 0 ? null : arabic(text, index);
    }
    int runEnd = index;
    boolean unit = false;
    while (runEnd < text.length() && isNumeral(text.charAt(runEnd))) {
      unit |= digit(text.charAt(runEnd)) < 0;
      runEnd++;
    }
    if (runEnd == index) {
      return null;
    }
    return unit ? new Reader(text, index, runEnd).read() : digitString(text, index, runEnd);
  }

  /** Returns 0 to 9 for a Han digit, also 两, 幺 and the capital forms, else -1. */
  static int digit(char c) {
    return switch (c) {
      case '〇', '○', 'Ｏ' -> 0;
      case '壹', '幺' -> 1;
      case '两', '兩', '贰', '貳' -> 2;
      case '叁', '參' -> 3;
      case '肆' -> 4;
      case '伍' -> 5;
      case '陆', '陸' -> 6;
      case '柒' -> 7;
      case '捌' -> 8;
      case '玖' -> 9;
      default -> DIGITS.indexOf(c);
    };
  }

  /** Returns 0 to 9 for an ASCII or full-width digit, else -1. */
  static int arabicDigit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= '０' && c <= '９' ? c - '０' : -1;
  }

  /** Returns whether the character can be part of a Han number. */
  static boolean isNumeral(char c) {
    return digit(c) >= 0 || unit(c) > 0 || tens(c) > 0;
  }

  private static long unit(char c) {
    return switch (c) {
      case '十', '拾' -> 10;
      case '百', '佰' -> 100;
      case '千', '仟' -> 1_000;
      case '万', '萬' -> 10_000;
      case '亿', '億' -> 100_000_000;
      default -> 0;
    };
  }

  private static int tens(char c) {
    return switch (c) {
      case '廿' -> 20;
      case '卅' -> 30;
      case '卌' -> 40;
      default -> 0;
    };
  }

  private static NumberWords.@Nullable Found digitString(String text, int start, int end) {
    long value = 0;
    int i = start;
    for (; i < end && i - start < 18; i++) {
      char c = text.charAt(i);
      if (i > start && (c == '两' || c == '兩' || text.charAt(start) == '两')) {
        break; // 两 is never read out in a digit string: 两三 is "two or three"
      }
      value = value * 10 + digit(c);
    }
    return new NumberWords.Found(value, start, i);
  }

  private static NumberWords.@Nullable Found arabic(String text, int start) {
    long value = 0;
    int i = start;
    while (i < text.length()) {
      int digit = arabicDigit(text.charAt(i));
      boolean comma =
          digit < 0 && text.charAt(i) == ',' && groupOfThree(text, i + 1) && i - start <= 3 + 4 * 4;
      if (digit < 0 && !comma) {
        break;
      }
      if (digit >= 0) {
        if (value > (Long.MAX_VALUE - digit) / 10) {
          return null;
        }
        value = value * 10 + digit;
      }
      i++;
    }
    while (i < text.length() && unit(text.charAt(i)) >= 100) {
      long unit = unit(text.charAt(i));
      if (value > Long.MAX_VALUE / unit) {
        return null;
      }
      value *= unit;
      i++;
    }
    return new NumberWords.Found(value, start, i);
  }

  private static boolean groupOfThree(String text, int at) {
    int count = 0;
    while (at + count < text.length() && arabicDigit(text.charAt(at + count)) >= 0) {
      count++;
    }
    return count == 3;
  }

  /** Reads positional words: the value is a sum of 亿 groups, 万 groups and what is below. */
  private static final class Reader {
    private final String text;
    private final int start;
    private final int end;
    private long total;
    private long section;
    private int digit = -1;
    private long lastUnit = Long.MAX_VALUE;
    private boolean zero;
    private int i;

    Reader(String text, int start, int end) {
      this.text = text;
      this.start = start;
      this.end = end;
      this.i = start;
    }

    NumberWords.@Nullable Found read() {
      while (i < end && step(text.charAt(i))) {
        i++;
      }
      if (i == start || (i == start + 1 && digit == 0 && i < end)) {
        return i == start ? null : new NumberWords.Found(0, start, i);
      }
      if (zero && digit < 0) {
        i--; // a trailing 零 belongs to something else
      }
      long tail = Math.max(digit, 0);
      boolean colloquial = digit > 0 && !zero && lastUnit != Long.MAX_VALUE && lastUnit > 10;
      return new NumberWords.Found(
          total + section + (colloquial ? tail * (lastUnit / 10) : tail), start, i);
    }

    private boolean step(char c) {
      int value = digit(c);
      if (value == 0) {
        return takeZero();
      }
      if (value > 0) {
        if (digit >= 0) {
          return false;
        }
        digit = value;
        return true;
      }
      if (tens(c) > 0) {
        if (digit >= 0 || lastUnit <= 10) {
          return false;
        }
        section += tens(c);
        lastUnit = 10;
        zero = false;
        return true;
      }
      return unit(c) >= 10_000 ? takeGroup(unit(c)) : takeUnit(unit(c));
    }

    private boolean takeZero() {
      if (digit >= 0 || (zero && i > start)) {
        return false;
      }
      if (i == start) {
        digit = 0;
        return true;
      }
      zero = true;
      return true;
    }

    private boolean takeUnit(long unit) {
      boolean bareTen = unit == 10 && digit < 0;
      if (unit >= lastUnit || (digit <= 0 && !bareTen)) {
        return false;
      }
      section += (bareTen ? 1 : digit) * unit;
      digit = -1;
      zero = false;
      lastUnit = unit;
      return true;
    }

    private boolean takeGroup(long unit) {
      long below = section + Math.max(digit, 0);
      boolean multipliesAll = unit > 10_000;
      long counted = multipliesAll ? total + below : below;
      if (counted == 0 || (zero && digit < 0) || counted > Long.MAX_VALUE / unit / 2) {
        return false;
      }
      boolean again = !multipliesAll && total % 100_000_000L != 0;
      if (again) {
        return false;
      }
      total = multipliesAll ? counted * unit : total + counted * unit;
      section = 0;
      digit = -1;
      zero = false;
      lastUnit = unit;
      return true;
    }
  }
}
