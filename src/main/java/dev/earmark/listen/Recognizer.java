package dev.earmark.listen;

import dev.earmark.base.Language;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.util.Optional;

/** Turns one utterance at a time into text. Confined to one thread. */
public interface Recognizer extends AutoCloseable {
  /** What has been understood so far; the text may be empty. */
  record Partial(String text, Language language, Progress progress) {
    /** Nothing yet. */
    static final Partial NOTHING = new Partial("", Language.ZH, Progress.NONE);
  }

  /**
   * The end of an utterance.
   *
   * @param transcript what was understood, times since the first sample; empty when nothing was
   * @param heard the words that were heard, perhaps not understood, for the log
   */
  record Result(Optional<Transcript> transcript, String heard) {}

  /** Begins a new utterance. */
  void begin() throws IOException;

  /** Takes 16 kHz mono samples as they come. */
  void feed(short[] block);

  /** Returns what has been understood of the samples fed so far. */
  Partial partial();

  /**
   * Ends the utterance.
   *
   * @param samples the whole utterance from its first to its last word, cut out of what was fed
   */
  Result finish(short[] samples) throws IOException;

  /** Drops the utterance. */
  void cancel();

  @Override
  void close();
}
