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
}
