package dev.earmark.listen.machine;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/** What Earmark itself is saying, so that it does not listen to itself. Confined to one thread. */
final class OwnSpeech {
  private static final int ECHO_BLOCKS = 15;

  private final List<String> wakePhrases;
  private boolean speaking;
  private boolean namesWakePhrase;
  private long deafUntil;

  OwnSpeech(List<String> wakePhrases) {
    this.wakePhrases = wakePhrases.stream().map(OwnSpeech::plain).toList();
  }

  /**
   * Takes whether it speaks, and what.
   *
   * @param next the number of the stream's next block
   */
  void set(boolean nowSpeaking, String text, long next) {
    if (speaking && !nowSpeaking) {
      deafUntil = next + ECHO_BLOCKS;
    }
    speaking = nowSpeaking;
    String said = plain(text);
    namesWakePhrase = wakePhrases.stream().anyMatch(said::contains);
  }

  /** Returns whether a wake phrase that is heard now may be its own. */
  boolean wakesItself() {
    return speaking && namesWakePhrase;
  }

  /** Returns whether words of that block may be its own. */
  boolean deaf(long block) {
    return speaking || block < deafUntil;
  }

  private static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
