package dev.earmark.text;

import dev.earmark.base.Language;
import java.util.Locale;

/** Turns places, lengths of time and numbers into words. */
public final class Lengths {
  private Lengths() {}

  /** Returns a length or place as {@code 12:41} or {@code 1:02:03}; negative counts as zero. */
  public static String clock(double seconds) {
    long s = Math.max(0, (long) seconds);
    return s < 3600
        ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
  }

  /** Returns a number without needless zeros, such as {@code 1.5} or {@code 30}. */
  public static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(Math.round(value * 100) / 100.0);
  }

  /** Returns a length in words, such as {@code 5分钟} or {@code 1 minute 30 seconds}. */
  public static String duration(double seconds, Language language) {
    long s = Math.round(Math.abs(seconds));
    StringBuilder text = new StringBuilder();
    append(text, s / 3600, language, "小时", "hour");
    append(text, s / 60 % 60, language, "分钟", "minute");
    append(text, s % 60, language, "秒", "second");
    if (text.isEmpty()) {
      text.append(language.pick("0秒", "0 seconds"));
    }
    return text.toString();
  }

  private static void append(
      StringBuilder text, long count, Language language, String zh, String en) {
    if (count == 0) {
      return;
    }
    if (language == Language.ZH) {
      text.append(count).append(zh);
    } else {
      text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(en);
      text.append(count == 1 ? "" : "s");
    }
  }
}
