package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.TestData;
import dev.earmark.base.CancelFlag;
import dev.earmark.media.FakeMediaSource;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that the ffmpeg command makes on the spot; skipped where it is not installed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class EncodedFilesTest {
  private static final double LENGTH_S = 5;

  @TempDir static Path folder;

  @BeforeAll
  static void needFfmpeg() {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/ffmpeg")), "skipped: ffmpeg is not installed here");
  }

  /** Encodes five seconds of a sine with the given arguments. */
  private static Path encode(String name, String layout, int rate, String arguments)
      throws IOException {
    Path file = folder.resolve(name);
    List<String> command = new ArrayList<>(List.of("ffmpeg", "-nostdin", "-v", "error", "-y"));
    command.addAll(List.of("-f", "lavfi", "-i"));
    String sine = "sine=frequency=440:sample_rate=" + rate + ":duration=" + LENGTH_S;
    command.add(sine + ",aformat=channel_layouts=" + layout);
    command.addAll(List.of(arguments.split(" ")));
    command.add(file.toString());
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      assertThat(process.waitFor()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({"pcm_s16le", "pcm_s24le", "pcm_f32le", "pcm_mulaw"})
  void wav_thatIsCut_isPlayedAndNotTakenForWhole(String codec) throws IOException {
    Path whole = encode(codec + ".wav", "mono", 16_000, "-c:a " + codec);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve(codec + "-cut.wav");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));

    assertThat(decode(MediaSources.file(whole)).complete()).isTrue();
    DecodeReport report = decode(MediaSources.file(cut));
    assertThat(report.playable()).isTrue();
    assertThat(report.complete()).isFalse();
    assertThat(report.declaredS()).isCloseTo(LENGTH_S, within(0.01));
    assertThat(report.decodedS()).isCloseTo(LENGTH_S / 2, within(0.1));
  }

  @Test
  void wav_writtenIntoAPipe_isWhole() throws IOException {
    byte[] bytes = Files.readAllBytes(encode("pipe.wav", "mono", 16_000, "-c:a pcm_s16le"));
    int data = new String(bytes, 0, 100, StandardCharsets.ISO_8859_1).indexOf("data");
    for (int most : new int[] {-1, Integer.MAX_VALUE, 0x7fff_f000, 0x8000_0000}) {
      ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(data + 4, most);
      Path file = Files.write(folder.resolve("piped.wav"), bytes);
      DecodeReport report = decode(MediaSources.file(file));
      assertThat(report.complete()).isTrue();
      assertThat(report.decodedS()).isCloseTo(LENGTH_S, within(0.01));
    }
  }

  private static DecodeReport decode(MediaSource source) throws IOException {
    return DecodeProbe.run("x", source, DecodeProbe.Options.WHOLE, block -> {}, new CancelFlag());
  }

  @ParameterizedTest
  @CsvSource({
    "a.mp3, mono, 44100, -c:a libmp3lame -b:a 64k, 0.001",
    "b.mp3, stereo, 22050, -c:a libmp3lame -q:a 4, 0.001",
    "vbr.mp3, stereo, 44100, -c:a libmp3lame -q:a 4 -write_xing 0, 0.08",
    "a.m4a, stereo, 44100, -c:a aac -b:a 96k, 0.001",
    "b.m4b, mono, 44100, -c:a aac -b:a 64k -movflags +faststart -f mp4, 0.001",
    "low.m4a, mono, 8000, -c:a aac -b:a 16k, 0.001",
    "a.opus, mono, 48000, -c:a libopus -b:a 24k, 0.001",
    "a.ogg, stereo, 44100, -c:a libvorbis -q:a 2, 0.001",
    "a.flac, 5.1, 96000, -c:a flac, 0.001",
    "a.wav, mono, 8000, -c:a pcm_s16le, 0.001",
    "hi.wav, stereo, 192000, -c:a pcm_s24le, 0.001",
    "a.wma, stereo, 44100, -c:a wmav2 -b:a 96k, 0.1",
    "alac.m4a, stereo, 48000, -c:a alac, 0.001",
    "a.ac3, 5.1, 48000, -c:a ac3 -b:a 384k, 0.05"
  })
  void decode_encodedFile_hasItsLengthToTheSample(
      String name, String layout, int rate, String arguments, double tolerance) throws IOException {
    DecodeReport report = decode(MediaSources.file(encode(name, layout, rate, arguments)));
    assertThat(report.playable()).as("%s", report).isTrue();
    assertThat(report.complete()).as("%s", report).isTrue();
    assertThat(report.decodedS()).isCloseTo(LENGTH_S, within(tolerance));
    assertThat(report.sampleRateHz()).isEqualTo(rate);
  }

  /** Apple's encoders tell delay and length by a tag; FFmpeg cuts only the delay. */
  @Test
  void decode_lengthToldByItunes_endsThere() throws IOException {
    String plain = "-c:a aac -use_editlist 0 -movflags +faststart";
    byte[] file = Files.readAllBytes(encode("untold.m4a", "mono", 44_100, plain));
    String told = " 00000000 00000400 000002C8 0000000000035D54 00000000 00000000 00000000";
    byte[] tag =
        box(
            "----",
            box("mean", bytes("\0\0\0\0com.apple.iTunes")),
            box("name", bytes("\0\0\0\0iTunSMPB")),
            box("data", bytes("\0\0\0\1\0\0\0\0" + told)));
    DecodeReport untold = decode(FakeMediaSource.complete("a.m4a", file));
    DecodeReport cut = decode(FakeMediaSource.complete("a.m4a", withTag(file, tag)));
    assertThat(untold.decodedS()).isGreaterThan(LENGTH_S + 0.02);
    assertThat(cut.decodedS()).isCloseTo(LENGTH_S, within(0.001));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] box(String type, byte[]... parts) {
    int length = 8 + Arrays.stream(parts).mapToInt(part -> part.length).sum();
    ByteBuffer box = ByteBuffer.allocate(length).putInt(length).put(bytes(type));
    Arrays.stream(parts).forEach(box::put);
    return box.array();
  }

  /** Puts a tag at the end of the list of tags of a file whose index comes first. */
  private static byte[] withTag(byte[] file, byte[] tag) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    ByteBuffer old = ByteBuffer.wrap(file);
    int list = text.indexOf("ilst") - 4;
    int at = list + old.getInt(list);
    ByteBuffer longer = ByteBuffer.allocate(file.length + tag.length);
    longer.put(file, 0, at).put(tag).put(file, at, file.length - at);
    for (String box : List.of("ilst", "meta", "udta", "moov")) {
      int size = text.indexOf(box) - 4;
      longer.putInt(size, old.getInt(size) + tag.length);
    }
    int offsets = text.indexOf("stco") + 12;
    for (int i = 0; i < old.getInt(offsets - 4); i++) {
      int chunk = offsets + 4 * i;
      longer.putInt(chunk, old.getInt(chunk) + tag.length);
    }
    return longer.array();
  }

  @Test
  void decode_surroundSound_isMixedDownWithoutClipping() throws IOException {
    Path file = encode("loud.wav", "5.1", 48_000, "-af volume=15dB -c:a pcm_s16le");
    AtomicLong extreme = new AtomicLong();
    DecodeProbe.run(
        "x",
        MediaSources.file(file),
        DecodeProbe.Options.WHOLE,
        block -> {
          for (short sample : block.samples()) {
            extreme.accumulateAndGet(Math.abs((int) sample), Math::max);
          }
        },
        new CancelFlag());
    assertThat(extreme.get()).isBetween(5_000L, 32_767L);
  }

  @ParameterizedTest
  @CsvSource({
    "cut.mp3, -c:a libmp3lame -b:a 64k, true",
    "cut.m4a, -c:a aac -movflags +faststart, true",
    "cut_index_lost.m4a, -c:a aac, false",
    "cut.opus, -c:a libopus, true"
  })
  void decode_fileCutAtSixtyPercent_isNotComplete(String name, String arguments, boolean plays)
      throws IOException {
    byte[] file = Files.readAllBytes(encode(name, "mono", 48_000, arguments));
    byte[] cut = Arrays.copyOf(file, file.length * 6 / 10);
    DecodeReport report = decode(FakeMediaSource.complete(name, cut));
    assertThat(report.playable()).as("%s", report).isEqualTo(plays);
    assertThat(report.decodedS()).isLessThan(LENGTH_S * 0.75);
    if (!name.endsWith(".opus")) {
      assertThat(report.complete()).isFalse();
    }
  }

  @Test
  void decode_gbkTag_isRepaired() throws IOException {
    byte[] sound = Files.readAllBytes(encode("plain.mp3", "mono", 22_050, "-c:a libmp3lame"));
    byte[] title = "红楼梦 第十二回".getBytes(Charset.forName("GBK"));
    ByteBuffer tagged = ByteBuffer.allocate(21 + title.length + sound.length);
    tagged.put("ID3".getBytes(StandardCharsets.US_ASCII)).put(new byte[] {3, 0, 0});
    tagged.putInt(11 + title.length);
    tagged.put("TIT2".getBytes(StandardCharsets.US_ASCII)).putInt(1 + title.length);
    tagged.putShort((short) 0).put((byte) 0).put(title).put(sound);
    DecodeReport report = decode(FakeMediaSource.complete("a.mp3", tagged.array()));
    assertThat(report.title()).isEqualTo("红楼梦 第十二回");
  }

  @Test
  void decode_pictureOfFiveMegabytesBeforeTheSound_plays() throws IOException {
    byte[] sound = Files.readAllBytes(encode("bare.mp3", "mono", 44_100, "-c:a libmp3lame"));
    int picture = 5 << 20;
    ByteBuffer tagged = ByteBuffer.allocate(20 + picture + sound.length);
    tagged.put("ID3".getBytes(StandardCharsets.US_ASCII)).put(new byte[] {3, 0, 0});
    int size = 10 + picture;
    for (int shift = 21; shift >= 0; shift -= 7) {
      tagged.put((byte) ((size >> shift) & 0x7f));
    }
    tagged.put("APIC".getBytes(StandardCharsets.US_ASCII)).putInt(picture).putShort((short) 0);
    tagged.put((byte) 0).put("image/jpeg".getBytes(StandardCharsets.US_ASCII));
    tagged.put(new byte[] {0, 3, 0, (byte) 0xff, (byte) 0xd8, (byte) 0xff});
    tagged.position(20 + picture).put(sound);
    DecodeReport report = decode(FakeMediaSource.complete("a.mp3", tagged.array()));
    assertThat(report.decodedS()).as("%s", report).isCloseTo(LENGTH_S, within(0.05));
  }

  @Test
  void run_fromTheMiddleAtDoubleSpeed_decodesTheRest() throws IOException {
    Path file = TestData.demoLibrary("idiom_stories/001.mp3");
    AtomicLong frames = new AtomicLong();
    DecodeReport report =
        DecodeProbe.run(
            "x",
            MediaSources.file(file),
            new DecodeProbe.Options(30, 2),
            block -> frames.addAndGet(block.frames()),
            new CancelFlag());
    double rest = report.declaredS() - 30;
    assertThat(report.decodedS()).isCloseTo(rest, within(0.2));
    assertThat(frames.get() / 48_000.0).isCloseTo(rest / 2, within(0.1));
    assertThat(report.complete()).isTrue();
  }

  @Test
  void run_nameThatLooksLikeAProtocol_isJustAName() throws IOException {
    Path file = folder.resolve("concat:测试|x 🎧.mp3");
    Files.copy(TestData.demoLibrary("idiom_stories/002.mp3"), file);
    assertThat(decode(MediaSources.file(file)).complete()).isTrue();
  }
}
