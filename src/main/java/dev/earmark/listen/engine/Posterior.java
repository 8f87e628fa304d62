package dev.earmark.listen.engine;

import dev.earmark.listen.SpeechModel.Alternative;
import java.util.List;
import java.util.function.Predicate;

/** Probabilities from the scores of a list of alternatives. Stateless. */
final class Posterior {
  /**
   * How much of a difference in log likelihood counts. Neighbouring frames are not independent of
   * each other, so the sum over them is too sure of itself by about this factor.
   */
  private static final double SCALE = 0.5;

  private Posterior() {}

  /** Returns the share of the alternatives for which the predicate holds, 0 to 1. */
  static double of(List<Alternative> alternatives, Predicate<Alternative> wanted) {
    double top = alternatives.stream().mapToDouble(Alternative::score).max().orElse(0);
    double all = 0;
    double mine = 0;
    for (Alternative alternative : alternatives) {
      double weight = Math.exp((alternative.score() - top) * SCALE);
      all += weight;
      if (wanted.test(alternative)) {
        mine += weight;
      }
    }
    return all > 0 ? mine / all : 0;
  }
}
