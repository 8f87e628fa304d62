package dev.earmark.listen;

import dev.earmark.base.Language;

/**
 * Tells which commands do the same, so that two wordings of one wish do not count as a doubt about
 * what was said. Implementations are thread-safe and return within a millisecond.
 */
@FunctionalInterface
public interface Meaning {
  /** Every wording is a wish of its own. */
  Meaning WORDS = (command, language) -> command;

  /**
   * Returns what a command does, as an object equal to that of every other command that does it.
   *
   * @param command a whole command, without the wake phrase
   */
  Object of(String command, Language language);

  /**
   * Returns whether one command undoes what the other does, so that mistaking them is worse than
   * asking again: 继续播放 and 停止播放.
   *
   * @param one as {@link #of} returned it
   * @param other as {@link #of} returned it
   */
  default boolean opposite(Object one, Object other) {
    return false;
  }
}
