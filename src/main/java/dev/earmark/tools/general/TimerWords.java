package dev.earmark.tools.general;

import dev.earmark.base.Language;
import dev.earmark.timers.Timer;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes a timer in one line. */
final class TimerWords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT);

  private TimerWords() {}

  static String line(Timer timer, ZoneId zone, Language language) {
    String kind =
        switch (timer.kind()) {
          case TIMER -> language.pick("定时器", "timer");
          case ALARM -> language.pick("闹钟", "alarm");
          case REMINDER -> language.pick("提醒", "reminder");
        };
    String repeat = repeat(timer.repeat(), language);
    String name =
        timer.name().isEmpty()
            ? ""
            : language.pick("“" + timer.name() + "”", " \"" + timer.name() + "\"");
    return kind
        + name
        + " "
        + TIME.format(timer.at().atZone(zone))
        + repeat
        + " (id "
        + timer.id()
        + ")";
  }

  private static String repeat(Timer.Repeat repeat, Language language) {
    if (!repeat.repeats()) {
      return "";
    }
    if (repeat.equals(Timer.Repeat.DAILY)) {
      return language.pick("，每天", ", every day");
    }
    if (repeat.equals(Timer.Repeat.WEEKDAYS)) {
      return language.pick("，工作日", ", on weekdays");
    }
    if (repeat.equals(Timer.Repeat.WEEKENDS)) {
      return language.pick("，周末", ", on weekends");
    }
    boolean zh = language == Language.ZH;
    return Arrays.stream(DayOfWeek.values())
        .filter(repeat.days()::contains)
        .map(
            day ->
                day.getDisplayName(
                    zh ? TextStyle.SHORT : TextStyle.FULL, zh ? Locale.CHINA : Locale.ENGLISH))
        .collect(Collectors.joining(language.pick("、", ", "), language.pick("，每", ", every "), ""));
  }
}
