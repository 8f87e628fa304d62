package dev.earmark.playback.sleep;

import dev.earmark.base.Language;
import dev.earmark.text.Lengths;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Says what a sleep timer was set to, so that who meant something else notices. */
public final class SleepWords {
  private static final long HALF_A_SECOND_NANOS = 500_000_000L; // of rounding

  private SleepWords() {}

  /** Says that there is no timer. */
  public static String off(Language language) {
    return language.pick("睡眠定时已取消", "The sleep timer is off");
  }

  /** Says after what time it stops; 0 minutes is no timer. */
  public static String minutes(double minutes, Language language) {
    if (minutes == 0) {
      return off(language);
    }
    String time = Lengths.duration(minutes * 60, language);
    return language.pick(time + "后停止播放", "It stops in " + time);
  }

  /**
   * Says at which time of day it stops: the one that was chosen, which tells the morning from the
   * evening.
   *
   * @param minutes from now
   */
  public static String at(double minutes, Instant now, ZoneId zone, Language language) {
    LocalTime time =
        ZonedDateTime.ofInstant(now, zone)
            .plusNanos((long) (minutes * 60e9) + HALF_A_SECOND_NANOS)
            .toLocalTime()
            .truncatedTo(ChronoUnit.MINUTES);
    return language.pick(time + " 停止播放", "It stops at " + time);
  }

  /**
   * Says how long it goes on now that it was extended, and for more than an hour at which time of
   * day that is: hours and odd seconds are hard to add up.
   *
   * @param minutes from now
   */
  public static String extended(double minutes, Instant now, ZoneId zone, Language language) {
    return minutes > 60 ? at(minutes, now, zone, language) : minutes(minutes, language);
  }

  /** Says after which section it stops, 1 for the one that plays; 0 is no timer. */
  public static String sections(int sections, Language language) {
    return switch (sections) {
      case 0 -> off(language);
      case 1 -> language.pick("听完这一集就停", "It stops at the end of this section");
      default ->
          language.pick(
              "听完" + sections + "集就停", "It stops after this section and " + more(sections));
    };
  }

  /** Says after which chapter inside the section it stops, 1 for the one that plays. */
  public static String chapters(int chapters, Language language) {
    return chapters == 1
        ? language.pick("听完这一章就停", "It stops at the end of this chapter")
        : language.pick(
            "听完" + chapters + "章就停", "It stops after this chapter and " + more(chapters));
  }

  private static String more(int all) {
    return all == 2 ? "the next" : "the next " + (all - 1);
  }
}
