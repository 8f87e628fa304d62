package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.FakeClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gain of {@code microphone.gain}. */
final class AmplifiedMicrophoneTest {
  @TempDir Path folder;

  private short[] heard(double gainDb, short... samples) throws IOException {
    Path file = folder.resolve("in.wav");
    WavWriter.write(file, new PcmBlock(AudioFormat.SPEECH, samples));
    MicrophoneSettings settings =
        new MicrophoneSettings(
            "file", "", List.of(), 16_000, 1, file.toString(), /* realTime= */ false, gainDb);
    try (Microphone microphone = Devices.microphone(settings, new FakeClock()).open()) {
      assertThat(microphone.live()).isFalse();
      assertThat(microphone.description()).contains("in.wav");
      PcmBlock block = Objects.requireNonNull(microphone.read());
      assertThat(microphone.read()).isNull();
      return block.samples();
    }
  }

  @Test
  void gain_isInDecibels() throws IOException {
    assertThat(heard(20, (short) 100, (short) -100)).containsExactly((short) 1_000, (short) -1_000);
    assertThat(heard(-20, (short) 1_000)).containsExactly((short) 100);
    assertThat(heard(0, (short) 1_000)).containsExactly((short) 1_000);
  }

  @Test
  void whatWouldBeTooLoud_isClipped() throws IOException {
    assertThat(heard(30, (short) 20_000, (short) -20_000))
        .containsExactly(Short.MAX_VALUE, Short.MIN_VALUE);
  }
}
