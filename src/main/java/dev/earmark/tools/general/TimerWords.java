package dev.earmark.tools.general;

import dev.earmark.base.Language;
import dev.earmark.timers.Timer;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

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
    String repeat =
        switch (timer.repeat()) {
          case NONE -> "";
          case DAILY -> language.pick("，每天", ", every day");
          case WEEKDAYS -> language.pick("，工作日", ", on weekdays");
        };
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
}
