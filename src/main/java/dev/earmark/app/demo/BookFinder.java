package dev.earmark.app.demo;

import java.util.OptionalDouble;

/**
 * Finds a stretch of a book in a recording by normalised cross-correlation, which does not care how
 * loud the book was played nor what else sounds.
 *
 * <p>Both are mono samples at the same rate; 8 kHz is enough for speech and keeps the search short.
 */
final class BookFinder {
  /**
   * Below this the best place is not the book; unrelated speech stays under 0.2 over two seconds.
   */
  private static final double FOUND = 0.4;

  private BookFinder() {}

  /**
   * Returns where the stretch begins in the recording, in samples, or empty when it is not in
   * there.
   *
   * @param from first sample of the recording at which it may begin
   * @param to last sample of the recording at which it may begin
   */
  static OptionalDouble find(float[] stretch, float[] recording, int from, int to) {
    double stretchEnergy = energy(stretch, 0, stretch.length);
    int last = Math.min(to, recording.length - stretch.length);
    double best = 0;
    int at = -1;
    double windowEnergy = from < last ? energy(recording, from, stretch.length) : 0;
    for (int lag = from; lag <= last; lag++) {
      double product = 0;
      for (int i = 0; i < stretch.length; i++) {
        product += stretch[i] * recording[lag + i];
      }
      double score = product / Math.sqrt(stretchEnergy * windowEnergy + 1e-9);
      if (score > best) {
        best = score;
        at = lag;
      }
      windowEnergy += energyStep(recording, lag, stretch.length);
    }
    return best >= FOUND ? OptionalDouble.of(at) : OptionalDouble.empty();
  }

  private static double energyStep(float[] recording, int lag, int length) {
    int entering = lag + length;
    double out = recording[lag];
    double in = entering < recording.length ? recording[entering] : 0;
    return in * in - out * out;
  }

  private static double energy(float[] samples, int from, int length) {
    double sum = 0;
    for (int i = from; i < from + length; i++) {
      sum += samples[i] * samples[i];
    }
    return sum;
  }
}
