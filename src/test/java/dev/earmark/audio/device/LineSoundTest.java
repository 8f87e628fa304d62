package dev.earmark.audio.device;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Correlation;
import dev.earmark.audio.Tone;
import dev.earmark.audio.VirtualSound;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's sound lines over ALSA on a private sound server, in a child process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("realtime")
final class LineSoundTest {
  private static final Path PLUGIN =
      Path.of("/usr/lib/x86_64-linux-gnu/alsa-lib/libasound_module_pcm_pulse.so");

  @TempDir static Path folder;
  private @Nullable VirtualSound sound;

  @BeforeAll
  void start() throws Exception {
    assumeTrue(Files.exists(PLUGIN), "skipped: libasound2-plugins is missing here");
    sound = VirtualSound.startOrSkip();
    Files.writeString(
        folder.resolve("asound.conf"),
        "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n");
  }

  @AfterAll
  void stop() {
    VirtualSound started = sound;
    if (started != null) {
      started.close();
    }
  }

  @Test
  void play_defaultLine_comesOutOfTheSpeaker() throws Exception {
    try (VirtualSound.Recording recording = requireNonNull(sound).startRecording()) {
      String said = probe("play", "");

      assertThat(said).contains("warning null");
      assertThat(
              Correlation.median(Tone.of(AudioFormat.OUTPUT, 440, 0.5, 0.8), recording.stop(), 0.1))
          .isGreaterThan(0.95);
    }
  }

  @Test
  void record_unknownName_usesTheDefaultAndListsTheDevices() throws Exception {
    assertThat(probe("record", "no such microphone"))
        .contains("frames 16000")
        .contains("no microphone is called 'no such microphone', the default one is used")
        .contains("there are: ");
  }

  @Test
  void list_default_isThere() throws Exception {
    assertThat(probe("list"))
        .as(this::state)
        .contains("input")
        .contains("output")
        .contains("48000 Hz 2 ch");
  }

  private String probe(String... args) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            LineProbe.class.getName());
    builder.command().addAll(List.of(args));
    builder.environment().putAll(requireNonNull(sound).environment());
    builder.environment().put("ALSA_CONFIG_PATH", folder.resolve("asound.conf").toString());
    builder.environment().put("PULSE_SINK", "speaker");
    builder.environment().put("PULSE_SOURCE", "mic");
    builder.redirectError(folder.resolve("stderr").toFile());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(() -> out + read(folder.resolve("stderr")) + state()).isZero();
    return out;
  }

  private String state() {
    try {
      return requireNonNull(sound).state();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
