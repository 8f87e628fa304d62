package dev.earmark.listen;

import dev.earmark.base.Language;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /**
   * Takes commands in one language only, from the next utterance on.
   *
   * @param language null for every language
   */
  void hearOnly(@Nullable Language language);

  /** Begins a new utterance. */
  void begin() throws IOException;

  /** Takes 16 kHz mono samples as they come. */
  void feed(short[] block) throws IOException;

  /** Returns what has been understood of the samples fed so far. */
  Partial partial();

  /**
   * A finished utterance.
   *
   * @param samples from the first to the last word, with a little before and after
   * @param loudParts its loud parts, the longest first: what is outside may be background
   * @param spoken how many of the samples there are up to the end of the last word
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
  record Cut(short[] samples, List<Part> loudParts, int spoken) {
    /** Copies the list. */
    public Cut {
      loudParts = List.copyOf(loudParts);
    }

    /** Makes an utterance that is words to its end. */
    public Cut(short[] samples, List<Part> loudParts) {
      this(samples, loudParts, samples.length);
    }

    /** Samples from one to before another. */
    public record Part(int from, int to) {}

    /** Returns the samples of a part. */
    public short[] samples(Part part) {
      return Arrays.copyOfRange(samples, part.from(), part.to());
    }
  }

  /**
   * Decodes the utterance as if it ended here, while it may still go on: during the silence that
   * will end it, so that nobody waits for this afterwards.
   *
   * @param cut as for {@link #finish}
   * @return what {@code finish} would give for the same cut; empty when only that can tell
   */
  default Optional<Result> ahead(Cut cut) throws IOException {
    return Optional.empty();
  }

  /**
   * Ends the utterance.
   *
   * @param cut the utterance, which begins with the first sample that was fed
   */
  Result finish(Cut cut) throws IOException;

  /** Drops the utterance. */
  void cancel();

  /** Frees the native memory, on the thread that uses it; does not block. */
  @Override
  void close();
}
