package dev.earmark.listen.engine;

import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.SpeechModel.Decoding;
import dev.earmark.listen.grammar.PhraseGrammar;
import dev.earmark.listen.grammar.Vocabulary;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Compares words with phones in any order, as explanations of the same sound. Stateless.
 *
 * <p>A grammar only tells which of its phrases fits best; it finds one for every sound. The word
 * for unknown sound is, in models made for grammars, a loop of all phones, the least that any words
 * must beat: the likelihood ratio of keyword spotting (Rose and Paul, "A hidden Markov model based
 * keyword recognition system", 1990). Words really said win by what the loop pays for choosing each
 * phone freely; words forced on another sound, or with a syllable too few, lose more than that. A
 * model whose unknown word is no such loop explains little by it, and then this test passes all.
 */
final class FreePhones {
  /** Log likelihood by which words spoken clearly win, in nats for each of their sounds. */
  static final double CLEAR = 1.8;

  /** The same for words all of whose sounds must be right. */
  static final double CLEAR_THROUGHOUT = 2.6;

  private static final int HAN_SOUNDS = 2;
  private static final double LETTER_SOUNDS = 0.8;
  private static final int ALTERNATIVES = 1;

  /** So often a phrase stands in its grammar: the estimated cost of its words is then next to 0. */
  private static final int REPEATED = 20;

  private FreePhones() {}

  /**
   * Returns by how many nats for each of their sounds the words explain all of the samples better
   * than free phones; negative infinity when they do not fit at all.
   */
  static double advantage(SpeechModel model, List<String> words, short[] samples)
      throws IOException {
    double score = score(model, words, samples);
    return score == Double.NEGATIVE_INFINITY
        ? score
        : advantage(words, score, freeScore(model, samples));
  }

  /** The same where the scores of words and of free phones are known. */
  static double advantage(List<String> words, double score, double freeScore) {
    return (score - freeScore) / sounds(String.join(" ", words));
  }

  /** Returns how well the words explain all of the samples; negative infinity: not at all. */
  static double score(SpeechModel model, List<String> words, short[] samples) throws IOException {
    List<String> phrases = Collections.nCopies(REPEATED, String.join(" ", words));
    return scoreOfOne(model, phrases, samples);
  }

  /** Returns how well the best of several phrases does; negative infinity: none does. */
  static double score(SpeechModel model, Set<String> phrases, short[] samples) throws IOException {
    return scoreOfOne(model, List.copyOf(phrases), samples) + Math.log(phrases.size());
  }

  private static double scoreOfOne(SpeechModel model, List<String> phrases, short[] samples)
      throws IOException {
    Alternative spoken = best(model, phrases, samples);
    return phrases.contains(String.join(" ", spoken.texts()))
        ? spoken.score()
        : Double.NEGATIVE_INFINITY;
  }

  /** Returns how well phones in any order explain the samples. */
  static double freeScore(SpeechModel model, short[] samples) throws IOException {
    try (Decoding free = decoding(model)) {
      free.feed(samples);
      return free.finish().get(0).score();
    }
  }

  /** Starts a decoding into free phones, which gives their score. */
  static Decoding decoding(SpeechModel model) throws IOException {
    return model.decode(List.of(PhraseGrammar.UNKNOWN), ALTERNATIVES);
  }

  /** Returns about how many phones the words have: initial and final of each Chinese syllable. */
  private static double sounds(String phrase) {
    return phrase
        .codePoints()
        .filter(Character::isLetter)
        .mapToDouble(letter -> Vocabulary.isHan(letter) ? HAN_SOUNDS : LETTER_SOUNDS)
        .sum();
  }

  /** Returns how sure an advantage makes, 0 (none) to 1 (as clear as asked for). */
  static double confidence(double advantage, double clear) {
    return Math.min(1, Math.max(0, advantage / clear));
  }

  private static Alternative best(SpeechModel model, List<String> phrases, short[] samples)
      throws IOException {
    try (Decoding decoding = model.decode(phrases, ALTERNATIVES)) {
      decoding.feed(samples);
      return decoding.finish().get(0);
    }
  }
}
