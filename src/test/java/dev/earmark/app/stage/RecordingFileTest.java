package dev.earmark.app.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings as people have them. */
final class RecordingFileTest {
  private static final int PCM = 1;
  private static final int A_LAW = 6;

  @TempDir Path folder;

  private Path wav(String name, int code, int rate, int channels, int bits, int bytes)
      throws IOException {
    ByteBuffer wav = ByteBuffer.allocate(44 + bytes).order(ByteOrder.LITTLE_ENDIAN);
    wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + bytes);
    wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    wav.putShort((short) code).putShort((short) channels).putInt(rate);
    wav.putInt(rate * channels * bits / 8).putShort((short) (channels * bits / 8));
    wav.putShort((short) bits).put("data".getBytes(StandardCharsets.US_ASCII)).putInt(bytes);
    return Files.write(folder.resolve(name), wav.array());
  }

  private static PcmBlock read(Path file) throws IOException {
    return RecordingFile.read(file, Duration.ofSeconds(10));
  }

  @Test
  void read_sixChannelsOf24Bit_isSixteenKilohertzMono() throws IOException {
    PcmBlock sound = read(wav("six.wav", PCM, 48_000, 6, 24, 48_000 * 18));
    assertThat(sound.format()).isEqualTo(AudioFormat.SPEECH);
    assertThat(sound.frames()).isEqualTo(16_000);
  }

  @Test
  void read_compressedWav_isDecoded() throws IOException {
    PcmBlock sound = read(wav("alaw.wav", A_LAW, 8_000, 1, 8, 8_000));
    assertThat(sound.seconds()).isBetween(0.95, 1.05);
  }

  @Test
  void read_wavUnderAnotherName_isDecoded() throws IOException {
    assertThat(read(wav("book.mp3", PCM, 16_000, 1, 16, 32_000)).seconds()).isBetween(0.95, 1.05);
  }

  @Test
  void read_headerAlone_isNoSound() throws IOException {
    assertThat(read(wav("short.wav", PCM, 16_000, 1, 16, 0)).frames()).isZero();
  }

  @Test
  void read_longerThanAllowed_saysSo() throws IOException {
    Path file = wav("long.wav", PCM, 8_000, 1, 8, 8_000 * 11);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("longer than");
  }

  @Test
  void read_folder_saysSo() {
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("is a folder");
  }

  @Test
  void read_device_isNotCalledMissing() {
    assertThatThrownBy(() -> RecordingFile.read(Path.of("/dev/null"), Duration.ofMinutes(1)))
        .hasMessageContaining("this is a device and no file; name a recording");
  }

  @Test
  void read_emptyFile_saysSo() throws IOException {
    Path file = Files.createFile(folder.resolve("empty.wav"));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void read_textUnderTheNameOfAWav_saysWhatItIs() throws IOException {
    Path file = Files.writeString(folder.resolve("text.wav"), "hello, this is no sound at all");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("no WAV file");
  }
}
