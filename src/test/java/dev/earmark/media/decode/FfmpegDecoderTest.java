package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.TestData;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Decoder;
import dev.earmark.media.FakeMediaSource;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The decoder on files of the demo library and on sound made here. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class FfmpegDecoderTest {
  private static final String OPUS = "journey_to_the_west/001.opus";
  private static final String MP3 = "idiom_stories/001.mp3";

  private final FfmpegDecoderFactory factory = new FfmpegDecoderFactory();

  private static short[] all(Decoder decoder) throws IOException {
    List<short[]> blocks = new ArrayList<>();
    int length = 0;
    PcmBlock block;
    while ((block = decoder.next()) != null) {
      blocks.add(block.samples().clone());
      length += block.samples().length;
      assertThat(block.seconds()).isLessThanOrEqualTo(0.1001);
    }
    short[] all = new short[length];
    int at = 0;
    for (short[] samples : blocks) {
      System.arraycopy(samples, 0, all, at, samples.length);
      at += samples.length;
    }
    return all;
  }

  private short[] decode(MediaSource source) throws IOException {
    try (source;
        Decoder decoder = factory.open(source)) {
      return all(decoder);
    }
  }

  private static MediaSource demo(String name) throws IOException {
    return MediaSources.file(TestData.demoLibrary(name));
  }

  /** Makes a WAV file with a sine of the given pitch in all channels. */
  private static byte[] wav(int rate, int channels, int frames, double hz) {
    ByteBuffer wav = ByteBuffer.allocate(44 + frames * channels * 2);
    wav.order(ByteOrder.LITTLE_ENDIAN);
    wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + frames * channels * 2);
    wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    wav.putShort((short) 1).putShort((short) channels).putInt(rate);
    wav.putInt(rate * channels * 2).putShort((short) (channels * 2)).putShort((short) 16);
    wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(frames * channels * 2);
    for (int i = 0; i < frames; i++) {
      short sample = (short) (8_000 * Math.sin(2 * Math.PI * hz * i / rate));
      for (int c = 0; c < channels; c++) {
        wav.putShort(sample);
      }
    }
    return wav.array();
  }

  @ParameterizedTest
  @CsvSource({
    "16000, 1, 16000",
    "8000, 1, 4001",
    "22050, 2, 22050",
    "44100, 2, 44100",
    "48000, 2, 4800",
    "96000, 2, 96000",
    "192000, 1, 19200",
    "11025, 1, 11025",
    "44100, 6, 44100"
  })
  void next_anyRate_losesNoSampleAndAddsNone(int rate, int channels, int frames)
      throws IOException {
    byte[] file = wav(rate, channels, frames, 440);
    short[] sound = decode(FakeMediaSource.complete("tone.wav", file));
    long due = Math.round(frames * 48_000.0 / rate);
    assertThat(sound.length / 2L).isEqualTo(due);
  }

  @Test
  void next_toneResampled_keepsItsPitchAndLoudness() throws IOException {
    short[] sound = decode(FakeMediaSource.complete("tone.wav", wav(16_000, 1, 16_000, 440)));
    double error = 0;
    for (int i = 2_000; i < 46_000; i++) {
      double wanted = 8_000 * Math.sin(2 * Math.PI * 440 * i / 48_000);
      error = Math.max(error, Math.abs(sound[2 * i] - wanted));
    }
    assertThat(error).isLessThan(400);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.75, 1.25, 2.0, 2.5, 3.0})
  void setSpeed_anyRate_changesTheLengthAndKeepsThePitch(double rate) throws IOException {
    MediaSource source = FakeMediaSource.complete("tone.wav", wav(48_000, 2, 480_000, 440));
    try (source;
        Decoder decoder = factory.open(source)) {
      decoder.setSpeed(rate);
      short[] sound = all(decoder);
      assertThat(sound.length / 96_000.0).isCloseTo(10 / rate, within(0.1));
      int crossings = 0;
      int from = sound.length / 4;
      int to = sound.length * 3 / 4;
      for (int i = from; i < to - 2; i += 2) {
        crossings += sound[i] < 0 && sound[i + 2] >= 0 ? 1 : 0;
      }
      assertThat(crossings / ((to - from) / 96_000.0)).isCloseTo(440, within(10.0));
      assertThat(decoder.position()).isCloseTo(10, within(0.1));
    }
  }

  @Test
  void setSpeed_onTheWay_losesNothingAndKeepsBookTime() throws IOException {
    MediaSource source = FakeMediaSource.complete("tone.wav", wav(48_000, 2, 480_000, 440));
    try (source;
        Decoder decoder = factory.open(source)) {
      double bookS = 0;
      double[] rates = {1, 2, 1, 0.5, 1.5};
      for (int i = 0; ; i++) {
        decoder.setSpeed(rates[(i / 20) % rates.length]);
        double before = decoder.position();
        if (decoder.next() == null) {
          break;
        }
        assertThat(decoder.position()).isGreaterThanOrEqualTo(before);
        bookS += decoder.position() - before;
      }
      assertThat(bookS).isCloseTo(10, within(0.1));
    }
    assertThatThrownBy(
            () ->
                FfmpegDecoder.open(FakeMediaSource.complete("a.wav", wav(8_000, 1, 800, 440)))
                    .setSpeed(3.5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {OPUS, MP3, "sherlock_holmes/002.opus"})
  void seek_anywhere_beginsWithTheSameSoundAsPlayingThere(String name) throws IOException {
    short[] whole = decode(demo(name));
    double length = whole.length / 96_000.0;
    try (MediaSource source = demo(name);
        Decoder decoder = factory.open(source)) {
      for (double target : new double[] {length * 0.9, 3.217, length / 2, 0, 12.5}) {
        decoder.seek(target);
        assertThat(decoder.position()).isCloseTo(target, within(0.05));
        PcmBlock block = Objects.requireNonNull(decoder.next());
        assertThat(offset(whole, block.samples(), (int) (target * 48_000)))
            .isLessThanOrEqualTo(48_000 / 20);
      }
      decoder.seek(length + 5);
      assertThat(decoder.next()).isNull();
    }
  }

  private static byte[] bytesOf(String name) throws IOException {
    return Files.readAllBytes(TestData.demoLibrary(name));
  }

  @Test
  void next_fileCutAtSixtyPercent_tellsTheCutAfterAllOfItsSound() throws IOException {
    byte[] file = bytesOf(MP3);
    byte[] cut = Arrays.copyOf(file, file.length * 6 / 10);
    for (double startS : new double[] {0, 5}) {
      try (MediaSource source = FakeMediaSource.complete("cut.mp3", cut);
          Decoder decoder = factory.open(source)) {
        double declaredS = decoder.info().declaredS();
        if (startS > 0) {
          decoder.seek(startS);
        }
        assertThatThrownBy(() -> all(decoder))
            .isInstanceOfSatisfying(
                FailureException.class,
                e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.TRUNCATED));
        assertThat(decoder.position()).isCloseTo(declaredS * 0.6, within(declaredS * 0.05));
        assertThat(decoder.corruptFrames()).isLessThan(3);
      }
    }
  }

  /** Puts zeros into the middle of an Ogg file. */
  private static MediaSource withHole(int zeros) throws IOException {
    byte[] file = bytesOf(OPUS);
    int middle = file.length / 2;
    ByteBuffer holed = ByteBuffer.allocate(file.length + zeros);
    holed.put(file, 0, middle).position(middle + zeros).put(file, middle, file.length - middle);
    return FakeMediaSource.complete("hole.opus", holed.array());
  }

  @Test
  void next_smallHole_isSkippedAndCounted() throws IOException {
    try (MediaSource source = withHole(300_000);
        Decoder decoder = factory.open(source)) {
      double declaredS = decoder.info().declaredS();
      all(decoder);
      assertThat(decoder.corruptFrames()).isPositive();
      assertThat(decoder.position()).isGreaterThan(declaredS * 0.9);
    }
  }

  @Test
  void next_hugeHole_isAFaultAndNotTheEnd() throws IOException {
    try (MediaSource source = withHole(12_000_000);
        Decoder decoder = factory.open(source)) {
      assertThatThrownBy(() -> all(decoder))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> {
                assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNDECODABLE);
                assertThat(e.failure().detail()).contains("damaged");
              });
      assertThat(decoder.position()).isPositive();
    }
  }

  /** Returns by how many frames a piece lies away from where it should, by least difference. */
  private static int offset(short[] whole, short[] piece, int expected) {
    long best = Long.MAX_VALUE;
    int found = Integer.MAX_VALUE;
    // from the middle outwards, so that silence counts as in place
    for (int step = 0; step <= 9_600; step++) {
      int shift = step % 2 == 0 ? step / 2 : -(step + 1) / 2;
      long sum = 0;
      for (int i = 0; i < piece.length / 2 && sum < best; i++) {
        int at = expected + shift + i;
        int sample = at >= 0 && at < whole.length / 2 ? whole[2 * at] : 0;
        sum += Math.abs(sample - piece[2 * i]);
      }
      if (sum < best) {
        best = sum;
        found = Math.abs(shift);
      }
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({OPUS + ", 65536", MP3 + ", 65536"})
  void open_growingFile_needsOnlyItsHead(String name, int limit) throws Exception {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(name));
    FakeMediaSource source = FakeMediaSource.growing(name);
    CompletableFuture<Integer> first =
        CompletableFuture.supplyAsync(
            () -> {
              try (Decoder decoder = factory.open(source)) {
                return decoder.next() == null ? -1 : (int) source.available();
              } catch (IOException e) {
                return -2;
              }
            });
    int given = 0;
    while (!first.isDone() && given < file.length) {
      int end = Math.min(given + 2_048, file.length);
      source.append(Arrays.copyOfRange(file, given, end));
      given = end;
      settle(first);
    }
    source.end();
    assertThat(first.get(10, TimeUnit.SECONDS)).isBetween(1, limit);
  }

  private static void settle(CompletableFuture<Integer> future) throws Exception {
    try {
      future.get(20, TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      // it waits for more bytes
    }
  }

  @Test
  void next_growingFile_givesTheSameSoundAsTheWholeOne() throws Exception {
    for (String name : List.of(OPUS, MP3)) {
      byte[] file = Files.readAllBytes(TestData.demoLibrary(name));
      FakeMediaSource source = FakeMediaSource.growing(name);
      Thread feeder =
          new Thread(
              () -> {
                for (int at = 0; at < file.length; at += 1_000) {
                  source.append(Arrays.copyOfRange(file, at, Math.min(at + 1_000, file.length)));
                }
                source.end();
              });
      feeder.start();
      short[] growing = decode(source.reader());
      short[] whole = decode(demo(name));
      // without the file's size FFmpeg leaves the encoder's padding of an MP3 in
      assertThat(growing.length).isBetween(whole.length, whole.length + 96_000 / 30);
      assertThat(Arrays.copyOf(growing, whole.length)).isEqualTo(whole);
      feeder.join();
    }
  }

  @Test
  void next_sourceFails_throwsTheFailureAndNoEnd() throws IOException {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(MP3));
    FakeMediaSource source = FakeMediaSource.growing("a.mp3");
    source.append(Arrays.copyOf(file, file.length / 2));
    source.fail(new Failure(Failure.Kind.TRUNCATED, "the connection broke off"));
    assertThatThrownBy(() -> decode(source))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.TRUNCATED));
  }

  @Test
  void info_growingFile_isReadAgainWhenItIsComplete() throws IOException {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(OPUS));
    FakeMediaSource source = FakeMediaSource.growing("a.opus");
    source.append(file);
    try (Decoder decoder = factory.open(source)) {
      assertThat(decoder.info().declaredS()).isZero();
      source.end();
      assertThat(decoder.info().declaredS()).isGreaterThan(10);
      assertThat(decoder.info().codec()).isEqualTo("opus");
    }
  }

  @Test
  void seek_growingFile_landsInWhatIsThere() throws IOException {
    for (String name : List.of(OPUS, MP3)) {
      byte[] file = Files.readAllBytes(TestData.demoLibrary(name));
      short[] whole = decode(demo(name));
      FakeMediaSource source = FakeMediaSource.growing(name);
      source.append(Arrays.copyOf(file, file.length * 3 / 4));
      try (Decoder decoder = factory.open(source)) {
        decoder.seek(10);
        PcmBlock block = Objects.requireNonNull(decoder.next());
        assertThat(offset(whole, block.samples(), 480_000)).isLessThanOrEqualTo(2_400);
      }
    }
  }

  @Test
  void next_damagedFrames_areLeftOutAndCounted() throws IOException {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(MP3));
    double whole = decode(demo(MP3)).length / 96_000.0;
    for (int i = file.length / 3; i < file.length / 3 + 6_000; i++) {
      file[i] = (byte) (i * 31);
    }
    try (MediaSource source = FakeMediaSource.complete("a.mp3", file);
        Decoder decoder = factory.open(source)) {
      double left = all(decoder).length / 96_000.0;
      assertThat(left).isBetween(whole - 2, whole + 0.1);
      assertThat(decoder.corruptFrames()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', UNDECODABLE",
    "'<!DOCTYPE html><html>no</html>', WRONG_CONTENT",
    "'{\"error\": 1}', WRONG_CONTENT",
    "'\u00ef\u00bb\u00bf<!DOCTYPE html><p>403', WRONG_CONTENT",
    "'  <!-- gateway --><html>', WRONG_CONTENT",
    "'<HEAD><title>x', WRONG_CONTENT",
    "'[{\"code\": 403}]', WRONG_CONTENT",
    "'%PDF-1.4 words', WRONG_CONTENT",
    "'\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF', WRONG_CONTENT",
    "'\u001f\u008b\u0008\u0000\u0000\u0000', WRONG_CONTENT",
    "'some words that are no sound', UNDECODABLE",
    "'ffconcat version 1.0\nfile /etc/passwd\n', UNDECODABLE",
    "'#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n', WRONG_CONTENT"
  })
  void open_noAudio_failsWithTheReason(String text, Failure.Kind kind) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> factory.open(FakeMediaSource.complete("a.mp3", bytes)))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  /** Its head says 200 MB; FFmpeg skips them, and so the whole file. */
  @Test
  void open_tagLongerThanTheFile_isPlayed() throws IOException {
    byte[] sound = Files.readAllBytes(TestData.demoLibrary(MP3));
    byte[] file = new byte[10 + sound.length];
    System.arraycopy(new byte[] {'I', 'D', '3', 3, 0, 0, 0x5f, 0x2f, 0x10, 0}, 0, file, 0, 10);
    System.arraycopy(sound, 0, file, 10, sound.length);
    try (Decoder decoder = factory.open(FakeMediaSource.complete("a.mp3", file))) {
      assertThat(decoder.next()).isNotNull();
    }
  }

  @Test
  void open_manyTimes_freesWhatItTook() throws IOException {
    Path file = TestData.demoLibrary(OPUS);
    long before = 0;
    for (int i = 0; i < 300; i++) {
      Decoder decoder;
      try (MediaSource source = MediaSources.file(file)) {
        decoder = factory.open(source);
        decoder.setSpeed(1.5);
        assertThat(decoder.next()).isNotNull();
      }
      decoder.close();
      decoder.close();
      if (i % 50 == 0) {
        System.gc(); // so that the heap does not grow with garbage, which is not what is asked here
      }
      before = i == 100 ? residentKb() : before;
    }
    assertThat(residentKb() - before).isLessThan(30_000);
  }

  private static long residentKb() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }
}
