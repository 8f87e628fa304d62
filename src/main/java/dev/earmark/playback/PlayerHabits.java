package dev.earmark.playback;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Language;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.sleep.SleepTimer;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Commands to the player beyond the keys that every player has. Thread-safe; each returns within
 * milliseconds.
 */
public interface PlayerHabits {
  /** Changes how the book on the desk is played, from now on; empty when there is none. */
  Optional<Tuning> tune(UnaryOperator<Tuning> how);

  /** Returns what is done to the sound. */
  ShapeSettings sound();

  /** Changes what is done to the sound; kept over restarts, heard about two seconds later. */
  void sound(ShapeSettings settings);

  /**
   * Sets the sleep timer to the end of the n-th chapter from now, 1 being the current one; where
   * the section has no such mark, to the end of that section or of the n-th; it is off without a
   * book.
   *
   * @return the timer that was set
   */
  SleepTimer sleepAfterChapters(int chapters);

  /** Returns how the book on the desk is played; empty when there is none. */
  Optional<Tuning> tuning();

  /** Returns the marks inside the current section, in order; none before its file is open. */
  List<Chapter> chapters();

  /**
   * Ends the sleep timer so many minutes later. One that has fallen silent within the last two
   * minutes goes on playing; where there is none, one is set.
   *
   * @return the seconds until it ends
   */
  double extendSleep(double minutes);

  /**
   * Makes it pause at the end of the section that plays, and tell so by the event {@code
   * player.ended}; false takes that back.
   */
  void breakAfterSection(boolean on);

  /**
   * What was heard to its end, as the event {@code player.ended} tells it.
   *
   * @param whole whether it was the book, not only the section after which a break was wished
   * @param asleep whether the sleep timer ended with it, so that nothing is to come next
   */
  record Ended(String albumId, String title, int section, boolean whole, boolean asleep) {}

  /** Says what is done to the sound. */
  static String words(ShapeSettings now, Language language) {
    return language.pick(
        "音量均衡"
            + on(now.level(), language)
            + "，人声增强"
            + on(now.boost(), language)
            + "，缩短静音"
            + on(now.shortenSilence(), language),
        "Levelling "
            + on(now.level(), language)
            + ", voice boost "
            + on(now.boost(), language)
            + ", shortened silences "
            + on(now.shortenSilence(), language));
  }

  private static String on(boolean on, Language language) {
    return on ? language.pick("开", "on") : language.pick("关", "off");
  }
}
