package dev.earmark.listen;

import java.util.List;

/**
 * Puts another recogniser over the embedded one, such as one that asks a server. Thread-safe; the
 * recognisers it returns are confined to one thread as all are.
 */
@FunctionalInterface
public interface RecognizerLayer {
  /** The embedded recogniser alone. */
  RecognizerLayer NONE = (embedded, titles) -> embedded;

  /**
   * Returns the recogniser to be used.
   *
   * @param embedded understands commands and titles on this machine; the returned one closes it
   * @param titles what may be named in a command
   */
  Recognizer over(Recognizer embedded, List<String> titles);
}
