package dev.earmark.audio.shape;

/**
 * Keeps samples below {@value #CEILING_DB} dB of full scale. It looks ahead inside the block that
 * it is given: the gain sinks before a peak, over some milliseconds, and comes back slowly after
 * it, so that it is not heard as a step; only what is too loud in the first {@value #PIECE} frames
 * of a block is clipped. Confined to one thread.
 */
final class PeakLimiter {
  private static final double CEILING_DB = -1;
  private static final float CEILING = (float) Math.pow(10, CEILING_DB / 20);

  /** The gain is set for pieces of so many frames: 1.3 ms. */
  private static final int PIECE = 64;

  /** It sinks over four pieces, 5 ms, and comes back within about 200 ms. */
  private static final float ATTACK = 1f / 4;

  private static final float RELEASE = 1f / 150;

  private float gain = 1;
  private float[] wanted = new float[128];

  /** Limits interleaved stereo in place. */
  void apply(float[] samples, int frames) {
    int pieces = (frames + PIECE - 1) / PIECE;
    if (wanted.length < pieces) {
      wanted = new float[pieces];
    }
    boolean needed = gain < 1;
    for (int p = 0; p < pieces; p++) {
      float peak = 0;
      for (int i = 2 * p * PIECE; i < 2 * Math.min(frames, (p + 1) * PIECE); i++) {
        peak = Math.max(peak, Math.abs(samples[i]));
      }
      wanted[p] = peak > CEILING ? CEILING / peak : 1;
      needed |= wanted[p] < 1;
    }
    if (!needed) {
      return;
    }
    // The gain of a piece is reached at its end, so it has to suit the next piece's start as well.
    for (int p = 0; p < pieces - 1; p++) {
      wanted[p] = Math.min(wanted[p], wanted[p + 1]);
    }
    for (int p = pieces - 2; p >= 0; p--) {
      wanted[p] = Math.min(wanted[p], wanted[p + 1] + ATTACK);
    }
    float before = gain;
    for (int p = 0; p < pieces; p++) {
      float now = Math.min(wanted[p], before + RELEASE);
      float least = Math.min(now, wanted[p]);
      scale(samples, p * PIECE, Math.min(frames, (p + 1) * PIECE), before, least);
      before = least;
    }
    gain = before;
  }

  private static void scale(float[] samples, int from, int to, float start, float end) {
    int n = to - from;
    for (int i = 0; i < n; i++) {
      float g = start + (end - start) * (i + 1) / n;
      for (int s = 2 * (from + i); s < 2 * (from + i) + 2; s++) {
        samples[s] = Math.max(-CEILING, Math.min(CEILING, samples[s] * g));
      }
    }
  }

  void reset() {
    gain = 1;
  }
}
