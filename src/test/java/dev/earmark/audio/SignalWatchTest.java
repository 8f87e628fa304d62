package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What a microphone's samples tell about it. */
final class SignalWatchTest {
  private final SignalWatch watch = new SignalWatch();

  private void hear(double seconds, IntUnaryOperator sample) {
    for (int block = 0; block < seconds * 50; block++) {
      short[] samples = new short[320];
      for (int i = 0; i < samples.length; i++) {
        int value = sample.applyAsInt(block * samples.length + i);
        samples[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
      }
      watch.accept(new PcmBlock(AudioFormat.SPEECH, samples));
    }
  }

  private static int sine(int at, int amplitude) {
    return (int) (amplitude * Math.sin(2 * Math.PI * 220 * at / 16_000));
  }

  @Test
  void loudSound_thatStaysBelowFullScale_isFine() {
    hear(20, at -> sine(at, 32_000));
    assertThat(watch.problem()).isNull();
  }

  @Test
  void clippedSound_isToldWithTheRemedy_untilItIsGone() {
    hear(10, at -> sine(at, 60_000));
    assertThat(watch.problem()).contains("clips", "microphone.gain");
    hear(9.8, at -> sine(at, 3_000));
    assertThat(watch.problem()).isNotNull();
    hear(0.2, at -> sine(at, 3_000));
    assertThat(watch.problem()).isNull();
  }

  @Test
  void oneSlammedDoor_isNoProblem() {
    hear(0.3, at -> sine(at, 60_000));
    hear(9.7, at -> sine(at, 3_000));
    assertThat(watch.problem()).isNull();
  }

  @Test
  void samplesOffTheZeroLine_areTold() {
    hear(10, at -> sine(at, 300) - 1_000);
    assertThat(watch.problem()).contains("off the zero line by 3 %");
  }
}
