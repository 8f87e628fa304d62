package dev.earmark.listen.echo;

import java.util.OptionalInt;

/**
 * Finds in what was played the place that a microphone hears now.
 *
 * <p>First how the loudness of both goes up and down is compared, in steps of 2 ms; then, near the
 * place that is most alike, the sound itself, sample by sample. Voices have a rhythm in common, so
 * that the former alone takes one for the other; the latter alone would cost too much. Silence,
 * steady noise and other voices give no answer rather than a wrong one.
 */
final class EchoDelay {
  private static final int STEP = 32;

  /** What the loudness of the right place is alike at least, 1 being the same. */
  private static final double LIKE = 0.4;

  /** What its sound is alike at least; a room leaves 0.2 to 0.9 of it, other voices reach 0.1. */
  private static final double SAME_SOUND = 0.15;

  /** How far a room moves the loudness, in samples: 10 ms. */
  private static final int AROUND = 160;

  private EchoDelay() {}

  /**
   * Returns the index in {@code played} at which {@code heard} begins.
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
    return likeness[best] >= LIKE ? refined(heard, played, best * STEP) : OptionalInt.empty();
  }

  /** Returns the place near another one where the sound itself is the same. */
  private static OptionalInt refined(short[] heard, short[] played, int near) {
    int first = Math.max(0, near - AROUND);
    int last = Math.min(played.length - heard.length, near + AROUND);
    float[] a = edges(heard, 0, heard.length);
    float[] b = edges(played, first, last - first + heard.length);
    int best = 0;
    double most = 0;
    for (int lag = 0; lag <= last - first; lag++) {
      double dot = 0;
      for (int i = 0; i < a.length; i++) {
        dot += a[i] * b[i + lag];
      }
      if (Math.abs(dot) > most) { // a speaker may be connected the wrong way round
        most = Math.abs(dot);
        best = lag;
      }
    }
    double alike = most / Math.sqrt(1 + energy(a, 0, a.length) * energy(b, best, a.length));
    return alike >= SAME_SOUND ? OptionalInt.of(first + best) : OptionalInt.empty();
  }

  /** Returns what changes from sample to sample, so that not the low tones decide alone. */
  private static float[] edges(short[] samples, int from, int count) {
    float[] edges = new float[count];
    for (int i = 1; i < count; i++) {
      edges[i] = samples[from + i] - samples[from + i - 1];
    }
    return edges;
  }

  private static double energy(float[] x, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += x[i] * x[i];
    }
    return sum;
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
