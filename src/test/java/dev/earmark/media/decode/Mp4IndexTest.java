package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.PcmBlock;
import dev.earmark.media.MediaSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are opened without a second index, and that it makes no difference to be heard. */
final class Mp4IndexTest {
  private static final Path BOOK = Path.of("demo-library/treasure_island/treasure_island.m4b");

  @TempDir Path folder;

  private static byte[] box(String type, byte[]... contents) {
    int length = 8 + Arrays.stream(contents).mapToInt(c -> c.length).sum();
    ByteBuffer box = ByteBuffer.allocate(length);
    box.putInt(length).put(type.getBytes(StandardCharsets.ISO_8859_1));
    for (byte[] content : contents) {
      box.put(content);
    }
    return box.array();
  }

  /** A movie of 100 s in milliseconds. */
  private static byte[] movie() {
    return box("mvhd", ByteBuffer.allocate(100).putInt(12, 1_000).putInt(16, 100_000).array());
  }

  /** A track of 100 s at 44.1 kHz. */
  private static byte[] track(byte[] list) {
    byte[] head = ByteBuffer.allocate(32).putInt(12, 44_100).putInt(16, 4_410_000).array();
    return box(
        "trak",
        box("tkhd", new byte[84]),
        box("edts", box("elst", list)),
        box("mdia", box("mdhd", head)));
  }

  /** So many edits, each of which leaves out the delay of an encoder. */
  private static byte[] track(int edits) {
    ByteBuffer list = ByteBuffer.allocate(8 + 12 * edits).putInt(0).putInt(edits);
    for (int i = 0; i < edits; i++) {
      list.putInt(99_950).putInt(2_112).putInt(1 << 16);
    }
    return track(list.array());
  }

  private static byte[] edit(int lengthMs, int place) {
    return track(
        ByteBuffer.allocate(20)
            .putInt(0)
            .putInt(1)
            .putInt(lengthMs)
            .putInt(place)
            .putInt(1 << 16)
            .array());
  }

  private static byte[] wideEdit(long lengthMs, long place) {
    return track(
        ByteBuffer.allocate(28)
            .putInt(1 << 24)
            .putInt(1)
            .putLong(lengthMs)
            .putLong(place)
            .putInt(1 << 16)
            .array());
  }

  private boolean isLongAndPlain(long longBytes, byte[]... boxes) throws IOException {
    Path file = folder.resolve("x.m4b");
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(boxes).mapToInt(b -> b.length).sum());
    for (byte[] box : boxes) {
      all.put(box);
    }
    Files.write(file, all.array());
    try (var source = MediaSources.file(file)) {
      return Mp4Index.isLongAndPlain(source, longBytes);
    }
  }

  @Test
  void isLongAndPlain_dependsOnTheSizeOfTheIndexAndOnItsEdits() throws IOException {
    byte[] type = box("ftyp", new byte[8]);
    byte[] sound = box("mdat", new byte[5_000]);
    byte[] plain =
        box("moov", movie(), track(1), track(0), box("trak"), box("free", new byte[1_000]));

    assertThat(isLongAndPlain(1_000, type, sound, plain)).isTrue();
    assertThat(isLongAndPlain(1_000, type, plain, sound)).isTrue();
    assertThat(isLongAndPlain(2_000, type, plain, sound)).as("short").isFalse();
    assertThat(isLongAndPlain(1_000, type, box("moov", movie(), plain, track(1), track(2))))
        .isFalse();
    assertThat(isLongAndPlain(1_000, sound, plain)).as("no MP4").isFalse();
    byte[] cut = Arrays.copyOf(plain, plain.length - 10);
    assertThat(isLongAndPlain(1_000, type, sound, cut)).as("cut").isFalse();
    byte[] wrong = plain.clone();
    wrong[8 + 108 + 3] = 2; // the first track is shorter than its own head
    assertThat(isLongAndPlain(1_000, type, sound, wrong)).isFalse();
  }

  @Test
  void isLongAndPlain_oneEdit_onlyWhereItLeavesOutNoMoreThanTheDelay() throws IOException {
    assertThat(isPlain(edit(99_950, 2_112))).as("delay").isTrue();
    assertThat(isPlain(wideEdit(99_950, 2_112))).as("delay, wide").isTrue();
    assertThat(isPlain(edit(100_000, 0))).as("nothing").isTrue();
    assertThat(isPlain(edit(5_000, -1))).as("silence first").isFalse();
    assertThat(isPlain(wideEdit(5_000, -1))).as("silence first, wide").isFalse();
    assertThat(isPlain(edit(90_000, 441_000))).as("without the first 10 s").isFalse();
    assertThat(isPlain(edit(60_000, 2_112))).as("without the last 40 s").isFalse();
  }

  private boolean isPlain(byte[] track) throws IOException {
    byte[] moov = box("moov", movie(), track, box("free", new byte[1_000]));
    return isLongAndPlain(1_000, box("ftyp", new byte[8]), moov);
  }

  @Test
  void decode_withoutTheSecondIndex_isTheSameSoundAtTheSamePlaces() throws IOException {
    try (FfmpegDecoder usual = FfmpegDecoder.open(MediaSources.file(BOOK));
        FfmpegDecoder quick =
            FfmpegDecoder.open(MediaSources.file(BOOK), /* longIndexBytes= */ 0)) {
      assertThat(quick.info().chapters()).isEqualTo(usual.info().chapters());
      assertThat(quick.info().declaredS()).isCloseTo(usual.info().declaredS(), within(0.1));
      assertThat(next(quick).samples()).isEqualTo(next(usual).samples());
      for (double s : new double[] {20, 3.3, 0}) {
        usual.seek(s);
        quick.seek(s);
        assertThat(quick.position()).isCloseTo(usual.position(), within(1e-6));
        // a resampler that begins with another packet rounds otherwise; one sample off is thousands
        assertThat(farthest(next(quick), next(usual))).as("at %s s", s).isLessThan(100);
      }
      assertThat(length(quick)).isCloseTo(length(usual), within(0.1));
    }
  }

  private static PcmBlock next(FfmpegDecoder decoder) throws IOException {
    return Optional.ofNullable(decoder.next()).orElseThrow();
  }

  private static int farthest(PcmBlock a, PcmBlock b) {
    int most = 0;
    for (int i = 0; i < a.samples().length; i++) {
      most = Math.max(most, Math.abs(a.samples()[i] - b.samples()[i]));
    }
    return most;
  }

  private static double length(FfmpegDecoder decoder) throws IOException {
    while (decoder.next() != null) {
      // to the end
    }
    return decoder.position();
  }
}
