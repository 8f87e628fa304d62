package dev.earmark.audio;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A streaming sample-rate converter: a windowed-sinc low-pass evaluated in polyphase form.
 *
 * <p>Any rate to any rate. The output is aligned with the input (no delay) and as long as it:
 * {@code ceil(frames * to / from)} frames once {@link #end()} has been called. The filter is a sinc
 * of {@value #ZERO_CROSSINGS} zero crossings on each side under a Kaiser window (J. O. Smith,
 * "Digital Audio Resampling"), its cut-off {@value #PASS_BAND} of the lower Nyquist frequency. For
 * ratios with up to {@value #EXACT_PHASES} phases every phase is tabulated; for odd ratios two
 * neighbours of {@value #EXACT_PHASES} phases are interpolated.
 *
 * <p>Confined to one thread. Equal rates pass the samples through.
 */
public final class Resampler {
  private static final int ZERO_CROSSINGS = 32;
  private static final double PASS_BAND = 0.92;
  private static final double KAISER_BETA = 9.5;
  private static final int EXACT_PHASES = 1_024;

  private final int channels;
  private final int up;
  private final int down;
  private final boolean exact;
  private final int halfTaps;
  private final float[][] phases;

  private float[] window; // interleaved input, with halfTaps - 1 frames of history
  private int windowFrames;
  private int position; // frame in the window that the next output lies at or after
  private int phase; // fraction of a frame behind it, in 1/up
  private long framesIn;
  private long framesOut;

  /** Makes a converter for interleaved samples. */
  public Resampler(int fromHz, int toHz, int channels) {
    if (fromHz < 1 || toHz < 1 || channels < 1) {
      throw new IllegalArgumentException(fromHz + " Hz to " + toHz + " Hz, " + channels);
    }
    int divisor = BigInteger.valueOf(fromHz).gcd(BigInteger.valueOf(toHz)).intValue();
    this.channels = channels;
    this.up = toHz / divisor;
    this.down = fromHz / divisor;
    this.exact = up <= EXACT_PHASES;
    double cutoff = PASS_BAND * Math.min(1.0, (double) toHz / fromHz);
    this.halfTaps = passThrough() ? 1 : (int) Math.ceil(ZERO_CROSSINGS / cutoff);
    this.phases = passThrough() ? new float[0][] : table(cutoff);
    this.window = new float[4 * halfTaps * channels];
    this.windowFrames = halfTaps - 1;
    this.position = halfTaps - 1;
  }

  /**
   * Takes the next frames and returns what can be computed from all frames so far.
   *
   * @param samples interleaved, full scale 1.0
   * @param frames how many frames of it count
   */
  public float[] process(float[] samples, int frames) {
    framesIn += frames;
    if (passThrough()) {
      framesOut += frames;
      return Arrays.copyOf(samples, frames * channels);
    }
    append(samples, frames);
    return compute(Long.MAX_VALUE);
  }

  /** Ends the stream and returns its last frames; the converter can then take a new stream. */
  public float[] end() {
    float[] tail = new float[0];
    if (!passThrough()) {
      long total = (framesIn * up + down - 1) / down;
      append(new float[halfTaps * channels], halfTaps);
      tail = compute(total - framesOut);
    }
    Arrays.fill(window, 0);
    windowFrames = halfTaps - 1;
    position = halfTaps - 1;
    phase = 0;
    framesIn = 0;
    framesOut = 0;
    return tail;
  }

  /** Returns the samples of a frame. */
  int channels() {
    return channels;
  }

  private boolean passThrough() {
    return up == down;
  }

  private void append(float[] samples, int frames) {
    int keepFrom = Math.min(position - (halfTaps - 1), windowFrames);
    int kept = windowFrames - keepFrom;
    int needed = (kept + frames) * channels;
    float[] target = needed > window.length ? new float[needed * 2] : window;
    System.arraycopy(window, keepFrom * channels, target, 0, kept * channels);
    System.arraycopy(samples, 0, target, kept * channels, frames * channels);
    window = target;
    windowFrames = kept + frames;
    position -= keepFrom;
  }

  private float[] compute(long most) {
    long available = windowFrames - halfTaps - (long) position;
    long possible = available <= 0 ? 0 : (available * up - phase + down - 1) / down;
    int count = (int) Math.max(0, Math.min(most, possible));
    float[] out = new float[count * channels];
    float[] taps = new float[2 * halfTaps];
    for (int i = 0; i < count; i++) {
      float[] filter = filterFor(phase, taps);
      int first = (position - halfTaps + 1) * channels;
      for (int c = 0; c < channels; c++) {
        float sum = 0;
        for (int k = 0, at = first + c; k < filter.length; k++, at += channels) {
          sum += filter[k] * window[at];
        }
        out[i * channels + c] = sum;
      }
      phase += down;
      position += phase / up;
      phase %= up;
    }
    framesOut += count;
    return out;
  }

  private float[] filterFor(int phase, float[] scratch) {
    if (exact) {
      return phases[phase];
    }
    double at = (double) phase * EXACT_PHASES / up;
    int lower = (int) at;
    float weight = (float) (at - lower);
    float[] a = phases[lower];
    float[] b = phases[lower + 1];
    for (int k = 0; k < scratch.length; k++) {
      scratch[k] = a[k] + weight * (b[k] - a[k]);
    }
    return scratch;
  }

  /** One filter per phase; tap k of phase p weighs the input frame k - (halfTaps - 1) - p. */
  private float[][] table(double cutoff) {
    int count = exact ? up : EXACT_PHASES;
    float[][] table = new float[count + 1][2 * halfTaps];
    double scale = besselI0(KAISER_BETA);
    for (int p = 0; p <= count; p++) {
      double sum = 0;
      double[] taps = new double[2 * halfTaps];
      for (int k = 0; k < taps.length; k++) {
        double x = k - (halfTaps - 1) - (double) p / count;
        double edge = x / halfTaps;
        double kaiser =
            Math.abs(edge) >= 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - edge * edge)) / scale;
        taps[k] = cutoff * sinc(cutoff * x) * kaiser;
        sum += taps[k];
      }
      for (int k = 0; k < taps.length; k++) {
        table[p][k] = (float) (taps[k] / sum); // gain exactly 1 at 0 Hz in every phase
      }
    }
    return table;
  }

  private static double sinc(double x) {
    return x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  }

  /** The modified Bessel function of order zero, by its power series. */
  private static double besselI0(double x) {
    double sum = 1;
    double term = 1;
    for (int k = 1; term > 1e-12 * sum; k++) {
      term *= (x / (2 * k)) * (x / (2 * k));
      sum += term;
    }
    return sum;
  }
}
