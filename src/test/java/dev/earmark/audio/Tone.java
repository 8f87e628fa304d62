package dev.earmark.audio;

/** Makes and measures sine tones. */
public final class Tone {
  private Tone() {}

  /** Returns a sine tone in all channels, amplitude 1.0 is full scale. */
  public static PcmBlock of(AudioFormat format, double hz, double amplitude, double seconds) {
    int frames = (int) format.frames(seconds);
    short[] samples = new short[frames * format.channels()];
    for (int i = 0; i < samples.length; i++) {
      int frame = i / format.channels();
      double wave = Math.sin(2 * Math.PI * hz * frame / format.sampleRateHz());
      samples[i] = Pcm.toShort((float) (amplitude * wave));
    }
    return new PcmBlock(format, samples);
  }

  /** Returns a sine tone as floats, one channel. */
  public static float[] floats(int rate, double hz, double amplitude, int frames) {
    float[] samples = new float[frames];
    for (int i = 0; i < frames; i++) {
      samples[i] = (float) (amplitude * Math.sin(2 * Math.PI * hz * i / rate));
    }
    return samples;
  }

  /**
   * Returns the ratio of the tone's power to everything else's in dB, by a least-squares fit of
   * sine, cosine and constant.
   */
  public static double snrDb(float[] samples, int from, int to, double cyclesPerFrame) {
    double ss = 0;
    double cc = 0;
    double sc = 0;
    double xs = 0;
    double xc = 0;
    for (int i = from; i < to; i++) {
      double s = Math.sin(2 * Math.PI * cyclesPerFrame * i);
      double c = Math.cos(2 * Math.PI * cyclesPerFrame * i);
      ss += s * s;
      cc += c * c;
      sc += s * c;
      xs += s * samples[i];
      xc += c * samples[i];
    }
    double det = ss * cc - sc * sc;
    double a = (xs * cc - xc * sc) / det;
    double b = (xc * ss - xs * sc) / det;
    double signal = 0;
    double noise = 0;
    for (int i = from; i < to; i++) {
      double fit =
          a * Math.sin(2 * Math.PI * cyclesPerFrame * i)
              + b * Math.cos(2 * Math.PI * cyclesPerFrame * i);
      signal += fit * fit;
      noise += (samples[i] - fit) * (samples[i] - fit);
    }
    return 10 * Math.log10(signal / Math.max(noise, 1e-30));
  }

  /** Returns the root mean square level in dB of full scale. */
  public static double levelDb(float[] samples, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += samples[i] * samples[i];
    }
    return 10 * Math.log10(Math.max(sum / (to - from), 1e-30));
  }
}
