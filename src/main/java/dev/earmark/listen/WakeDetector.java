package dev.earmark.listen;

import java.io.IOException;
import java.util.Optional;

/** Finds a wake phrase in a stretch of speech. Confined to one thread. */
public interface WakeDetector extends AutoCloseable {
  /**
   * A wake phrase that was heard.
   *
   * @param phrase as the settings have it
   * @param confidence 0 to 1
   * @param startS where it begins, in seconds since the stretch's beginning
   * @param endS where it ends
   */
  record Hit(String phrase, double confidence, double startS, double endS) {}

  /** Begins a new stretch of speech. */
  void begin() throws IOException;

  /** Takes 20 ms of 16 kHz mono samples; a hit comes about 0.2 s after the phrase's end. */
  Optional<Hit> feed(short[] block) throws IOException;

  /** Ends the stretch, whose last words may be the phrase. */
  Optional<Hit> end() throws IOException;

  /** Frees the native memory, on the thread that uses it; does not block. */
  @Override
  void close();
}
