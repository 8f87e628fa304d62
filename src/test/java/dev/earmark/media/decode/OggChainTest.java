package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.TestData;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.media.Decoder;
import dev.earmark.media.FakeMediaSource;
import dev.earmark.media.MediaSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ogg files that are several in a row. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class OggChainTest {
  private static final int CHANNELS = 2;
  private static final int RATE = 48_000;
  private static final int PART_BYTES = 40_000;

  @TempDir private Path folder;

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** The first seconds of a demo book, with a serial of its own: those of one album are alike. */
  private static byte[] demo(int section) throws IOException {
    Path file = TestData.demoLibrary("journey_to_the_west/00" + section + ".opus");
    byte[] whole = Files.readAllBytes(file);
    ByteBuffer pages = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    int last = 0;
    while (at < whole.length && at < PART_BYTES) {
      int bytes = 27 + (whole[at + 26] & 0xff);
      for (int i = at + 27, end = at + bytes; i < end; i++) {
        bytes += whole[i] & 0xff;
      }
      pages.putInt(at + 14, section);
      seal(pages, at, bytes);
      last = at;
      at += bytes;
    }
    whole[last + 5] |= 4; // the last page of its stream
    seal(pages, last, at - last);
    return Arrays.copyOf(whole, at);
  }

  /** Makes a page's checksum right (RFC 3533, section 6: polynomial 04c11db7, not reflected). */
  private static void seal(ByteBuffer pages, int at, int bytes) {
    pages.putInt(at + 22, 0);
    int crc = 0;
    for (int i = at; i < at + bytes; i++) {
      crc ^= (pages.get(i) & 0xff) << 24;
      for (int bit = 0; bit < 8; bit++) {
        crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
      }
    }
    pages.putInt(at + 22, crc);
  }

  private static short[] sound(MediaSource source, double fromS) throws IOException {
    try (Decoder decoder = FfmpegDecoder.open(source)) {
      if (fromS > 0) {
        decoder.seek(fromS);
      }
      short[] all = new short[0];
      int length = 0;
      for (PcmBlock block = decoder.next(); block != null; block = decoder.next()) {
        short[] some = block.samples();
        all = Arrays.copyOf(all, Math.max(all.length, (length + some.length) * 2));
        System.arraycopy(some, 0, all, length, some.length);
        length += some.length;
      }
      return Arrays.copyOf(all, length);
    }
  }

  private static short[] sound(byte[] file) throws IOException {
    return sound(FakeMediaSource.complete("a.ogg", file), 0);
  }

  private static DecodeReport report(byte[] file) throws IOException {
    MediaSource source = FakeMediaSource.complete("a.ogg", file);
    return DecodeProbe.run("a.ogg", source, DecodeProbe.Options.WHOLE, b -> {}, new CancelFlag());
  }

  @Test
  void links_oneFile_areNone() throws IOException {
    byte[] one = demo(1);
    assertThat(OggPages.links(FakeMediaSource.complete("a.opus", one))).isEmpty();
    byte[] cut = Arrays.copyOf(one, one.length - 1_000);
    assertThat(OggPages.links(FakeMediaSource.complete("a.opus", cut))).isEmpty();
    byte[] noOgg = Files.readAllBytes(TestData.demoLibrary("idiom_stories/001.mp3"));
    assertThat(OggPages.links(FakeMediaSource.complete("a.ogg", noOgg))).isEmpty();
    assertThat(OggPages.links(FakeMediaSource.complete("a.ogg", new byte[0]))).isEmpty();
  }

  @Test
  void links_chainWithJunkBetween_areFound() throws IOException {
    byte[] junk = new byte[3_000];
    new Random(1).nextBytes(junk);
    byte[] first = demo(1);
    byte[] second = demo(2);
    long secondAt = (long) first.length + junk.length;
    byte[] file = join(first, junk, second, demo(3));
    assertThat(OggPages.links(FakeMediaSource.complete("a.opus", file)))
        .containsExactly(0L, secondAt, secondAt + second.length);
  }

  @Test
  void decode_chainOfBooks_isTheSoundOfAllInARow() throws IOException {
    byte[] chain = join(demo(1), demo(2));
    DecodeReport first = report(demo(1));
    DecodeReport second = report(demo(2));
    DecodeReport both = report(chain);

    double wholeS = first.declaredS() + second.declaredS();
    assertThat(both.complete()).isTrue();
    assertThat(both.declaredS()).isCloseTo(wholeS, within(0.01));
    assertThat(both.decodedS()).isCloseTo(first.decodedS() + second.decodedS(), within(0.01));
    int marks = first.chapters().size() + second.chapters().size();
    assertThat(both.chapters()).hasSize(marks);
    if (!second.chapters().isEmpty()) {
      double startS = both.chapters().get(first.chapters().size()).startS();
      assertThat(startS).isCloseTo(first.declaredS(), within(0.01));
    }
  }

  @Test
  void decode_lastLinkCutInItsHead_playsTheRestAndTellsIt() throws IOException {
    byte[] chain = join(demo(1), demo(2), Arrays.copyOf(demo(3), 200));
    DecodeReport report = report(chain);
    assertThat(report.playable()).isTrue();
    assertThat(report.decodedS()).isCloseTo(report.declaredS(), within(0.03));
    assertThat(report.warnings()).isNotEmpty();
    MediaSource source = FakeMediaSource.complete("a.ogg", chain);
    assertThat(TagReader.read(source).declaredS()).isCloseTo(report.declaredS(), within(0.01));
  }

  /** FFmpeg knows no time behind the first link: a jump landed anywhere. */
  @Test
  void seek_intoAnyLinkAndBack_landsThere() throws IOException {
    byte[] chain = join(demo(1), demo(2));
    double firstS = report(demo(1)).declaredS();
    short[] second = sound(demo(2));
    try (Decoder decoder = FfmpegDecoder.open(FakeMediaSource.complete("a.ogg", chain))) {
      for (double intoS : new double[] {3, 0.5, 6}) {
        decoder.seek(firstS + intoS);
        assertThat(decoder.position()).isCloseTo(firstS + intoS, within(0.02));
        PcmBlock block = decoder.next();
        int at = (int) Math.round(intoS * RATE) * CHANNELS;
        assertThat(nearest(second, at, block)).isLessThan(RATE / 20);
        decoder.seek(1);
        assertThat(decoder.position()).isCloseTo(1, within(0.02));
      }
    }
  }

  /** How many frames from a place the same sound is found. */
  private static int nearest(short[] whole, int at, @Nullable PcmBlock block) {
    assertThat(block).isNotNull();
    short[] part = Objects.requireNonNull(block).samples();
    for (int shift = 0; shift < RATE / 10; shift++) {
      for (int sign : new int[] {1, -1}) {
        int from = at + sign * shift * CHANNELS;
        if (from >= 0 && isSame(whole, from, part)) {
          return shift;
        }
      }
    }
    return Integer.MAX_VALUE;
  }

  private static boolean isSame(short[] whole, int from, short[] part) {
    for (int i = 0; i < part.length; i++) {
      if (Math.abs(whole[from + i] - part[i]) > 200) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @CsvSource({
    "mono 44100 libvorbis, stereo 44100 libvorbis",
    "mono 44100 libvorbis, mono 22050 libvorbis",
    "mono 48000 libopus, stereo 48000 libopus",
    "mono 44100 libvorbis, mono 48000 libopus",
    "stereo 44100 flac, mono 8000 libvorbis",
  })
  void decode_formatChangesInTheMiddle_goesOn(String one, String other) throws IOException {
    byte[] chain = join(encode("1.ogg", one), encode("2.ogg", other), encode("3.ogg", one));
    DecodeReport whole = report(chain);
    assertThat(whole.reason()).isEmpty();
    assertThat(whole.complete()).isTrue();
    assertThat(whole.declaredS()).isCloseTo(6, within(0.03));
    assertThat(whole.decodedS()).isCloseTo(6, within(0.05));
    double leftS = sound(FakeMediaSource.complete("a.ogg", chain), 2.5).length / 2.0 / RATE;
    assertThat(leftS).isCloseTo(3.5, within(0.05));
  }

  @Test
  void decode_whileItGrows_goesOnToo() throws IOException {
    byte[] chain =
        join(encode("1.ogg", "mono 44100 libvorbis"), encode("2.ogg", "stereo 22050 libvorbis"));
    FakeMediaSource source = FakeMediaSource.growing("a.ogg");
    List<Double> places = new ArrayList<>();
    source.append(chain);
    try (Decoder decoder = FfmpegDecoder.open(source)) {
      source.end();
      for (PcmBlock block = decoder.next(); block != null; block = decoder.next()) {
        places.add(decoder.position());
      }
      assertThat(decoder.info().declaredS()).isCloseTo(4, within(0.03));
      decoder.seek(1);
      assertThat(decoder.position()).isCloseTo(1, within(0.02));
    }
    assertThat(places).isSorted();
    assertThat(places.get(places.size() - 1)).isCloseTo(4, within(0.05));
  }

  /** Two seconds of a tone; the words are layout, rate and codec. */
  private byte[] encode(String name, String words) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/ffmpeg")), "skipped: no ffmpeg here");
    String[] word = words.split(" ", -1);
    String tone = "sine=sample_rate=" + word[1] + ":duration=2,aformat=channel_layouts=" + word[0];
    Path file = folder.resolve(name);
    List<String> command = new ArrayList<>(List.of("ffmpeg", "-nostdin", "-v", "error", "-y"));
    command.addAll(List.of("-f", "lavfi", "-i", tone, "-c:a", word[2], file.toString()));
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      assertThat(process.waitFor()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return Files.readAllBytes(file);
  }
}
