package dev.earmark.speak;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.io.IOException;
import java.util.Locale;

/**
 * A voice that is brought to the loudness of the books, whatever the synthesiser gives. Measured is
 * the mean power of the loud parts of each sentence, which for speech lies within a decibel of what
 * EBU R128 measures, and needs no longer sound than a word. Thread-safe.
 */
public final class LevelledVoice implements Voice {
  private static final double WINDOW_S = 0.05;

  /** Windows so much weaker than the strongest one are pauses. */
  private static final double GATE = 0.01; // −20 dB

  /** Power of one voice in both channels, in LUFS, above its own in dBFS. */
  private static final double BOTH_CHANNELS_DB = 2.3;

  private static final double MOST_DB = 12;
  private static final double PEAK = 0.95 * Short.MAX_VALUE;
  private static final double FULL = 32_768;

  private final Voice voice;
  private final double loudness;

  /**
   * Makes it.
   *
   * @param loudness of the books, in LUFS
   */
  public LevelledVoice(Voice voice, double loudness) {
    this.voice = voice;
    this.loudness = loudness;
  }

  @Override
  public String name() {
    return voice.name() + String.format(Locale.ROOT, " %.0f LUFS", loudness);
  }

  @Override
  public void check() throws IOException {
    voice.check();
  }

  @Override
  public void close() {
    voice.close();
  }

  @Override
  public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
      throws IOException {
    PcmBlock speech = voice.synthesise(sentence, language, cancel);
    short[] samples = speech.samples().clone();
    double gain = gain(samples, window(speech));
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (short) Math.round(samples[i] * gain);
    }
    return new PcmBlock(speech.format(), samples);
  }

  private static int window(PcmBlock speech) {
    int frames = (int) (WINDOW_S * speech.format().sampleRateHz());
    return Math.max(1, frames * speech.format().channels());
  }

  private double gain(short[] samples, int window) {
    double power = loudPower(samples, window);
    if (power == 0) {
      return 1;
    }
    double wishedDb = loudness - BOTH_CHANNELS_DB - 10 * Math.log10(power);
    double db = Math.max(-MOST_DB, Math.min(MOST_DB, wishedDb));
    int peak = 1;
    for (short sample : samples) {
      peak = Math.max(peak, Math.abs(sample));
    }
    return Math.min(Math.pow(10, db / 20), Math.max(1, PEAK / peak));
  }

  /** Returns the mean power of the windows that are not pauses, 1 for full scale. */
  private static double loudPower(short[] samples, int window) {
    double strongest = 0;
    double[] powers = new double[(samples.length + window - 1) / window];
    for (int i = 0; i < samples.length; i++) {
      double value = samples[i] / FULL;
      powers[i / window] += value * value / window;
    }
    for (double power : powers) {
      strongest = Math.max(strongest, power);
    }
    double sum = 0;
    int loud = 0;
    for (double power : powers) {
      if (power > strongest * GATE) {
        sum += power;
        loud++;
      }
    }
    return loud == 0 ? 0 : sum / loud;
  }
}
