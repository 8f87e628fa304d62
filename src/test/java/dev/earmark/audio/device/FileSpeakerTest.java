package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.Tone;
import dev.earmark.audio.WavFile;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileSpeakerTest extends SpeakerContract {
  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();

  @Override
  Speaker open() throws Exception {
    return Devices.speaker(settings("out.wav"), clock).open();
  }

  @Test
  void write_sound_isInTheFileAndTakesItsTime() throws Exception {
    PcmBlock tone = Tone.of(AudioFormat.OUTPUT, 440, 0.5, 0.02);
    try (Speaker speaker = open()) {
      for (int i = 0; i < 50; i++) {
        speaker.write(tone);
      }
      assertThat(clock.nanoTime() / 1_000_000).isEqualTo(1_000 - 60);
      assertThat(speaker.pendingFrames()).isEqualTo(60 * 48);
    }
    PcmBlock written = WavFile.readAll(folder.resolve("out.wav"));
    assertThat(written.format()).isEqualTo(AudioFormat.OUTPUT);
    assertThat(written.frames()).isEqualTo(48_000);
  }

  @Test
  void pendingFrames_afterAPause_countsOnlyWhatCameAfterIt() throws Exception {
    try (Speaker speaker = open()) {
      speaker.write(SILENCE);
      clock.advance(Duration.ofSeconds(5));
      assertThat(speaker.pendingFrames()).isZero();
      speaker.write(SILENCE);
      assertThat(speaker.pendingFrames()).isEqualTo(960);
    }
  }

  @Test
  void open_again_keepsTheFirstRecording() throws Exception {
    Speaker.Opener opener = Devices.speaker(settings("out.wav"), clock);
    for (int i = 0; i < 2; i++) {
      try (Speaker speaker = opener.open()) {
        speaker.write(SILENCE);
      }
    }

    assertThat(WavFile.readAll(folder.resolve("out.wav")).frames()).isEqualTo(960);
    assertThat(WavFile.readAll(folder.resolve("out-2.wav")).frames()).isEqualTo(960);
  }

  @Test
  void open_folderMissing_saysWhichKey() {
    assertThatThrownBy(() -> Devices.speaker(settings("no/out.wav"), clock).open())
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("check speaker.file and its folder");
  }

  private SpeakerSettings settings(String file) {
    return new SpeakerSettings("file", "", List.of(), 100, folder.resolve(file).toString());
  }
}
