package dev.earmark.audio.shape;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Measures the integrated loudness of 48 kHz stereo as EBU R128 has it (ITU-R BS.1770-4):
 * K-weighted blocks of 400 ms that overlap by three quarters, gated at -70 LUFS and then at 10 LU
 * below the mean of what is left. Confined to one thread; allocates nothing while it measures.
 */
final class LoudnessMeter {
  private static final int STEP_FRAMES = 4_800;
  private static final int STEPS_OF_BLOCK = 4;
  private static final double OFFSET = -0.691;
  private static final double FLOOR = -70;
  private static final double RELATIVE = 10;
  private static final double BIN_LU = 0.1;
  private static final int BINS = 800;

  /** Less than this many blocks (of 100 ms each) say little. */
  private static final int LEAST_BLOCKS = 15;

  private final Biquad[] filters = {Biquad.head(), Biquad.lowCut(), Biquad.head(), Biquad.lowCut()};
  private final double[] steps = new double[STEPS_OF_BLOCK];
  private final int[] counts = new int[BINS];
  private int stepsDone;
  private int inStep;
  private double sum;
  private int blocks;
  private double told; // the loudness when so many blocks were heard
  private int toldAt;

  /** Listens to interleaved samples. */
  void add(short[] samples, int frames) {
    boolean mono = isMono(samples, frames);
    for (int i = 0; i < frames; i++) {
      double left = filters[1].next(filters[0].next(samples[2 * i] / 32_768.0));
      double right = mono ? left : filters[3].next(filters[2].next(samples[2 * i + 1] / 32_768.0));
      sum += left * left + right * right;
      if (++inStep == STEP_FRAMES) {
        step();
      }
    }
    if (mono) {
      filters[2].follow(filters[0]);
      filters[3].follow(filters[1]);
    }
    for (Biquad filter : filters) {
      filter.settle();
    }
  }

  /** Most books have one voice in both channels, which need be filtered only once. */
  private static boolean isMono(short[] samples, int frames) {
    for (int i = 0; i < frames; i++) {
      if (samples[2 * i] != samples[2 * i + 1]) {
        return false;
      }
    }
    return true;
  }

  private void step() {
    steps[stepsDone % STEPS_OF_BLOCK] = sum / STEP_FRAMES;
    stepsDone++;
    sum = 0;
    inStep = 0;
    if (stepsDone < STEPS_OF_BLOCK) {
      return;
    }
    double mean = 0;
    for (double step : steps) {
      mean += step / STEPS_OF_BLOCK;
    }
    double lufs = mean <= 0 ? FLOOR : OFFSET + 10 * Math.log10(mean);
    if (lufs > FLOOR) {
      counts[Math.min(BINS - 1, (int) ((lufs - FLOOR) / BIN_LU))]++;
      blocks++;
    }
  }

  /** Returns whether enough was heard to tell. */
  boolean knows() {
    return blocks >= LEAST_BLOCKS;
  }

  /** Returns the loudness in LUFS of all that was heard; empty when too little was. */
  OptionalDouble lufs() {
    return knows() ? OptionalDouble.of(loudness()) : OptionalDouble.empty();
  }

  /** Returns the loudness in LUFS; means something only when it {@link #knows}. */
  double loudness() {
    if (toldAt != blocks) {
      double gate = mean(0) - RELATIVE;
      told = mean((int) Math.max(0, (gate - FLOOR) / BIN_LU));
      toldAt = blocks;
    }
    return told;
  }

  /** Returns the mean power, in LUFS, of the blocks from a bin on. */
  private double mean(int from) {
    double power = 0;
    long n = 0;
    for (int i = from; i < BINS; i++) {
      if (counts[i] > 0) {
        power += counts[i] * Math.pow(10, (FLOOR + (i + 0.5) * BIN_LU) / 10);
        n += counts[i];
      }
    }
    return n == 0 ? FLOOR : 10 * Math.log10(power / n);
  }

  /** Begins anew. */
  void reset() {
    Arrays.fill(counts, 0);
    stepsDone = 0;
    inStep = 0;
    sum = 0;
    blocks = 0;
    toldAt = 0;
    for (Biquad filter : filters) {
      filter.reset();
    }
  }
}
