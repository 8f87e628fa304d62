package dev.earmark.listen.remote;

import dev.earmark.base.Language;
import dev.earmark.listen.Transcript.Word;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A server that turns speech into text. Thread-safe; its sessions are not. */
interface TranscriptionServer {
  /** Returns what it is and where, to begin a sentence with. */
  String name();

  /**
   * Begins an utterance; does not wait for the network.
   *
   * @param titles what may be named
   * @param language the one that is spoken; null when the server is to find out
   */
  Session begin(List<String> titles, @Nullable Language language);

  /** One utterance. Closing twice is allowed. */
  interface Session extends AutoCloseable {
    /** Takes 16 kHz mono samples as they come; does not wait for the network. */
    void feed(short[] block);

    /**
     * Ends the utterance.
     *
     * @param samples all that counts, from the first sample that was fed
     * @return what was heard, or an {@link java.io.IOException} whose sentence begins with {@link
     *     #name()}
     */
    CompletableFuture<Heard> finish(short[] samples);

    /** Drops the request, if it has not been answered. */
    @Override
    void close();
  }

  /**
   * What a server heard.
   *
   * @param text as it was written; empty when there were no words
   * @param confidence 0 to 1
   * @param words with times since the first sample; empty where the server gives none
   */
  record Heard(String text, double confidence, List<Word> words) {
    /** What a server is taken to be sure of that does not say how sure it is. */
    static final double NOT_SAID = 0.8;

    /** Copies the words. */
    public Heard {
      words = List.copyOf(words);
    }
  }
}
