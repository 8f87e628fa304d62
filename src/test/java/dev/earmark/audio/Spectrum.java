package dev.earmark.audio;

/** Looks for clicks: sound far above the pitch of what is played. */
public final class Spectrum {
  private static final int SIZE = 1_024;
  private static final int HOP = 240;

  private Spectrum() {}

  /**
   * Returns the loudest moment of what lies above a frequency, in dB of full scale: windows of 21
   * ms under a Blackman window, one every 5 ms.
   *
   * @param samples one channel at 48 kHz
   */
  public static double loudestAbove(short[] samples, double hz) {
    double loudest = 0;
    int first = (int) Math.ceil(hz * SIZE / 48_000);
    for (int at = 0; at + SIZE <= samples.length; at += HOP) {
      double[] re = new double[SIZE];
      double[] im = new double[SIZE];
      for (int i = 0; i < SIZE; i++) {
        double x = 2 * Math.PI * i / SIZE;
        double window = 0.42 - 0.5 * Math.cos(x) + 0.08 * Math.cos(2 * x);
        re[i] = window * samples[at + i] / 32_768.0;
      }
      transform(re, im);
      double energy = 0;
      for (int k = first; k < SIZE / 2; k++) {
        energy += re[k] * re[k] + im[k] * im[k];
      }
      loudest = Math.max(loudest, Math.sqrt(energy) / (0.21 * SIZE));
    }
    return 20 * Math.log10(Math.max(loudest, 1e-9));
  }

  /** The fast Fourier transform in place (Cooley and Tukey, radix 2). */
  private static void transform(double[] re, double[] im) {
    int n = re.length;
    for (int i = 1, j = 0; i < n; i++) {
      int bit = n >> 1;
      for (; (j & bit) != 0; bit >>= 1) {
        j ^= bit;
      }
      j ^= bit;
      if (i < j) {
        double swap = re[i];
        re[i] = re[j];
        re[j] = swap;
      }
    }
    for (int length = 2; length <= n; length <<= 1) {
      double angle = -2 * Math.PI / length;
      for (int start = 0; start < n; start += length) {
        for (int k = 0; k < length / 2; k++) {
          double cos = Math.cos(angle * k);
          double sin = Math.sin(angle * k);
          int a = start + k;
          int b = a + length / 2;
          double r = re[b] * cos - im[b] * sin;
          double i = re[b] * sin + im[b] * cos;
          re[b] = re[a] - r;
          im[b] = im[a] - i;
          re[a] += r;
          im[a] += i;
        }
      }
    }
  }
}
