package dev.earmark.listen.engine;

import dev.earmark.listen.Recognizer.Cut.Part;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.Transcript.Word;
import dev.earmark.listen.grammar.PhraseGrammar;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds a command amid a voice behind the speaker, such as a book that goes on: words that are a
 * whole command and clearly louder than what was heard before and after them. Stateless.
 *
 * <p>Loudness is what tells it from a command that somebody only quotes in a longer sentence.
 */
final class Foreground {
  private static final int RATE_HZ = SoundHistory.BLOCK * SoundHistory.RATE;
  private static final int LOOKED_AT = 6;
  private static final double LOUDER_DB = 5;
  private static final double SHORTEST_S = 0.3;
  private static final double BEFORE_S = 0.2;
  private static final double AFTER_S = 0.28;

  /** Less than this outside of the words is no background worth cutting off. */
  private static final int NOTICEABLE = RATE_HZ / 5;

  private Foreground() {}

  /**
   * Returns the part of the samples that holds the longest such command, with a little around it.
   *
   * @param alternatives what was heard in the samples
   */
  static Optional<Part> find(
      List<Alternative> alternatives, PhraseGrammar grammar, short[] samples) {
    Optional<Part> longest = Optional.empty();
    for (Alternative each : alternatives.subList(0, Math.min(LOOKED_AT, alternatives.size()))) {
      List<Word> words = each.words();
      for (int from = 0; from < words.size(); from++) {
        for (int to = from + 1; to <= words.size(); to++) {
          List<Word> some = words.subList(from, to);
          if (grammar.command(some.stream().map(Word::text).toList()).isPresent()) {
            Part part = part(some.get(0).startS(), some.get(some.size() - 1).endS(), samples);
            if (length(part) > longest.map(Foreground::length).orElse(0) && stands(part, samples)) {
              longest = Optional.of(part);
            }
          }
        }
      }
    }
    return longest;
  }

  private static int length(Part part) {
    return part.to() - part.from();
  }

  private static Part part(double startS, double endS, short[] samples) {
    int from = (int) Math.max(0, (startS - BEFORE_S) * RATE_HZ);
    int to = (int) Math.min(samples.length, (endS + AFTER_S) * RATE_HZ);
    return new Part(Math.min(from, to), to);
  }

  /** Returns whether the part is louder than both sides, and something is there to cut off. */
  private static boolean stands(Part part, short[] samples) {
    double own = levelDb(samples, part.from(), part.to());
    return length(part) >= SHORTEST_S * RATE_HZ
        && samples.length - length(part) >= NOTICEABLE
        && own - levelDb(samples, 0, part.from()) >= LOUDER_DB
        && own - levelDb(samples, part.to(), samples.length) >= LOUDER_DB;
  }

  private static double levelDb(short[] samples, int from, int to) {
    return to <= from
        ? SoundHistory.SILENCE_DB
        : SoundHistory.levelDb(Arrays.copyOfRange(samples, from, to));
  }
}
