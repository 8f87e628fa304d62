package dev.earmark.speak;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.io.IOException;

/** Turns text into speech. Thread-safe; blocks while it works. */
public interface Voice {
  /** Returns the voice's name: engine and voice, part of the phrase cache's key. */
  String name();

  /**
   * Looks whether the voice can speak, without speaking.
   *
   * @throws dev.earmark.base.FailureException kind UNAVAILABLE with the remedy when it cannot
   */
  default void check() throws IOException {}

  /**
   * Speaks one sentence.
   *
   * @return the speech in any format
   * @throws dev.earmark.base.FailureException kind UNAVAILABLE when the synthesiser is missing or
   *     broken, NOT_FOUND when it works and has no voice for the language, CANCELLED when called
   *     off
   */
  PcmBlock synthesise(String sentence, Language language, CancelFlag cancel) throws IOException;

  /** Ends what it keeps running; speaking after that starts it again. */
  default void close() {}
}
