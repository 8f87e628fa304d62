package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What every speaker does, whatever is behind it. */
abstract class SpeakerContract {
  static final PcmBlock SILENCE = new PcmBlock(AudioFormat.OUTPUT, new short[1_920]);

  abstract Speaker open() throws Exception;

  @Test
  void pendingFrames_whileWriting_staysBetweenNothingAndWhatWasWritten() throws Exception {
    try (Speaker speaker = open()) {
      assertThat(speaker.pendingFrames()).isZero();
      for (int i = 1; i <= 20; i++) {
        speaker.write(SILENCE);
        assertThat(speaker.pendingFrames()).isBetween(0L, i * 960L);
      }
      assertThat(speaker.pendingFrames()).isLessThan(14_400);
      assertThat(speaker.description()).isNotBlank();
    }
  }

  @Test
  void drain_afterWriting_leavesNothingPending() throws Exception {
    try (Speaker speaker = open()) {
      for (int i = 0; i < 5; i++) {
        speaker.write(SILENCE);
      }
      speaker.drain();

      assertThat(speaker.pendingFrames()).isZero();
    }
  }

  @Test
  void write_afterClose_fails() throws Exception {
    Speaker speaker = open();
    speaker.write(SILENCE);
    speaker.close();
    speaker.close();

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                speaker.write(SILENCE);
              }
            })
        .isInstanceOf(IOException.class);
  }
}
