package dev.earmark.audio.mix;

/**
 * A peak limiter without delay: what stays below full scale passes unchanged, to the bit; a peak
 * above it pulls the gain down at once, to just full scale, and the gain comes back within about
 * {@value #RELEASE_MS} ms. Both channels share the gain, so that the stereo image stays. Confined
 * to one thread.
 */
final class Limiter {
  private static final int RELEASE_MS = 80;
  private static final float CEILING = 32_767f / 32_768f;
  private static final float RELEASE_STEP = 1f / (RELEASE_MS * 48);

  private float gain = 1;

  /** Limits stereo frames in place. */
  void apply(float[] samples, int frames) {
    for (int i = 0; i < frames; i++) {
      float peak = Math.max(Math.abs(samples[2 * i]), Math.abs(samples[2 * i + 1]));
      gain = Math.min(1, gain + RELEASE_STEP);
      if (peak * gain > CEILING && peak > 1) {
        gain = CEILING / peak;
      }
      if (gain < 1) {
        samples[2 * i] *= gain;
        samples[2 * i + 1] *= gain;
      }
    }
  }
}
