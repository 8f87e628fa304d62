package dev.earmark.listen.vad;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.listen.Recordings;
import dev.earmark.listen.VoiceActivity;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FvadActivityTest {
  private static long voiced(VoiceActivity activity, short[] samples) {
    long count = 0;
    for (int at = 0; at + 320 <= samples.length; at += 320) {
      count += activity.isVoice(Arrays.copyOfRange(samples, at, at + 320)) ? 1 : 0;
    }
    return count;
  }

  @Test
  void isVoice_speechAndSilence_areTold() {
    short[] samples = Recordings.speech("zh/zh_13.wav").samples();
    short[] silence = new short[16_000];
    try (VoiceActivity activity = FvadActivity.open()) {
      assertThat(voiced(activity, silence)).isZero();
      assertThat(voiced(activity, Arrays.copyOfRange(samples, 13_000, 31_000))).isGreaterThan(35);
      activity.reset();
      assertThat(voiced(activity, silence)).isZero();
    }
  }

  @Test
  void close_twice_isAllowed() {
    VoiceActivity activity = FvadActivity.open();
    activity.close();
    activity.close();
  }
}
