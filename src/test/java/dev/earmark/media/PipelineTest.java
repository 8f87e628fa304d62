package dev.earmark.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.TestData;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.decode.FfmpegDecoderFactory;
import dev.earmark.media.download.DownloadSettings;
import dev.earmark.media.download.Downloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Server, download, cache and FFmpeg together. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PipelineTest {
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static final String OPUS = "journey_to_the_west/001.opus";
  private static final String MP3 = "idiom_stories/001.mp3";
  private static final String M4B = "treasure_island/treasure_island.m4b";

  @TempDir Path folder;
  private final FaultServer server = FaultServer.start();
  private final FfmpegDecoderFactory decoders = new FfmpegDecoderFactory();
  private FileCache cache;
  private Downloads downloads;

  @BeforeEach
  void open() throws IOException {
    FakeClock clock = new FakeClock();
    cache = FileCache.open(folder, new CacheSettings(1L << 30, 0), clock);
    DownloadSettings settings =
        new DownloadSettings(
            2, 0, Duration.ofSeconds(2), Duration.ofMillis(500), 2, /* allowPrivate= */ true);
    downloads = new Downloads(cache, CLIENT, settings, decoders, clock, new Random(1));
  }

  @AfterEach
  void close() {
    downloads.close();
    cache.close();
    server.close();
  }

  private FaultServer.Resource serve(String name) throws IOException {
    return server.put("/" + name, Files.readAllBytes(TestData.demoLibrary(name)));
  }

  private Download fetch(String name, double expectedS) {
    Location location = new Location(server.uri("/" + name), Map.of(), "", 0);
    MediaRequest request = new MediaRequest(name, "a", "A", 1, "S", expectedS, cancel -> location);
    return downloads.fetch(request, /* urgent= */ true);
  }

  private static Progress ended(Download download) {
    return download.ended().toCompletableFuture().join();
  }

  private double seconds(MediaSource source) throws IOException {
    double seconds = 0;
    try (source;
        Decoder decoder = decoders.open(source)) {
      PcmBlock block;
      while ((block = decoder.next()) != null) {
        seconds += block.seconds();
      }
    }
    return seconds;
  }

  private double localSeconds(String name) throws IOException {
    return seconds(MediaSources.file(TestData.demoLibrary(name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {OPUS, MP3, M4B})
  void decode_whileItDownloadsAndBreaksOff_givesTheWholeSound(String name) throws IOException {
    serve(name).then(FaultAnswer.proper().cutAfter(60_000), FaultAnswer.proper().cutAfter(70_000));
    Download download = fetch(name, localSeconds(name));
    double heard = seconds(downloads.open(download));
    assertThat(heard).isCloseTo(localSeconds(name), within(0.03));
    assertThat(ended(download).state()).isEqualTo(State.DONE);
    assertThat(seconds(downloads.openCached(name).orElseThrow()))
        .isCloseTo(localSeconds(name), within(0.001));
  }

  @ParameterizedTest
  @CsvSource({OPUS + ", 40000", MP3 + ", 40000", M4B + ", 120000"})
  void decode_serverStopsAfterTheHead_soundStartsAllTheSame(String name, int bytes)
      throws IOException {
    serve(name).always(FaultAnswer.proper().stallAfter(bytes));
    try (MediaSource source = downloads.open(fetch(name, 0));
        Decoder decoder = decoders.open(source)) {
      assertThat(Objects.requireNonNull(decoder.next()).frames()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {OPUS, MP3, M4B})
  void decode_serverGoesAway_failsAndDoesNotEnd(String name) throws IOException {
    serve(name).then(FaultAnswer.proper().cutAfter(110_000)).always(FaultAnswer.status(503));
    MediaSource source = downloads.open(fetch(name, 0));
    assertThatThrownBy(() -> seconds(source))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(Kind.THROTTLED));
  }

  @Test
  void fetch_noise_isNotKept() {
    byte[] noise = new byte[50_000];
    new Random(3).nextBytes(noise);
    server.put("/x.mp3", noise);
    Progress last = ended(fetch("x.mp3", 0));
    assertThat(last.state()).isEqualTo(State.FAILED);
    assertThat(Objects.requireNonNull(last.failure()).kind()).isEqualTo(Kind.UNDECODABLE);
    assertThat(downloads.isCached("x.mp3")).isFalse();
  }

  @Test
  void fetch_halfTheFileAsIfItWereAll_isFoundByItsSound() throws IOException {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(MP3));
    server.put("/half.mp3", java.util.Arrays.copyOf(file, file.length / 2));
    Progress last = ended(fetch("half.mp3", localSeconds(MP3)));
    assertThat(last.state()).isEqualTo(State.FAILED);
    assertThat(Objects.requireNonNull(last.failure()).detail()).contains("where the catalogue");
    assertThat(downloads.isCached("half.mp3")).isFalse();
  }

  @Test
  void fetch_soundThatGoesOnBehindTheCataloguesLength_isTheWholeFile() throws IOException {
    serve(MP3);
    assertThat(ended(fetch(MP3, localSeconds(MP3) / 3)).state()).isEqualTo(State.DONE);
    assertThat(seconds(downloads.openCached(MP3).orElseThrow()))
        .isCloseTo(localSeconds(MP3), within(0.001));
  }

  @Test
  void fetch_fileThatKeepsTheLengthItHasCounted_isWholeWhateverTheCatalogueSays()
      throws IOException {
    serve(M4B);
    assertThat(ended(fetch(M4B, localSeconds(M4B) * 10)).state()).isEqualTo(State.DONE);
  }

  @Test
  void fetch_fileWhoseLengthIsWhereItEnds_isMeasuredByTheCatalogue() throws IOException {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(OPUS));
    server.put("/half.opus", java.util.Arrays.copyOf(file, file.length / 2));
    Progress last = ended(fetch("half.opus", localSeconds(OPUS)));
    assertThat(Objects.requireNonNull(last.failure()).detail()).contains("only");
  }

  @Test
  void fetch_halfTheFileAndNobodyElseKnowsItsLength_isFoundByItsOwnHeader() throws IOException {
    byte[] file = Files.readAllBytes(TestData.demoLibrary(M4B));
    server.put("/half.m4b", java.util.Arrays.copyOf(file, file.length / 2));
    Progress last = ended(fetch("half.m4b", 0));
    assertThat(last.state()).isEqualTo(State.FAILED);
    assertThat(Objects.requireNonNull(last.failure()).detail()).contains("is cut: it declares");
    assertThat(downloads.isCached("half.m4b")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 12, FAILED", "12, 12, FAILED", "0, 3, DONE"})
  void fetch_nothingButSilence_isNoRecording(double toldS, int lengthS, State state)
      throws IOException {
    Path file = folder.resolve("silence.wav");
    try (WavWriter wav = new WavWriter(file, AudioFormat.SPEECH)) {
      wav.write(new PcmBlock(AudioFormat.SPEECH, new short[lengthS * 16_000]));
    }
    server.put("/silence.wav", Files.readAllBytes(file));
    Progress last = ended(fetch("silence.wav", toldS));
    assertThat(last.state()).isEqualTo(state);
    if (last.failure() != null) {
      assertThat(last.failure().detail()).contains("is silent from end to end (12.0 s)");
    }
  }

  @Test
  void decode_indexAtTheEnd_waitsForItAndPlays() throws IOException {
    Path file = TestData.sharedOrSkip("media/own_book.m4b");
    server.put("/end.m4b", Files.readAllBytes(file)).always(FaultAnswer.proper().rate(2_000_000));
    try (MediaSource source = downloads.open(fetch("end.m4b", 0));
        Decoder decoder = decoders.open(source)) {
      assertThat(decoder.next()).isNotNull();
      assertThat(decoder.info().chapters()).hasSize(4);
    }
  }

  @Test
  void decode_indexAtTheEndOfASlowServer_startsWithinThreeRequests() throws IOException {
    byte[] book = IndexLast.of(Files.readAllBytes(TestData.demoLibrary(M4B)));
    // at this rate the end would come in twenty seconds
    server
        .put("/late.m4b", book)
        .then(FaultAnswer.proper().rate(50_000))
        .always(FaultAnswer.proper());
    try (MediaSource source = downloads.open(fetch("late.m4b", 0));
        Decoder decoder = decoders.open(source)) {
      assertThat(decoder.next()).isNotNull();
      assertThat(decoder.info().declaredS()).isCloseTo(localLengthS(M4B), within(0.1));
      assertThat(source.isComplete()).isFalse();
      assertThat(source.available()).isLessThan(book.length / 2);
    }
    assertThat(server.requests()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void decode_indexAtTheEnd_givesTheSameSoundAsTheLocalFile() throws IOException {
    byte[] book = IndexLast.of(Files.readAllBytes(TestData.demoLibrary(M4B)));
    server
        .put("/late.m4b", book)
        .then(FaultAnswer.proper().rate(2_000_000))
        .always(FaultAnswer.proper());
    Download download = fetch("late.m4b", 0);
    assertThat(seconds(downloads.open(download))).isCloseTo(localSeconds(M4B), within(0.03));
    assertThat(ended(download).state()).isEqualTo(State.DONE);
  }

  private double localLengthS(String name) throws IOException {
    try (MediaSource source = MediaSources.file(TestData.demoLibrary(name));
        Decoder decoder = decoders.open(source)) {
      return decoder.info().declaredS();
    }
  }
}
