package dev.earmark.speak;

import dev.earmark.base.Language;
import java.util.concurrent.CompletionStage;

/**
 * Says things to the person in the room. Thread-safe; every method returns at once.
 *
 * <p>While it speaks the book is ducked; the duck ends when the speech has been heard, not when it
 * was handed over.
 */
public interface Announcer {
  /**
   * Speaks after what is being said already.
   *
   * @return completes when it has been heard or was cut off; never exceptionally
   */
  CompletionStage<Outcome> say(String text, Language language);

  /** Sounds a signal at once, beside anything else. */
  void chime(Chime chime);

  /** Cuts off what is being said and drops what waits; silence within 200 ms. */
  void hush();

  /** What became of a sentence. */
  enum Outcome {
    HEARD,
    CUT_OFF,
    /** There is no voice; the text is only shown. */
    NO_VOICE
  }

  /** The signals. */
  enum Chime {
    /** The wake phrase was heard. */
    WAKE,
    /** The command has been taken. */
    HEARD,
    /** There were words, but nothing was understood. */
    NOT_UNDERSTOOD,
    /** Nobody spoke. */
    NOTHING_SAID,
    /** There was sound, but no words. */
    NOISE,
    /** Something went wrong. */
    ERROR,
    /** A timer ends. */
    TIMER
  }
}
