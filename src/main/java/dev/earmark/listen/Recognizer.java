package dev.earmark.listen;

import dev.earmark.base.Language;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Turns one utterance at a time into text. Confined to one thread. */
public interface Recognizer extends AutoCloseable {
  /** What has been understood so far; the text may be empty. */
  record Partial(String text, Language language, Progress progress) {
    /** Nothing yet. */
    public static final Partial NOTHING = new Partial("", Language.ZH, Progress.NONE);
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
   * A finished utterance.
   *
   * @param samples from the first to the last word, with a little before and after
   * @param loudFrom the sample where its loud part begins: what is outside may be background
   * @param loudTo the sample where its loud part ends
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
  record Cut(short[] samples, int loudFrom, int loudTo) {
    /** Returns the loud part alone. */
    public short[] loud() {
      return Arrays.copyOfRange(samples, loudFrom, loudTo);
    }

    /** Returns whether the loud part is noticeably shorter, by 0.2 s. */
    public boolean hasBackground() {
      return samples.length - (loudTo - loudFrom) > 3_200 && loudTo - loudFrom > 1_600;
    }
  }

  /**
   * Ends the utterance.
   *
   * @param cut the utterance, which begins with the first sample that was fed
   */
  Result finish(Cut cut) throws IOException;

  /** Drops the utterance. */
  void cancel();

  @Override
  void close();
}
