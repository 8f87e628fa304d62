package dev.earmark.playback.allow;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/**
 * That a limit is near or reached; the data of the events {@code limits.warning} and {@code
 * limits.reached}.
 *
 * @param over whether it is reached
 * @param quietUntil the end of the quiet hours, or null when it is the daily quota
 * @param minutes that are left, or the whole quota once it is over
 */
public record LimitNotice(boolean over, @Nullable LocalTime quietUntil, long minutes) {
  /** Says it. */
  public String words(Language language) {
    if (!over) {
      return language.pick(
          "还可以听" + minutes + "分钟。",
          "You can listen for " + minutes + (minutes == 1 ? " more minute." : " more minutes."));
    }
    return language.pick(
        zh() + "。", Character.toUpperCase(en().charAt(0)) + en().substring(1) + ".");
  }

  /** Returns it as the reason why something was not played. */
  public Failure failure() {
    return new Failure(Failure.Kind.FORBIDDEN, en(), new Failure.Words(zh(), en()));
  }

  private String zh() {
    return quietUntil != null ? "现在是安静时间，" + quietUntil + "以后再听吧" : "今天的" + minutes + "分钟听完了，明天再听吧";
  }

  private String en() {
    return quietUntil != null
        ? "these are quiet hours, until " + quietUntil
        : "the " + minutes + " minutes of today are used up";
  }
}
