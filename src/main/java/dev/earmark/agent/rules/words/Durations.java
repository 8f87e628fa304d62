package dev.earmark.agent.rules.words;

import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time in a text: 两分半, 三刻钟, "an hour and a half". */
public final class Durations {
  private static final Pattern ZH_UNIT =
      Pattern.compile("^(个半小时|个半钟头|个小时|个钟头|小时|钟头|个钟|刻钟|分钟半|分半|分钟|分|秒钟|秒)");
  private static final Pattern ZH_HALF = Pattern.compile("^半(?:个)?(小时|钟头|分钟|分)");
  private static final Pattern EN_UNIT =
      Pattern.compile(
          "^[\\s-]*(?:(?:more|full|whole|good)\\s+)?(hours?|hrs?|minutes?|mins?|seconds?|secs?|s\\b)(?:\\s+and\\s+a\\s+(half|quarter)\\b)?");
  private static final Pattern EN_FIXED =
      Pattern.compile(
          "^(?:(half an hour|half hour|a half hour)|(three[\\s-]quarters? of an hour)|(?:a )?(quarter of an hour|quarter hour)|(half a minute)|(?:a )?(couple(?: of)?|few) (minutes|seconds|hours)|(?:an?|another) (?:whole |full |good )?(hour|minute|second|sec)\\b(?:\\s+and\\s+a\\s+(half|quarter)\\b)?|(three[\\s-]quarters? of a minute)|(?:a )?(quarter of a minute|quarter minute))");

  private static final Pattern EN_COUNTED =
      Pattern.compile("^ (?:chapter|episode|section|part|story|one|book|track|of|floor|time)\\b");

  private Durations() {}

  /**
   * A length of time inside a text.
   *
   * @param seconds its length
   * @param start index of its first character
   * @param end index after its last character
   */
  public record Found(double seconds, int start, int end) {}

  /** Returns the first length of time in the text. */
  public static Optional<Found> find(String text, Language language) {
    for (int i = 0; i < text.length(); i++) {
      Optional<Found> here = startingAt(text, i, language);
      if (here.isPresent()) {
        return here;
      }
    }
    return Optional.empty();
  }

  /** Returns the length of time that starts at the index, with all its parts: 一小时二十分钟. */
  public static Optional<Found> startingAt(String text, int index, Language language) {
    double seconds = 0;
    double lastUnit = 0;
    int at = index;
    while (at < text.length()) {
      int from = at > index && language == Language.EN ? skipJoin(text, at) : at;
      Part part = language == Language.ZH ? zh(text, from, lastUnit) : en(text, from);
      if (part == null || (lastUnit > 0 && part.unit >= lastUnit)) {
        break;
      }
      seconds += part.seconds;
      lastUnit = part.unit;
      at = part.end;
    }
    return at == index ? Optional.empty() : Optional.of(new Found(seconds, index, at));
  }

  private record Part(double seconds, double unit, int end) {}

  private static int skipJoin(String text, int at) {
    Matcher join = Patterns.of("^(?:\\s*,?\\s+and\\s+|\\s*,\\s*|\\s+)").matcher(text.substring(at));
    return join.find() ? at + join.end() : at;
  }

  private static @org.jspecify.annotations.Nullable Part zh(String text, int at, double lastUnit) {
    String rest = text.substring(at);
    Matcher half = ZH_HALF.matcher(rest);
    if (half.find()) {
      boolean hour = !half.group(1).startsWith("分");
      return new Part(hour ? 1800 : 30, hour ? 3600 : 60, at + half.end());
    }
    NumberWords.FoundDecimal number = NumberWords.decimalAt(text, at, Language.ZH).orElse(null);
    if (number == null) {
      return null;
    }
    Matcher unit = ZH_UNIT.matcher(text.substring(number.end()));
    if (!unit.find()) {
      // 两分三十 leaves the seconds unsaid.
      boolean tail = lastUnit == 60 && number.end() == text.length() && number.value() < 60;
      return tail ? new Part(number.value(), 1, number.end()) : null;
    }
    int end = number.end() + unit.end();
    String name = unit.group(1);
    double size =
        name.contains("时") || name.contains("钟头") || name.equals("个钟")
            ? 3600
            : name.startsWith("刻") ? 900 : name.startsWith("分") ? 60 : 1;
    double extra = name.contains("半") ? 0.5 : 0;
    return new Part((number.value() + extra) * size, size, end);
  }

  private static @org.jspecify.annotations.Nullable Part en(String text, int at) {
    if (at > 0
        && at < text.length()
        && Character.isLetter(text.charAt(at - 1))
        && Character.isLetter(text.charAt(at))) {
      return null;
    }
    Matcher fixed = EN_FIXED.matcher(text.substring(at));
    if (fixed.find()) {
      return fixed(fixed, at);
    }
    NumberWords.FoundDecimal number = NumberWords.decimalAt(text, at, Language.EN).orElse(null);
    if (number == null) {
      return null;
    }
    Matcher unit = EN_UNIT.matcher(text.substring(number.end()));
    if (!unit.find()) {
      return seconds(text, at, number.end());
    }
    double size = size(unit.group(1));
    double extra = unit.group(2) == null ? 0 : unit.group(2).equals("half") ? 0.5 : 0.25;
    return new Part((number.value() + extra) * size, size, number.end() + unit.end());
  }

  /** "thirty second back": a length, although thirty-second is a number too. */
  private static @org.jspecify.annotations.Nullable Part seconds(String text, int at, int end) {
    String said = text.substring(at, end);
    boolean counts = EN_COUNTED.matcher(text.substring(end)).find();
    if (!said.endsWith(" second") || counts) {
      return null;
    }
    double value =
        NumberWords.parseDecimal(said.substring(0, said.length() - " second".length()), Language.EN)
            .orElse(-1);
    return value < 0 ? null : new Part(value, 1, end);
  }

  private static Part fixed(Matcher m, int at) {
    int end = at + m.end();
    if (m.group(1) != null) {
      return new Part(1800, 3600, end);
    }
    if (m.group(2) != null) {
      return new Part(2700, 3600, end);
    }
    if (m.group(3) != null) {
      return new Part(900, 3600, end);
    }
    if (m.group(4) != null) {
      return new Part(30, 60, end);
    }
    if (m.group(5) != null) {
      double count = m.group(5).startsWith("couple") ? 2 : m.group(6).equals("seconds") ? 10 : 3;
      return new Part(count * size(m.group(6)), size(m.group(6)), end);
    }
    if (m.group(7) == null) {
      return new Part(m.group(9) != null ? 45 : 15, 60, end);
    }
    double size = size(m.group(7));
    double extra = m.group(8) == null ? 0 : m.group(8).equals("half") ? 0.5 : 0.25;
    return new Part((1 + extra) * size, size, end);
  }

  private static double size(String unit) {
    return unit.startsWith("h") ? 3600 : unit.startsWith("m") ? 60 : 1;
  }

  /** Returns the number as a long where it is whole, so that it is written without a fraction. */
  public static Number plain(double value) {
    if (value == Math.rint(value)) {
      return (long) value;
    }
    return Math.round(value * 100) / 100.0;
  }
}
