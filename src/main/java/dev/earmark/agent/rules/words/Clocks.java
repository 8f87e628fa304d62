package dev.earmark.agent.rules.words;

import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of day in a text: 晚上十点一刻, 差十分八点, "at quarter past seven", "by ten p m". */
public final class Clocks {
  private static final String ZH_NUMBER = "[零一二两三四五六七八九十\\d]{1,3}";
  private static final String ZH_MISSING = "(一刻|" + ZH_NUMBER + "分?)";
  private static final Pattern ZH =
      Pattern.compile(
          "(?<day>今天|今日|明天|明早|今早|今晚|今夜|明晚|后天)?(?:的)?(?<part>早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|凌晨|早|晚)?(?:的)?"
              + "(?:差"
              + ZH_MISSING
              + "钟?到?)?(?<hour>"
              + ZH_NUMBER
              + ")(?:点钟?|:|：|时(?!候))(?:(?<tail>整|半|一刻|三刻|(?:过|零)?"
              + ZH_NUMBER
              + "分?)|差"
              + ZH_MISSING
              + ")?");
  private static final String EN_MINUTES = "(?:five|ten|fifteen|twenty|twenty[- ]five|\\d{1,2})";
  private static final Pattern EN =
      Pattern.compile(
          "\\b(?:at|for|by|around|until|till) (?:(?<past>half(?: past)?|(?:a )?quarter past|(?:a )?quarter to|"
              + EN_MINUTES
              + " (?:past|to))"
              + " (?=noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d))?"
              + "(?<hour>noon|midday|midnight|(?<h>\\d{1,2})[:.](?<m>\\d{2})|[a-z]+|\\d{1,2})"
              + "(?: (?<tail>o'clock|oh [a-z]+|(?:twenty|thirty|forty|fifty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|fifteen|ten|five|\\d{2})\\b)?"
              + "\\s*(?<part>a\\.?m\\.?|p\\.?m\\.?|a m|p m|in the morning|in the afternoon|in the evening|at night|tonight|tomorrow(?: morning| evening| afternoon)?|sharp|o'clock|every (?:day|morning|evening)|this (?:morning|evening|afternoon))?");

  private static final Pattern ZH_LATE = Pattern.compile(".*(?:下午|傍晚|晚).*");
  private static final Pattern ZH_NIGHT = Pattern.compile(".*(?:晚|夜|凌晨).*");
  private static final Pattern EN_LATE =
      Pattern.compile(
          ".*\\b(?:p\\.?m\\b|p m\\b|in the afternoon|in the evening|at night|tonight|this evening|this afternoon|tomorrow evening|tomorrow night|tomorrow afternoon|(?:every|each) (?:evening|night|afternoon)).*");
  private static final Pattern EN_EARLY = Pattern.compile(".*\\b(?:a\\.?m\\b|a m\\b).*");

  private Clocks() {}

  /**
   * A time of day inside a text.
   *
   * @param at as {@code HH:mm}; of a time without a part of the day the hour is as it was said
   * @param start index of its first character
   * @param end index after its last character
   */
  public record Found(String at, int start, int end) {}

  /** Returns the first time of day in the text; an English one needs "at", "for" or "by". */
  public static Optional<Found> find(String text, Language language) {
    Matcher m = (language == Language.ZH ? ZH : EN).matcher(text);
    while (m.find()) {
      String at = language == Language.ZH ? zh(m) : en(m, text);
      if (!at.isEmpty()) {
        return Optional.of(new Found(at, m.start(), m.end()));
      }
    }
    return Optional.empty();
  }

  private static String zh(Matcher m) {
    int hour = (int) NumberWords.parse(m.group("hour"), Language.ZH).orElse(-1);
    String part = or(m.group("day"), "") + or(m.group("part"), "");
    int minute = zhMinute(or(m.group("tail"), ""));
    String missing = or(m.group(3), or(m.group(6), ""));
    if (hour < 0 || hour > 24 || minute > 59) {
      return "";
    }
    boolean noon = part.contains("中午") && hour < 11;
    boolean deep = Patterns.matches(part, ".*(?:夜里|半夜|深夜|今夜).*") && hour >= 8;
    if ((ZH_LATE.matcher(part).matches() || noon || deep) && hour < 12) {
      hour += 12;
    } else if (hour == 12 && ZH_NIGHT.matcher(part).matches()) {
      hour = 24;
    }
    return clock(hour * 60 + minute - zhMinute(missing));
  }

  private static int zhMinute(String said) {
    return switch (said) {
      case "", "整" -> 0;
      case "半" -> 30;
      case "一刻" -> 15;
      case "三刻" -> 45;
      default ->
          (int) NumberWords.parse(Patterns.replaceAll(said, "^过|分", ""), Language.ZH).orElse(60);
    };
  }

  private static String en(Matcher m, String text) {
    String said = m.group("hour");
    String past = m.group("past");
    int before = past == null ? 0 : minutes(past);
    if (Patterns.matches(said, "noon|midday|midnight")) {
      return clock((said.equals("midnight") ? 24 : 12) * 60 + before);
    }
    int hour = (int) NumberWords.parse(or(m.group("h"), said), Language.EN).orElse(-1);
    int minute = m.group("m") == null ? 0 : Integer.parseInt(m.group("m"));
    if (hour < 0 || hour > 24 || minute > 59) {
      return "";
    }
    String tail = m.group("tail");
    if (tail != null && !tail.equals("o'clock")) {
      minute =
          (int) NumberWords.parse(Patterns.replaceAll(tail, "^oh ", ""), Language.EN).orElse(0);
    }
    if (EN_LATE.matcher(text).matches() && hour < 12) {
      hour += 12;
    } else if (EN_EARLY.matcher(text).matches() && hour == 12) {
      hour = 0;
    }
    return clock(hour * 60 + (past == null ? minute : before));
  }

  /** "half past" is 30, "ten to" is -10. */
  private static int minutes(String past) {
    if (past.startsWith("half")) {
      return 30;
    }
    int amount =
        past.contains("quarter")
            ? 15
            : (int)
                NumberWords.parse(Patterns.replaceAll(past, " (?:past|to)$", ""), Language.EN)
                    .orElse(0);
    return past.endsWith("to") ? -amount : amount;
  }

  private static String clock(int minutes) {
    int day = Math.floorMod(minutes, 24 * 60);
    return String.format(Locale.ROOT, "%02d:%02d", day / 60, day % 60);
  }

  private static String or(@org.jspecify.annotations.Nullable String said, String otherwise) {
    return said == null ? otherwise : said;
  }
}
