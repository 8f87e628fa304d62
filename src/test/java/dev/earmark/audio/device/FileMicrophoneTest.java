package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Tone;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileMicrophoneTest extends MicrophoneContract {
  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();

  @Override
  Microphone open() throws Exception {
    return open(48_000, 2, 1.5, /* realTime= */ false);
  }

  @Override
  Microphone openQuiet() throws Exception {
    return open(16_000, 1, 600, /* realTime= */ true);
  }

  @ParameterizedTest
  @CsvSource({"16000,1", "8000,1", "22050,2", "24000,1", "44100,2", "48000,2", "96000,6"})
  void read_toTheEnd_keepsTheDurationAndTheLastShortBlock(int rate, int channels) throws Exception {
    try (Microphone microphone = open(rate, channels, 1.01, /* realTime= */ false)) {
      long frames = 0;
      for (PcmBlock b = microphone.read(); b != null; b = microphone.read()) {
        frames += b.frames();
      }
      assertThat(frames / 16_000.0).isCloseTo(1.01, within(0.001));
      assertThat(microphone.read()).isNull();
    }
  }

  @Test
  void read_realTime_keepsThePaceOfAMicrophone() throws Exception {
    try (Microphone microphone = open(16_000, 1, 1.0, /* realTime= */ true)) {
      long start = clock.nanoTime();
      int blocks = 0;
      while (microphone.read() != null) {
        blocks++;
        assertThat((clock.nanoTime() - start) / 1_000_000).isEqualTo(20L * blocks);
      }
      assertThat(blocks).isEqualTo(50);
    }
  }

  @Test
  void open_noSuchFile_saysSo() {
    MicrophoneSettings settings =
        new MicrophoneSettings("file", "", List.of(), 16_000, 1, "/no/such.wav", true);

    assertThatThrownBy(() -> Devices.microphone(settings, clock).open())
        .isInstanceOf(FailureException.class)
        .hasMessage("NOT_FOUND: there is no file /no/such.wav");
  }

  private Microphone open(int rate, int channels, double seconds, boolean realTime)
      throws IOException {
    Path file = folder.resolve("in.wav");
    WavWriter.write(file, Tone.of(new AudioFormat(rate, channels), 440, 0.3, seconds));
    return Devices.microphone(
            new MicrophoneSettings("file", "", List.of(), 16_000, 1, file.toString(), realTime),
            clock)
        .open();
  }
}
