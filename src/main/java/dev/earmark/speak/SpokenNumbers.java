package dev.earmark.speak;

import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the numbers of a sentence out as they are spoken: percent, times of day, years, decimals,
 * ranges, counts. Pure functions.
 */
final class SpokenNumbers {
  private static final String ZH_DIGITS = "零一二三四五六七八九";
  private static final String[] EN_DIGITS = {
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"
  };

  /** Longer than any count that is said; a telephone or order number is read digit by digit. */
  private static final int MOST_DIGITS = 10;

  private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d)[,，](?=\\d{3}(?!\\d))");
  private static final Pattern TIME =
      Pattern.compile("(?<![\\d:.])(\\d{1,2})[:：]([0-5]\\d)(?:[:：]([0-5]\\d))?(?![\\d:])");

  /** Without a time of day behind it a date without a year might be a range. */
  private static final Pattern DATE =
      Pattern.compile(
          "(?<![\\d-])(?:(\\d{4})-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])"
              + "(?:\\s+(?=\\d{1,2}:[0-5]\\d)|(?<=\\d{4}-\\d{2}-\\d{2})(?![\\d-]))");

  private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*[%％]");
  private static final Pattern YEAR = Pattern.compile("(?<!\\d)(\\d{4})(?=\\s*年)");

  /** What is counted or measured; a number in front of it is no year. */
  private static final String UNIT =
      "(?i:[kmgt]i?b(?:ps)?|bytes?|(?:milli)?seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?|sections?|chapters?|episodes?|parts?"
          + "|books?|titles?|albums?|tracks?|files?|results?|pages?|words?|lines?|characters?|times|steps|people|percent|points?|requests?|tokens?|downloads?"
          + "|dollars?|euros?|pounds?|yuan|k?hz|dbm?|k?g|[km]m|kilo[a-z]+|mega[a-z]+|giga[a-z]+|met(?:er|re)s?|miles?|degrees?)\\b";

  /** A year, or a title like 1984: four digits that count nothing. Round ones mostly do count. */
  private static final Pattern BARE_YEAR_ZH =
      Pattern.compile(
          "(?<![\\d第.点])(?:1[1-9]|20)(?!00)\\d{2}"
              + "(?![\\d.]\\d|\\d|\\s*(?:[兆升克吨斤亩岁份张件步毫%％个本集章回节分秒天次遍部首位段条点倍周元块米字页册期话讲篇卷人种万亿千百度]|小时|公[里斤顷]|里[路地])|[A-Za-z]|\\s*"
              + UNIT
              + ")");

  /** A unit, behind another number perhaps: 1500 and 1600 sections. */
  private static final String COUNTS = "\\s*(?:(?:and|or|to)\\s+\\d+\\s*)?" + UNIT;

  private static final Pattern BARE_YEAR_EN =
      Pattern.compile(
          "(?<![\\d.,])(?<!\\b(?:are|were|exactly|nearly|almost) )1[1-9]\\d{2}(?!\\.?\\d|\\s+(?!to\\s|and\\s|by\\s)[a-z]|"
              + COUNTS
              + ")");
  private static final Pattern IN_YEAR_EN =
      Pattern.compile(
          "(?i)(?<=\\b(?:in|since|until|year|of) )1[1-9]\\d{2}(?!\\.?\\d|" + COUNTS + ")");

  /** A number of an English name in a Chinese sentence. */
  private static final Pattern BEHIND_ENGLISH =
      Pattern.compile("(?<=[A-Za-z][A-Za-z.]{1,20} )\\d+(?!\\d|[.:/]\\d|\\s*[%\\p{IsHan}])");

  private static final Pattern MONEY =
      Pattern.compile(
          "([¥￥$€£])\\s?(\\d+(?:\\.\\d+)?(?:\\s?[百千万亿]{1,2}|\\s+(?:thousand|million|billion|trillion)\\b)?)");
  private static final Pattern TIMES = Pattern.compile("(?<=\\d)\\s?[x×](?![\\p{L}\\p{N}])");
  private static final Pattern RANGE =
      Pattern.compile("(?<=\\d)\\s*[-–—~～]\\s*(?=\\d)(?!\\d+[-–—]\\d)");
  private static final Pattern MINUS = Pattern.compile("(?<![\\p{L}\\p{N}])[-−](?=\\d)");
  private static final Pattern FRACTION = Pattern.compile("(?<![\\d/])(\\d+)/(\\d+)(?![\\d/])");
  private static final Pattern DECIMAL = Pattern.compile("(?<![\\d.])(\\d+)\\.(\\d+)(?![\\d.])");
  private static final Pattern TWO =
      Pattern.compile("(?<![\\d第.点])2(?=\\s*(?:个|本|集|章|回|节|小时|分|秒|天|次|遍|部|首|位|段|条|点|年|倍|周))");
  private static final Pattern ORDINAL = Pattern.compile("(?i)(?<!\\d)(\\d+)(st|nd|rd|th)\\b");
  private static final Pattern INTEGER = Pattern.compile("\\d+");
  private static final Pattern DEGREES = Pattern.compile("\\s*(?:℃|°C)");

  private SpokenNumbers() {}

  /** Returns the sentence with its numbers in words of the language. */
  static String inWords(String sentence, Language language) {
    String s = halfWidth(sentence);
    s = THOUSANDS.matcher(s).replaceAll("");
    s = replace(s, DATE, m -> date(m, language));
    return language == Language.ZH ? zh(s) : en(s);
  }

  private static String zh(String sentence) {
    String s = replace(sentence, TIME, SpokenNumbers::timeZh);
    s = replace(s, PERCENT, m -> "百分之" + numberZh(m.group(1)));
    s = replace(s, YEAR, m -> digits(m.group(1), Language.ZH));
    s = replace(s, MONEY, m -> m.group(2) + currency(m.group(1), Language.ZH));
    s = TIMES.matcher(s).replaceAll("倍");
    s = replace(s, BEHIND_ENGLISH, m -> integerEn(m.group()));
    s = RANGE.matcher(s).replaceAll("到");
    s = MINUS.matcher(s).replaceAll("负");
    s = replace(s, FRACTION, m -> integerZh(m.group(2)) + "分之" + integerZh(m.group(1)));
    s = replace(s, DECIMAL, m -> numberZh(m.group()));
    s = replace(s, BARE_YEAR_ZH, m -> digits(m.group(), Language.ZH));
    s = TWO.matcher(s).replaceAll("两");
    s = replace(s, INTEGER, m -> integerZh(m.group()));
    return DEGREES.matcher(s).replaceAll("摄氏度").replace("&", "和");
  }

  private static String en(String sentence) {
    String s = replace(sentence, TIME, SpokenNumbers::timeEn);
    s = replace(s, PERCENT, m -> numberEn(m.group(1)) + " percent");
    s = replace(s, MONEY, SpokenNumbers::moneyEn);
    s = TIMES.matcher(s).replaceAll(" times");
    s = RANGE.matcher(s).replaceAll(" to ");
    s = MINUS.matcher(s).replaceAll("minus ");
    s = replace(s, FRACTION, m -> integerEn(m.group(1)) + " of " + integerEn(m.group(2)));
    s = replace(s, DECIMAL, m -> numberEn(m.group()));
    s = replace(s, IN_YEAR_EN, m -> yearEn(m.group()));
    s = replace(s, BARE_YEAR_EN, m -> yearEn(m.group()));
    // Voices read "12th" well; a word form would need an ordinal of its own for every number.
    s = replace(s, ORDINAL, m -> shifted(m.group()));
    s = replace(s, INTEGER, m -> integerEn(m.group()));
    s = unshifted(s);
    return DEGREES.matcher(s).replaceAll(" degrees Celsius").replace("&", " and ");
  }

  /** A date as people say it: 十二月一日, December 1st. */
  private static String date(MatchResult m, Language language) {
    String year = m.group(1);
    int month = Integer.parseInt(m.group(2));
    int day = Integer.parseInt(m.group(3));
    if (language == Language.ZH) {
      return (year == null ? "" : year + "年") + month + "月" + day + "日";
    }
    String name = Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    String at = Character.isWhitespace(m.group().charAt(m.group().length() - 1)) ? " at " : "";
    return name + " " + day + ending(day) + (year == null ? "" : ", " + year) + at;
  }

  private static String ending(int day) {
    boolean teen = day / 10 == 1;
    return switch (teen ? 0 : day % 10) {
      case 1 -> "st";
      case 2 -> "nd";
      case 3 -> "rd";
      default -> "th";
    };
  }

  /** The seconds of a moment, when there are any. */
  private static boolean hasSeconds(MatchResult m) {
    return m.group(3) != null && !m.group(3).equals("00");
  }

  private static String timeZh(MatchResult m) {
    String hour = m.group(1).equals("2") ? "两" : integerZh(unpadded(m.group(1)));
    String minutes = m.group(2);
    String minute =
        minutes.equals("00")
            ? (hasSeconds(m) ? "零分" : "整")
            : (minutes.startsWith("0") ? "零" : "") + integerZh(unpadded(minutes)) + "分";
    String second = hasSeconds(m) ? integerZh(unpadded(m.group(3))) + "秒" : "";
    return hour + "点" + minute + second;
  }

  private static String timeEn(MatchResult m) {
    String hour = integerEn(unpadded(m.group(1)));
    String minutes = m.group(2);
    String minute;
    if (minutes.equals("00")) {
      minute = Integer.parseInt(m.group(1)) <= 12 ? " o'clock" : " hundred hours";
    } else {
      minute = (minutes.startsWith("0") ? " oh " : " ") + integerEn(unpadded(minutes));
    }
    String second = hasSeconds(m) ? " and " + integerEn(unpadded(m.group(3))) + " seconds" : "";
    return hour + minute + second;
  }

  private static String numberZh(String number) {
    int dot = number.indexOf('.');
    return dot < 0
        ? integerZh(number)
        : integerZh(number.substring(0, dot))
            + "点"
            + digits(number.substring(dot + 1), Language.ZH);
  }

  private static String numberEn(String number) {
    int dot = number.indexOf('.');
    return dot < 0
        ? integerEn(number)
        : integerEn(number.substring(0, dot))
            + " point "
            + digits(number.substring(dot + 1), Language.EN);
  }

  private static String integerZh(String number) {
    return byDigits(number)
        ? digits(number, Language.ZH)
        : NumberWords.toZh(Long.parseLong(number));
  }

  private static String integerEn(String number) {
    return byDigits(number)
        ? digits(number, Language.EN)
        : NumberWords.toEn(Long.parseLong(number)).replace('-', ' ');
  }

  /** Two by two: nineteen eighty four, nineteen oh five, nineteen hundred. */
  private static String yearEn(String year) {
    String century = integerEn(year.substring(0, 2));
    String rest = year.substring(2);
    if (rest.equals("00")) {
      return century + " hundred";
    }
    return century + (rest.startsWith("0") ? " oh " : " ") + integerEn(unpadded(rest));
  }

  private static String moneyEn(MatchResult m) {
    String name = currency(m.group(1), Language.EN);
    boolean one = m.group(2).equals("1") && name.endsWith("s");
    return m.group(2) + " " + (one ? name.substring(0, name.length() - 1) : name);
  }

  private static String currency(String sign, Language language) {
    return switch (sign) {
      case "$" -> language.pick("美元", "dollars");
      case "€" -> language.pick("欧元", "euros");
      case "£" -> language.pick("英镑", "pounds");
      default -> language.pick("元", "yuan");
    };
  }

  private static boolean byDigits(String number) {
    return number.length() > MOST_DIGITS || (number.length() > 1 && number.startsWith("0"));
  }

  private static String digits(String number, Language language) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < number.length(); i++) {
      int value = number.charAt(i) - '0';
      if (language == Language.ZH) {
        words.append(ZH_DIGITS.charAt(value));
      } else {
        words.append(words.length() == 0 ? "" : " ").append(EN_DIGITS[value]);
      }
    }
    return words.toString();
  }

  private static String unpadded(String number) {
    return Integer.toString(Integer.parseInt(number));
  }

  private static String halfWidth(String text) {
    StringBuilder half = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      half.append(c >= '０' && c <= '９' ? (char) (c - '０' + '0') : c);
    }
    return half.toString();
  }

  /** Hides digits from the next step in the private use area. */
  private static String shifted(String text) {
    StringBuilder hidden = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      hidden.append(c >= '0' && c <= '9' ? (char) (c - '0' + 0xE000) : c);
    }
    return hidden.toString();
  }

  private static String unshifted(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      shown.append(c >= 0xE000 && c <= 0xE009 ? (char) (c - 0xE000 + '0') : c);
    }
    return shown.toString();
  }

  private static String replace(
      String text, Pattern pattern, Function<MatchResult, String> replacement) {
    return pattern.matcher(text).replaceAll(m -> Matcher.quoteReplacement(replacement.apply(m)));
  }
}
