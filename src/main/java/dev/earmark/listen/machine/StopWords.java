package dev.earmark.listen.machine;

import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.Transcript;
import java.util.Set;

/** What people shout at a book that plays, without a wake phrase. */
final class StopWords {
  /** The most blocks that such words last. */
  static final int LONGEST = 3 * SoundHistory.RATE / 2;

  private static final double CONFIDENCE = 0.7;
  private static final Set<String> WORDS =
      Set.of("停", "停止", "暂停", "停下来", "stop", "pause", "stop it");

  private StopWords() {}

  /** Returns whether the words surely are such ones, and nothing else. */
  static boolean are(Transcript heard) {
    return heard.confidence() >= CONFIDENCE && WORDS.contains(heard.text());
  }
}
