package dev.earmark.listen;

import dev.earmark.base.Language;
import java.util.List;

/**
 * What was understood of one utterance.
 *
 * @param text the words, normalised: no blanks between Han characters, no wake phrase
 * @param confidence 0 to 1
 * @param startS where the command begins, in seconds since the stream's start
 * @param endS where it ends
 * @param language the language that was heard
 * @param words the words with their own confidence and time, as the recogniser gave them
 */
public record Transcript(
    String text,
    double confidence,
    double startS,
    double endS,
    Language language,
    List<Word> words) {
  /** One recognised word; times in seconds since the stream's start. */
  public record Word(String text, double confidence, double startS, double endS) {}

  /** Copies the words. */
  public Transcript {
    words = List.copyOf(words);
  }

  /** Returns the same transcript with another confidence. */
  public Transcript withConfidence(double other) {
    return new Transcript(text, other, startS, endS, language, words);
  }

  /** Returns the same transcript with all times later by the given seconds. */
  public Transcript later(double seconds) {
    List<Word> later =
        words.stream()
            .map(
                word ->
                    new Word(
                        word.text(),
                        word.confidence(),
                        word.startS() + seconds,
                        word.endS() + seconds))
            .toList();
    return new Transcript(text, confidence, startS + seconds, endS + seconds, language, later);
  }
}
