package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.TestData;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WavFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "8,false,false",
    "16,false,false",
    "24,false,false",
    "32,false,false",
    "32,true,false",
    "64,true,false",
    "16,false,true",
    "24,false,true",
    "32,true,true",
  })
  void read_anyWidth_givesTheSameWave(int bits, boolean isFloat, boolean extensible)
      throws IOException {
    float[] values = {0, 0.5f, -0.5f, 0.25f, -1, 0.125f};
    ByteBuffer data = ByteBuffer.allocate(values.length * bits / 8).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      put(data, value, bits, isFloat);
    }

    try (WavFile wav = open(wav(44_100, 2, bits, isFloat, extensible, data.array(), 12))) {
      float[] read = new float[6];
      assertThat(wav.format()).isEqualTo(new AudioFormat(44_100, 2));
      assertThat(wav.read(read, 3)).isEqualTo(3);
      for (int i = 0; i < 6; i++) {
        assertThat(read[i]).isCloseTo(values[i], within(0.01f));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 0xFFFF_FFFFL, 0x7FFF_F000L, 1_000_000})
  void read_sizeLeftOpenByAStreamingWriter_goesToTheEnd(long size) throws IOException {
    byte[] data = new byte[3_000];
    Arrays.fill(data, (byte) 7);

    try (WavFile wav = open(wav(16_000, 1, 16, false, false, data, size))) {
      assertThat(wav.readRest().frames()).isEqualTo(1_500);
    }
  }

  @Test
  void read_chunkAfterTheSound_isNoSound() throws IOException {
    byte[] file = wav(16_000, 1, 16, false, false, new byte[100], 60);

    try (WavFile wav = open(file)) {
      assertThat(wav.readRest().frames()).isEqualTo(30);
    }
  }

  @Test
  void open_missingFile_isNotFound() {
    assertThatThrownBy(() -> WavFile.open(folder.resolve("none.wav")))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_FOUND));
  }

  @ParameterizedTest
  @CsvSource({
    "OggS rest of it,is no WAV file",
    "RIFF,ends within its WAV header",
    "RIFF1234AVI fmt ,not WAVE",
    "RIFF1234WAVEdata1234,has no format",
  })
  void open_malformed_isOneClearSentence(String text, String expected) {
    assertThatThrownBy(() -> open(text.getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNDECODABLE);
              assertThat(e.failure().detail()).contains(expected).doesNotContain("\n");
            });
  }

  @Property(tries = 300)
  void open_anyHeaderBytes_neverCrashes(@ForAll @Size(max = 80) byte[] rest) throws IOException {
    byte[] head = "RIFF\0\0\0\0WAVEfmt ".getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = Arrays.copyOf(head, head.length + rest.length);
    System.arraycopy(rest, 0, all, head.length, rest.length);
    try (WavFile wav = open(all)) {
      assertThat(wav.readRest().frames()).isNotNegative();
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("UNDECODABLE: test.wav ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "media/sample_rf64.wav,48000,2,0.35",
    "media/mm_ffmpeg_missing_chunksize.wav,44100,2,0.63",
    "media/atl_cue.wav,22050,1,0.32",
    "media/tt_wav_with_image.wav,8000,1,2.15",
    "speech/en/rhasspy_time_48k.wav,48000,1,1.23",
    "speech/en/lamp_44k_stereo.wav,44100,2,2.99",
    "noise/beep_lo.wav,44100,2,1.10",
  })
  void readAll_publicFiles_givesTheirLength(String file, int rate, int channels, double seconds)
      throws IOException {
    PcmBlock block = WavFile.readAll(TestData.sharedOrSkip(file));

    assertThat(block.format()).isEqualTo(new AudioFormat(rate, channels));
    assertThat(block.seconds()).isCloseTo(seconds, within(0.02));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "media/sphinx_awful.wav",
        "media/lofty_fuzz_a.wav",
        "media/mm_dvi_adpcm.wav",
        "media/tt_gsm_6_10.wav"
      })
  void readAll_publicFilesThatAreNoPcm_sayWhy(String file) {
    Path path = TestData.sharedOrSkip(file);

    assertThatThrownBy(() -> WavFile.readAll(path))
        .isInstanceOf(FailureException.class)
        .hasMessageStartingWith("UNDECODABLE: " + path);
  }

  @Test
  void writer_killedAtAnyMoment_leavesAReadableFile() throws IOException {
    Path file = folder.resolve("out.wav");
    PcmBlock tone = Tone.of(AudioFormat.OUTPUT, 440, 0.5, 0.02);
    try (WavWriter writer = new WavWriter(file, AudioFormat.OUTPUT)) {
      assertThat(WavFile.readAll(file).frames()).isZero();
      for (int i = 1; i <= 5; i++) {
        writer.write(tone);
        PcmBlock soFar = WavFile.readAll(file);
        assertThat(soFar.frames()).isEqualTo(i * 960);
        assertThat(
                ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN).getInt(40))
            .isEqualTo(i * 3_840);
      }
    }
    assertThat(Arrays.copyOf(WavFile.readAll(file).samples(), 1_920)).isEqualTo(tone.samples());
  }

  private static WavFile open(byte[] bytes) throws IOException {
    return WavFile.open(new ByteArrayInputStream(bytes), "test.wav");
  }

  private static void put(ByteBuffer data, float value, int bits, boolean isFloat) {
    if (isFloat && bits == 32) {
      data.putFloat(value);
    } else if (isFloat) {
      data.putDouble(value);
    } else if (bits == 8) {
      data.put((byte) (Math.round(value * 127) + 128));
    } else if (bits == 16) {
      data.putShort(Pcm.toShort(value));
    } else if (bits == 24) {
      int v = Math.round(value * 8_388_607);
      data.put((byte) v).put((byte) (v >> 8)).put((byte) (v >> 16));
    } else {
      data.putInt((int) (value * 2_147_483_647L));
    }
  }

  private static byte[] wav(
      int rate,
      int channels,
      int bits,
      boolean isFloat,
      boolean extensible,
      byte[] data,
      long dataSize) {
    int fmtSize = extensible ? 40 : 16;
    int code = isFloat ? 3 : 1;
    long size = dataSize == 12 ? data.length : dataSize;
    ByteBuffer out =
        ByteBuffer.allocate(12 + 8 + fmtSize + 8 + 4 + 8 + data.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put(ascii("RIFF")).putInt(0).put(ascii("WAVE"));
    out.put(ascii("LIST")).putInt(3).putInt(0); // an odd size is padded
    out.put(ascii("fmt ")).putInt(fmtSize).putShort((short) (extensible ? 0xFFFE : code));
    out.putShort((short) channels).putInt(rate).putInt(rate * channels * bits / 8);
    out.putShort((short) (channels * bits / 8)).putShort((short) bits);
    if (extensible) {
      out.putShort((short) 22).putShort((short) bits).putInt(0).putShort((short) code);
      out.put(new byte[14]);
    }
    out.put(ascii("data")).putInt((int) size).put(data);
    return out.array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
