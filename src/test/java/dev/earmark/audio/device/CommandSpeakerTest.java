package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandSpeakerTest extends SpeakerContract {
  @TempDir Path folder;

  @Override
  Speaker open() throws Exception {
    return open("sh", "-c", "cat > /dev/null");
  }

  @Test
  void write_everyBlock_arrivesAtTheProgram() throws Exception {
    Path file = folder.resolve("out.raw");
    try (Speaker speaker = open("dd", "of=" + file, "bs=960", "iflag=fullblock")) {
      for (int i = 0; i < 10; i++) {
        speaker.write(SILENCE);
      }
      await().until(() -> Files.size(file) == 38_400);
    }
  }

  @Test
  void write_programDies_tellsItsLastWords() throws Exception {
    try (Speaker speaker = open("sh", "-c", "echo no such sink >&2; exit 1")) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  speaker.write(SILENCE);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessage("sh ended with code 1: no such sink; check speaker.command");
    }
  }

  @Test
  void open_programMissing_namesThePackage() {
    assertThatThrownBy(() -> open("/usr/nowhere/aplay"))
        .hasMessage("UNAVAILABLE: /usr/nowhere/aplay is not installed; apt-get install alsa-utils");
  }

  /** What waits in the pipe still sounds after speech is cut off, so little may wait there. */
  @Test
  void open_pipeToTheProgram_isOnePage() throws Exception {
    SoundProcess process = SoundProcess.start(List.of("sleep", "60"), "speaker");
    try {
      assertThat(PipeSize.shrinkStdin(process.pid())).isEqualTo(4_096);
    } finally {
      process.close();
    }
  }

  private static Speaker open(String... command) throws IOException {
    SpeakerSettings settings = new SpeakerSettings("command", "", List.of(command), 60, "");
    return Devices.speaker(settings, Clock.system()).open();
  }
}
