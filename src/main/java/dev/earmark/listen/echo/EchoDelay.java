package dev.earmark.listen.echo;

import java.util.OptionalInt;

/**
 * Finds in what was played the place that a microphone hears now.
 *
 * <p>Compared is how the loudness of both goes up and down, in steps of 2 ms, whatever a room and
 * the loudness of the speaker make of the sound itself. Silence, steady noise, and a room where
 * somebody else speaks give no answer rather than a wrong one.
 */
final class EchoDelay {
  private static final int STEP = 32;

  /** What the likeness of the right place has at least, 1 being the same. */
  private static final double LIKE = 0.5;

  /** How much more alike the right place is than any other one. */
  private static final double CLEARER = 0.15;

  /** Places within 100 ms of the best one are the same place. */
  private static final int SAME = 50;

  private EchoDelay() {}

  /**
   * Returns the index in {@code played} at which {@code heard} begins, to 2 ms.
   *
   * @param heard some seconds of the microphone
   * @param played what was played at that time and before it, longer than the former
   */
  static OptionalInt find(short[] heard, short[] played) {
    double[] likeness = likeness(loudness(heard), loudness(played));
    int best = 0;
    for (int i = 1; i < likeness.length; i++) {
      best = likeness[i] > likeness[best] ? i : best;
    }
    double second = 0;
    for (int i = 0; i < likeness.length; i++) {
      if (Math.abs(i - best) > SAME) {
        second = Math.max(second, likeness[i]);
      }
    }
    boolean found = likeness[best] >= LIKE && likeness[best] >= second + CLEARER;
    return found ? OptionalInt.of(best * STEP) : OptionalInt.empty();
  }

  /** Returns the correlation at each place, 0 where what was played does not change. */
  private static double[] likeness(double[] heard, double[] played) {
    int n = heard.length;
    double[] centred = centred(heard);
    double own = 0;
    for (double x : centred) {
      own += x * x;
    }
    double[] likeness = new double[Math.max(1, played.length - n + 1)];
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < played.length; i++) {
      sum += played[i];
      squares += played[i] * played[i];
      int from = i - n + 1;
      if (from < 0) {
        continue;
      }
      double varied = squares - sum * sum / n;
      if (own > n && varied > n) { // less than one unit of the last bit
        likeness[from] = dot(centred, played, from) / Math.sqrt(own * varied);
      }
      sum -= played[from];
      squares -= played[from] * played[from];
    }
    return likeness;
  }

  private static double dot(double[] centred, double[] played, int from) {
    double dot = 0;
    for (int i = 0; i < centred.length; i++) {
      dot += centred[i] * played[from + i];
    }
    return dot;
  }

  private static double[] centred(double[] x) {
    double mean = 0;
    for (double each : x) {
      mean += each / x.length;
    }
    double[] centred = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      centred[i] = x[i] - mean;
    }
    return centred;
  }

  /**
   * Returns the mean amplitude of each step; its root, so that loud syllables do not decide alone.
   */
  private static double[] loudness(short[] samples) {
    double[] steps = new double[samples.length / STEP];
    for (int i = 0; i < steps.length; i++) {
      double sum = 0;
      for (int k = i * STEP; k < (i + 1) * STEP; k++) {
        sum += Math.abs((double) samples[k]);
      }
      steps[i] = Math.sqrt(sum / STEP);
    }
    return steps;
  }
}
