package dev.earmark.listen.machine;

import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.Transcript;
import java.util.List;
import java.util.Set;

/** What people shout at a book that plays, without a wake phrase. */
final class StopWords {
  /** The most blocks that such words last. */
  static final int LONGEST = 3 * SoundHistory.RATE / 2;

  private static final double CONFIDENCE = 0.7;

  /** All of them, the longer ones first. */
  static final List<String> LIST =
      List.of("停下来", "停下", "停止", "暂停", "停", "stop it", "stop", "pause");

  private static final Set<String> WORDS = Set.copyOf(LIST);

  private StopWords() {}

  /** Returns whether the words surely are such ones, and nothing else. */
  static boolean are(Transcript heard) {
    return heard.confidence() >= CONFIDENCE && WORDS.contains(heard.text());
  }
}
