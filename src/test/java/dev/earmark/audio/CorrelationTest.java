package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class CorrelationTest {
  private final Random random = new Random(7);

  @Test
  void find_quietDelayedCopyInNoise_givesPlaceAndLikeness() {
    double[] sound = noise(3_000, 0.5);
    double[] recording = noise(10_000, 0.01);
    for (int i = 0; i < sound.length; i++) {
      recording[4_321 + i] += 0.2 * sound[i];
    }

    Correlation.Match match = Correlation.find(sound, recording);

    assertThat(match.delayFrames()).isEqualTo(4_321);
    assertThat(match.coefficient()).isBetween(0.98, 1.0);
  }

  @Test
  void find_anotherSound_staysLow() {
    assertThat(Correlation.find(noise(3_000, 0.5), noise(10_000, 0.5)).coefficient())
        .isLessThan(0.2);
  }

  @Test
  void find_silence_givesZero() {
    assertThat(Correlation.find(noise(100, 0.5), new double[1_000]).coefficient())
        .isCloseTo(0, within(1e-3));
  }

  private double[] noise(int length, double level) {
    double[] samples = new double[length];
    for (int i = 0; i < length; i++) {
      samples[i] = level * random.nextGaussian();
    }
    return samples;
  }
}
