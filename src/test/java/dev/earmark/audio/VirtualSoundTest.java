package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.TestData;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("realtime")
final class VirtualSoundTest {
  @Test
  void recording_ofWhatPacatPlays_isThatSound() throws Exception {
    short[] samples = new short[96_000];
    for (int i = 0; i < samples.length; i++) {
      int frame = i / 2;
      double t = frame / 48_000.0;
      samples[i] = (short) (9_000 * Math.sin(2 * Math.PI * (300 + 2_000 * t) * t));
    }
    PcmBlock sweep = new PcmBlock(AudioFormat.OUTPUT, samples);
    try (VirtualSound sound = VirtualSound.startOrSkip();
        VirtualSound.Recording recording = sound.startRecording()) {
      Process pacat = new ProcessBuilder(sound.speakerCommand()).start();
      byte[] bytes = new byte[samples.length * 2];
      for (int i = 0; i < samples.length; i++) {
        bytes[2 * i] = (byte) samples[i];
        bytes[2 * i + 1] = (byte) (samples[i] >> 8);
      }
      pacat.getOutputStream().write(bytes);
      pacat.getOutputStream().close();
      assertThat(pacat.waitFor()).isZero();
      Thread.sleep(300);

      assertThat(Correlation.median(sweep, recording.stop(), 0.1)).isGreaterThan(0.95);
    }
  }

  @Test
  void speakInto_wavFile_isHeardByTheMicrophoneCommand() throws Exception {
    Path wav = TestData.speech("zh/zh_06.wav");
    try (VirtualSound sound = VirtualSound.startOrSkip()) {
      Process parec = new ProcessBuilder(sound.microphoneCommand()).start();
      parec.getInputStream().readNBytes(3_200);
      Thread speaker =
          new Thread(
              () -> {
                try {
                  sound.speakInto(wav);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      speaker.start();
      byte[] heard = parec.getInputStream().readNBytes(64_000);
      speaker.join();
      parec.destroy();

      int loudest = 0;
      for (int i = 1; i < heard.length; i += 2) {
        loudest = Math.max(loudest, Math.abs(heard[i]));
      }
      assertThat(loudest).isGreaterThan(8);
    }
  }
}
