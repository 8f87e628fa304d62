package dev.earmark.listen.echo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class EchoReferenceTest {
  private static final int OUTPUT_BLOCK = 960;

  private final EchoReference reference = new EchoReference();

  private static PcmBlock tone(int first) {
    short[] samples = new short[2 * OUTPUT_BLOCK];
    for (int i = 0; i < OUTPUT_BLOCK; i++) {
      short value = (short) (8_000 * Math.sin(2 * Math.PI * 440 * (first + i) / 48_000.0));
      samples[2 * i] = value;
      samples[2 * i + 1] = value;
    }
    return new PcmBlock(AudioFormat.OUTPUT, samples);
  }

  private static PcmBlock silence() {
    return new PcmBlock(AudioFormat.OUTPUT, new short[2 * OUTPUT_BLOCK]);
  }

  private void play(int blocks, boolean sound) {
    for (int i = 0; i < blocks; i++) {
      reference.played(sound ? tone(i * OUTPUT_BLOCK) : silence());
      reference.update();
    }
  }

  @Test
  void played_isThereAtTheMicrophonesRate() {
    play(50, /* sound= */ true);
    assertThat(reference.end()).isBetween(15_900L, 16_000L);
    short[] second = reference.frames(8_000, 1_600);
    double sum = 0;
    for (short sample : second) {
      sum += (double) sample * sample;
    }
    assertThat(Math.sqrt(sum / 1_600)).isBetween(5_400.0, 5_900.0);
  }

  /** Silence is not converted, and takes as much time as sound does. */
  @Test
  void silence_keepsThePace() {
    play(50, /* sound= */ true);
    long sounded = reference.end();
    play(500, /* sound= */ false);
    play(50, /* sound= */ true);
    assertThat(reference.end() - sounded).isBetween(175_999L, 176_001L);
  }

  @Test
  void silentFrom_isAfterTheLastSound() {
    play(50, /* sound= */ true);
    assertThat(reference.isSilentFrom(0)).isFalse();
    play(50, /* sound= */ false);
    assertThat(reference.isSilentFrom(15_000)).isFalse();
    assertThat(reference.isSilentFrom(16_800)).isTrue();
  }

  @Test
  void framesThatAreNotThere_areSilence() {
    play(50, /* sound= */ true);
    assertThat(reference.frames(-320, 320)).containsOnly((short) 0);
    assertThat(reference.frames(20_000, 320)).containsOnly((short) 0);
    play(500, /* sound= */ true);
    assertThat(reference.frames(0, 320)).containsOnly((short) 0);
  }

  /** The listener hangs for a minute: memory stays bounded, and the count of frames is right. */
  @Test
  void nobodyReads_paceIsKept() {
    for (int i = 0; i < 3_000; i++) {
      reference.played(tone(i * OUTPUT_BLOCK));
    }
    reference.update();
    assertThat(reference.end()).isBetween(959_900L, 960_000L);
    assertThat(reference.frames(reference.end() - 320, 320)).containsOnly((short) 0);
  }

  @Test
  void speaker_isHeard_andPlaysOn() throws IOException {
    int[] written = {0};
    Speaker speaker =
        new Speaker() {
          @Override
          public void write(PcmBlock block) {
            written[0] += block.frames();
          }

          @Override
          public long pendingFrames() {
            return 0;
          }

          @Override
          public String description() {
            return "a test";
          }

          @Override
          public void drain() {}

          @Override
          public void close() {}
        };
    reference.heardThrough(speaker).write(tone(0));
    reference.update();
    assertThat(written[0]).isEqualTo(OUTPUT_BLOCK);
    assertThat(reference.end()).isPositive();
  }
}
