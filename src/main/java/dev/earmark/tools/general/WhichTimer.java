package dev.earmark.tools.general;

import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import dev.earmark.timers.Timer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the timers that somebody means who says a kind or a time of day instead of a name. */
final class WhichTimer {
  private static final Map<String, Timer.Kind> KINDS =
      Map.ofEntries(
          Map.entry("alarm", Timer.Kind.ALARM),
          Map.entry("alarms", Timer.Kind.ALARM),
          Map.entry("闹钟", Timer.Kind.ALARM),
          Map.entry("闹铃", Timer.Kind.ALARM),
          Map.entry("timer", Timer.Kind.TIMER),
          Map.entry("timers", Timer.Kind.TIMER),
          Map.entry("countdown", Timer.Kind.TIMER),
          Map.entry("定时器", Timer.Kind.TIMER),
          Map.entry("计时器", Timer.Kind.TIMER),
          Map.entry("倒计时", Timer.Kind.TIMER),
          Map.entry("reminder", Timer.Kind.REMINDER),
          Map.entry("reminders", Timer.Kind.REMINDER),
          Map.entry("提醒", Timer.Kind.REMINDER));
  private static final int HALF_DAY_H = 12;

  /** The place in the list, the next that rings being the first: "second alarm", 第二个闹钟. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?<zh>第[一二三四五六七八九十两\\d]+|最后一?)个?(?<zhkind>闹钟|闹铃|定时器|计时器|倒计时|提醒)?"
              + "|(?<en>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last"
              + "|\\d+(?:st|nd|rd|th))(?: (?<kind>alarm|timer|reminder))?");

  /** "Tomorrow" said before this hour is the day that has begun, and so on. */
  private static final int SMALL_HOURS = 4;

  private WhichTimer() {}

  /**
   * Returns the timers that ring next on a day.
   *
   * @param days from today
   * @param kind a kind, or other words for all kinds
   */
  static List<Timer> onDay(List<Timer> timers, int days, String kind, ZonedDateTime now) {
    boolean begun = days > 0 && now.getHour() < SMALL_HOURS;
    LocalDate date = now.toLocalDate().plusDays(begun ? days - 1 : days);
    Optional<Timer.Kind> meant = kind(kind);
    return timers.stream()
        .filter(timer -> meant.isEmpty() || timer.kind() == meant.get())
        .filter(timer -> timer.at().atZone(now.getZone()).toLocalDate().equals(date))
        .toList();
  }

  /** Returns the kind that the words are, such as {@code alarm} or 闹钟. */
  static Optional<Timer.Kind> kind(String said) {
    return Optional.ofNullable(KINDS.get(said.strip().toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns the timers of a kind, or those that ring at a time of day such as {@code 07:00}; when
   * none rings then, those twelve hours away from it, for "the alarm at seven" may be in the
   * evening. Empty for other words.
   */
  static List<Timer> of(List<Timer> timers, String said, ZoneId zone) {
    Optional<Timer.Kind> kind = kind(said);
    if (kind.isPresent()) {
      return timers.stream().filter(timer -> timer.kind() == kind.get()).toList();
    }
    String text = said.strip();
    Matcher place = PLACE.matcher(text);
    if (place.matches()) {
      return atPlace(timers, place);
    }
    LocalTime time;
    try {
      time = LocalTime.parse(text.length() == 4 && text.charAt(1) == ':' ? "0" + text : text);
    } catch (DateTimeParseException e) {
      return List.of(); // another name, that no timer has
    }
    List<Timer> exact = at(timers, time, zone);
    return exact.isEmpty() && time.getHour() <= HALF_DAY_H
        ? at(timers, time.plusHours(HALF_DAY_H), zone)
        : exact;
  }

  /** "Second alarm" counts the alarms; "second timer" all that are set when there are no timers. */
  private static List<Timer> atPlace(List<Timer> timers, Matcher place) {
    Optional<Timer.Kind> kind =
        kind(
            place.group("zhkind") == null
                ? String.valueOf(place.group("kind"))
                : place.group("zhkind"));
    List<Timer> counted =
        timers.stream().filter(timer -> kind.isEmpty() || timer.kind() == kind.get()).toList();
    if (counted.isEmpty() && kind.filter(Timer.Kind.TIMER::equals).isPresent()) {
      counted = timers;
    }
    String zh = place.group("zh");
    String which = zh == null ? place.group("en") : zh;
    if (which.equals("last") || which.startsWith("最后")) {
      return counted.isEmpty() ? List.of() : List.of(counted.get(counted.size() - 1));
    }
    long number = NumberWords.parse(which, zh == null ? Language.EN : Language.ZH).orElse(0);
    return number >= 1 && number <= counted.size()
        ? List.of(counted.get((int) number - 1))
        : List.of();
  }

  private static List<Timer> at(List<Timer> timers, LocalTime time, ZoneId zone) {
    return timers.stream()
        .filter(
            timer -> {
              LocalTime rings = timer.at().atZone(zone).toLocalTime();
              return rings.getHour() == time.getHour() && rings.getMinute() == time.getMinute();
            })
        .toList();
  }
}
