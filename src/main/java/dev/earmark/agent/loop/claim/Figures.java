package dev.earmark.agent.loop.claim;

import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import dev.earmark.text.NumberWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of a sentence, whether written in digits or in words: numbers, lengths of time, times
 * of day, numbers of sections. Values are doubles; lengths are in seconds, times of day in minutes
 * of a dial of twelve hours, because "seven" may be either.
 */
final class Figures {
  private static final int DIAL = 12 * 60;

  private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
  private static final Pattern TIME_ZH =
      Pattern.compile("(?<![\\d.])(\\d{1,2})点(?:钟|整)?(?:(半)|(\\d)刻|零?(\\d{1,2})(?!\\d*倍))?");
  private static final Pattern TIME_CLOCK =
      Pattern.compile("(?<![\\d:.])(\\d{1,2}):(\\d\\d)(?::\\d\\d)?(?![\\d:])");
  private static final Pattern TIME_EN =
      Pattern.compile("(?<![\\d:.])(\\d{1,2})(?: (\\d\\d))? ?(?:a\\.?m\\b|p\\.?m\\b|o'clock)");
  private static final Pattern SECTION =
      Pattern.compile("第 ?(\\d+) ?[集章回节话期]|\\b(?:section|chapter|episode|part) (?:number )?(\\d+)");
  private static final Pattern LENGTH_ZH =
      Pattern.compile("(?<![\\d:.点])(\\d+(?:\\.\\d+)?|半) ?个?(半)?(小时|钟头|分钟|分|秒钟?)(半)?");
  private static final Pattern LENGTH_EN =
      Pattern.compile(
          "(?<![\\d:.])(\\d+(?:\\.\\d+)?|half an?|an?)(?: and a (half))?["
              + " -]?(hours?|minutes?|mins?|seconds?|secs?)\\b( and a half)?");

  /** Quarters of an hour, each as minutes: 三刻钟, "a quarter of an hour". */
  private static final Pattern QUARTERS =
      Pattern.compile("(\\d)刻钟|\\b(a|1|2|3|three) quarters? of an hour");

  private static final Pattern PLAYED = Pattern.compile("播放|在放|这就放|\\bplay|\\bstart");
  private static final Pattern CLAUSE = Pattern.compile("[，、；;。\\n]|,(?!\\d)");

  private Figures() {}

  /**
   * Returns the text in lower case with its number words as digits: {@code 七点半} is {@code 7点半},
   * {@code 百分之八十} is {@code 80%}, "one point five" is {@code 1.5}.
   */
  static String digits(String text) {
    String lower = text.toLowerCase(Locale.ROOT).replace('’', '\'');
    Language language = Normalizer.hasHan(lower) ? Language.ZH : Language.EN;
    StringBuilder out = new StringBuilder(lower.length());
    int i = 0;
    while (i < lower.length()) {
      boolean inside = i > 0 && isLatin(lower.charAt(i)) && isLatin(lower.charAt(i - 1));
      boolean digit = lower.charAt(i) >= '0' && lower.charAt(i) <= '9';
      Optional<NumberWords.Found> found =
          inside || digit ? Optional.empty() : NumberWords.startingAt(lower, i, language);
      if (found.isPresent()) {
        out.append(found.get().value());
        i = found.get().end();
      } else {
        out.append(lower.charAt(i));
        i++;
      }
    }
    return out.toString()
        .replaceAll("百分之 ?(\\d+)", "$1%")
        .replaceAll("(\\d+)点(\\d+)倍", "$1.$2倍")
        .replaceAll("(?:双|两)倍速", "2倍速")
        .replaceAll("\\bdouble (?:the )?speed|\\btwice (?:as fast|the speed)", "2x speed")
        .replaceAll("(\\d+) point (\\d+)", "$1.$2");
  }

  private static boolean isLatin(char c) {
    return c < 128 && Character.isLetter(c);
  }

  /** Returns all numbers of a text that {@link #digits} has made. */
  static List<Double> numbers(String digits) {
    List<Double> numbers = new ArrayList<>();
    Matcher number = NUMBER.matcher(digits);
    while (number.find()) {
      numbers.add(Double.valueOf(number.group()));
    }
    return numbers;
  }

  /** Returns the numbers of sections of a text that {@link #digits} has made. */
  static List<Double> sections(String digits) {
    List<Double> numbers = new ArrayList<>();
    Matcher section = SECTION.matcher(digits);
    while (section.find()) {
      numbers.add(Double.valueOf(section.group(1) != null ? section.group(1) : section.group(2)));
    }
    return numbers;
  }

  /**
   * Returns the numbers of sections that are said to be played: in the clause with the verb, or
   * alone behind it. "正在播放三体，第二集也准备好了" names none.
   */
  static List<Double> sectionsPlayed(String digits) {
    List<Double> numbers = new ArrayList<>();
    boolean behind = false;
    for (String clause : CLAUSE.split(digits, -1)) {
      boolean plays = PLAYED.matcher(clause).find();
      if (plays || (behind && SECTION.matcher(clause.strip()).matches())) {
        numbers.addAll(sections(clause));
      }
      behind = plays;
    }
    return numbers;
  }

  /** Returns the lengths of time of a text that {@link #digits} has made, in seconds. */
  static List<Double> lengths(String text) {
    String digits = QUARTERS.matcher(text).replaceAll(Figures::minutes);
    List<Double> lengths = new ArrayList<>();
    for (Pattern pattern : List.of(LENGTH_ZH, LENGTH_EN)) {
      double sum = 0;
      int end = -1;
      Matcher length = pattern.matcher(digits);
      while (length.find()) {
        boolean goesOn = end >= 0 && digits.substring(end, length.start()).matches(" ?(?:and )?");
        if (end >= 0 && !goesOn) {
          lengths.add(sum);
          sum = 0;
        }
        boolean half =
            length.group(2) != null || (length.groupCount() > 3 && length.group(4) != null);
        sum += (count(length.group(1)) + (half ? 0.5 : 0)) * unit(length.group(3));
        end = length.end();
      }
      if (end >= 0) {
        lengths.add(sum);
      }
    }
    return lengths;
  }

  private static String minutes(MatchResult quarters) {
    String han = quarters.group(1);
    String many = han != null ? han : quarters.group(2).replace("three", "3").replace("a", "1");
    return 15 * Integer.parseInt(many) + (han != null ? "分钟" : " minutes");
  }

  private static double count(String text) {
    if (text.startsWith("半") || text.startsWith("half")) {
      return 0.5;
    }
    return text.startsWith("a") ? 1 : Double.parseDouble(text);
  }

  private static int unit(String text) {
    return switch (text.charAt(0)) {
      case '小', '钟', 'h' -> 3_600;
      case '分', 'm' -> 60;
      default -> 1;
    };
  }

  /**
   * A time of day.
   *
   * @param minutes on a dial of twelve hours, 0 to 719
   * @param exact whether minutes were named
   */
  record Time(int minutes, boolean exact) {
    /** Returns whether both may be the same; a minute more or less counts as rounding. */
    boolean fits(Time other) {
      if (!exact || !other.exact()) {
        return minutes / 60 == other.minutes() / 60;
      }
      int apart = Math.floorMod(minutes - other.minutes(), DIAL);
      return apart <= 1 || apart == DIAL - 1;
    }
  }

  /** Returns the times of day of a text that {@link #digits} has made. */
  static List<Time> times(String digits) {
    List<Time> times = new ArrayList<>();
    Matcher zh = TIME_ZH.matcher(digits);
    while (zh.find()) {
      int minutes =
          zh.group(2) != null
              ? 30
              : zh.group(3) != null
                  ? 15 * Integer.parseInt(zh.group(3))
                  : zh.group(4) != null ? Integer.parseInt(zh.group(4)) : 0;
      add(times, zh.group(1), minutes, zh.end() > zh.end(1) + 1);
    }
    Matcher clock = TIME_CLOCK.matcher(digits);
    while (clock.find()) {
      add(times, clock.group(1), Integer.parseInt(clock.group(2)), /* exact= */ true);
    }
    Matcher en = TIME_EN.matcher(digits);
    while (en.find()) {
      boolean exact = en.group(2) != null;
      add(times, en.group(1), exact ? Integer.parseInt(en.group(2)) : 0, exact);
    }
    return times;
  }

  private static void add(List<Time> times, String hour, int minutes, boolean exact) {
    int hours = Integer.parseInt(hour);
    if (hours <= 24 && minutes < 60) {
      times.add(new Time((hours * 60 + minutes) % DIAL, exact));
    }
  }
}
