package dev.earmark.tools;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import java.util.Locale;

/** Turns places, lengths and albums into the words of an observation. */
public final class Words {
  private Words() {}

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

  /** Returns a section of a book, as {@code 西游记 第3集} or {@code Alice section 3}. */
  public static String section(String title, int section, Language language) {
    return language.pick(title + " 第" + section + "集", title + " section " + section);
  }

  /** Returns one numbered line of a list of albums. */
  public static String line(int number, Album album, Language language) {
    StringBuilder text = new StringBuilder();
    text.append(number).append(". ").append(album.title());
    text.append(" (").append(album.id()).append(')');
    if (!album.author().isBlank()) {
      text.append(", ").append(album.author());
    }
    if (!album.narrator().isBlank()) {
      text.append(language.pick(", 播讲: ", ", read by ")).append(album.narrator());
    }
    int count = Math.max(album.sectionCount(), album.sections().size());
    if (count > 0) {
      text.append(", ").append(count).append(language.pick("集", " sections"));
    }
    return text.toString();
  }
}
