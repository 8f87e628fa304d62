package dev.earmark.listen;

import dev.earmark.base.Language;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * A loaded speech model, shared by all its decodings.
 *
 * <p>Thread-safe; the decodings are not. The memory of the model is freed when this handle, every
 * {@link #share() shared} one and every decoding are closed, whatever the order.
 */
public interface SpeechModel extends AutoCloseable {
  /** Returns the name of the model's folder, for people. */
  String name();

  /** Returns the languages whose words it knows. */
  Set<Language> languages();

  /** Returns whether it understands free speech, without a grammar. */
  boolean freeDecoding();

  /** Returns whether it can be given a run-time grammar. */
  boolean grammars();

  /** Returns whether the word is in its vocabulary. */
  boolean knows(String word);

  /**
   * Starts a decoding of one stream.
   *
   * @param phrases what may be said, words separated by blanks; empty for free speech
   * @param alternatives how many results are wanted; 0 for one with a confidence for each word
   * @throws dev.earmark.base.FailureException when the recogniser cannot be made
   */
  Decoding decode(List<String> phrases, int alternatives) throws IOException;

  /** Returns another handle on the same model, to be closed by whoever asked for it. */
  SpeechModel share();

  /** Gives this handle back, from any thread; does not wait until the memory is free. */
  @Override
  void close();

  /**
   * One stream of samples on its way to words. Confined to one thread at a time; closing twice is
   * allowed.
   */
  interface Decoding extends AutoCloseable {
    /** Takes 16 kHz mono samples. */
    void feed(short[] samples);

    /** Returns the words so far. */
    List<String> partial();

    /**
     * Ends the utterance.
     *
     * @return the results, the likeliest first; times count from the first sample fed after the
     *     last utterance; never empty, but the words may be
     */
    List<Alternative> finish();

    /** Frees the native recogniser, on the thread that uses it; does not block. */
    @Override
    void close();
  }

  /**
   * One possible reading of an utterance.
   *
   * @param words the words; confidence 1 when alternatives were asked for
   * @param score logarithm of its likelihood; only differences have a meaning
   */
  record Alternative(List<Transcript.Word> words, double score) {
    /** Copies the words. */
    public Alternative {
      words = List.copyOf(words);
    }

    /** Returns the words alone. */
    public List<String> texts() {
      return words.stream().map(Transcript.Word::text).toList();
    }
  }
}
