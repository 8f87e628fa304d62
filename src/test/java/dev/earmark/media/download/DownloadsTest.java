package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.media.Download;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.MediaSource;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads from a server that misbehaves. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class DownloadsTest extends DownloadsFixture {
  @Test
  void fetch_properServer_isCachedByteForByte() throws IOException {
    server.put("/a.mp3", audio);
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(1);
    assertThat(server.requests().get(0).header("Accept-Encoding")).isEqualTo("identity");
    assertThat(server.requests().get(0).header("User-Agent")).startsWith("Earmark/");
  }

  @Test
  void fetch_busyServer_isAskedAgainWhenItSaidSo() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(
            FaultAnswer.status(503).header("Retry-After", "17"),
            FaultAnswer.status(429).header("Retry-After", "Thu, 01 Jan 2026 00:01:00 GMT"));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(clock.now()).isBetween("2026-01-01T00:01:00Z", "2026-01-01T00:01:01Z");
  }

  @Test
  void fetch_clientErrors_areNotRepeated() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(400));
    assertFailed(fetch(request("/a.mp3")), Kind.FORBIDDEN);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void fetch_forbiddenOrMissing_asksForTheLinkTwiceMore() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(403));
    server.put("/b.mp3", audio).always(FaultAnswer.status(404));
    assertFailed(fetch(request("/a.mp3")), Kind.FORBIDDEN);
    assertFailed(fetch(request("/b.mp3")), Kind.NOT_FOUND);
    assertThat(server.requests()).hasSize(6);
  }

  @Test
  void fetch_redirects_areFollowedWithoutTheirBodiesAndSecrets() throws IOException {
    server.put("/a.mp3", audio).always(FaultAnswer.redirect(302, "/b.mp3?x=1"));
    server
        .put("/b.mp3", audio)
        .always(FaultAnswer.redirect(307, server.foreignUri("/c.mp3").toString()));
    server.put("/c.mp3", audio);
    Location location =
        new Location(
            server.uri("/a.mp3"), Map.of("Authorization", "Bearer s", "Referer", "r"), "", 0);
    MediaRequest request = new MediaRequest("key", "", "", 1, "", 0, cancel -> location);
    assertDone(fetch(request), "key");
    assertThat(server.requests())
        .extracting(r -> r.header("Authorization"))
        .as("the file, and the question whether it goes on")
        .containsExactly("Bearer s", "Bearer s", "", "Bearer s", "Bearer s", "");
    assertThat(server.requests()).extracting(r -> r.header("Referer")).containsOnly("r");
  }

  @Test
  void fetch_catalogueUnreachableAtFirst_isAskedAgain() throws IOException {
    server.put("/a.mp3", audio);
    AtomicInteger asked = new AtomicInteger();
    MediaRequest request =
        new MediaRequest(
            "key",
            "",
            "",
            1,
            "",
            0,
            cancel -> {
              if (asked.incrementAndGet() < 3) {
                throw new FailureException(Kind.NETWORK, "the catalogue cannot be reached");
              }
              return new Location(server.uri("/a.mp3"), Map.of(), "", 0);
            });
    assertDone(fetch(request), "key");
    MediaRequest unknown =
        new MediaRequest(
            "other",
            "",
            "",
            1,
            "",
            0,
            cancel -> {
              throw new FailureException(Kind.NOT_FOUND, "no such section");
            });
    assertFailed(fetch(unknown), Kind.NOT_FOUND);
  }

  @Test
  void fetch_redirectCircle_fails() {
    server.put("/a.mp3", audio).always(FaultAnswer.redirect(302, "/a.mp3"));
    Progress progress = fetch(request("/a.mp3"));
    assertFailed(progress, Kind.BAD_ANSWER);
    assertThat(progress.failure())
        .extracting(Failure::detail)
        .isEqualTo(
            "the server 127.0.0.1 redirects in a circle, more than 8 times; the book's source has"
                + " to mend its link");
    assertThat(server.requests()).hasSize(Hops.MOST + 1);
  }

  @Test
  void fetch_serverWithAFaultOfItsOwn_isToldAsThat() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(500));
    assertFailed(fetch(request("/a.mp3")), Kind.SERVER_FAULT);
  }

  /** Such a download was tried eight times over half a minute, and could never work. */
  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.org/x", "file:///etc/passwd", "data:audio/mpeg,x"})
  void fetch_redirectToNoWebAddress_failsAtOnce_andIsNotTriedAgain(String target) {
    server.put("/a.mp3", audio).always(FaultAnswer.redirect(302, target));
    Progress progress = fetch(request("/a.mp3"));
    assertFailed(progress, Kind.BAD_ANSWER);
    assertThat(progress.attempts()).isEqualTo(1);
    Failure failure = Objects.requireNonNull(progress.failure());
    assertThat(failure.kind().retriable()).as("nor does the player try again").isFalse();
    assertThat(failure.said(Language.EN)).isEqualTo("its link leads to no web address");
    assertThat(failure.detail()).doesNotContain("passwd");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void fetch_statusThatStays_isNotTriedAgain() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(501));
    Progress progress = fetch(request("/a.mp3"));
    assertFailed(progress, Kind.BAD_ANSWER);
    assertThat(progress.attempts()).isEqualTo(1);
  }

  /** A catalogue with a wrong checksum cost as many downloads as there are repetitions. */
  @Test
  void fetch_checksumThatStaysWrong_isFetchedTwiceAndNoMore() {
    server.put("/a.mp3", audio);
    Location location = new Location(server.uri("/a.mp3"), Map.of(), "0".repeat(64), 0);
    Progress progress = fetch(new MediaRequest("key", "", "", 1, "", 0, cancel -> location));
    assertFailed(progress, Kind.CHECKSUM);
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_nameThatNoServerHas_isNoFaultOfTheNetwork() {
    MediaRequest request = request("key", 0, URI.create("http://no-such-host.invalid/a.mp3"));
    Failure failure = Objects.requireNonNull(fetch(request).failure());
    assertThat(failure.kind()).isIn(Kind.UNREACHABLE, Kind.NETWORK);
    assertThat(failure.detail()).contains("no-such-host.invalid");
  }

  @Test
  void fetch_plainServerOnASecureLink_isNoFaultOfTheNetwork() {
    server.put("/a.mp3", audio);
    URI secure = URI.create(server.uri("/a.mp3").toString().replace("http:", "https:"));
    Failure failure = Objects.requireNonNull(fetch(request("key", 0, secure)).failure());
    // a plain server answers in the clear, closes the connection, or waits for the end of a line
    assertThat(failure.kind())
        .as("%s", failure)
        .isIn(Kind.INSECURE, Kind.UNREACHABLE, Kind.TIMEOUT);
  }

  @Test
  void fetch_pageInsteadOfAudio_isRefusedByTypeAndByBytes() {
    server.put("/a.mp3", audio).always(FaultAnswer.html());
    byte[] json = "{\"error\": \"quota\"}".getBytes(StandardCharsets.UTF_8);
    server.put("/b.mp3", audio).always(FaultAnswer.instead("audio/mpeg", json));
    assertFailed(fetch(request("/a.mp3")), Kind.WRONG_CONTENT);
    assertFailed(fetch(request("/b.mp3")), Kind.WRONG_CONTENT);
    assertThat(downloads.isCached("/a.mp3")).isFalse();
  }

  @Test
  void fetch_oddOrMissingContentType_isAccepted() throws IOException {
    server.put("/a.mp3", audio).type("application/force-download");
    server.put("/b.mp3", audio).type("");
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertDone(fetch(request("/b.mp3")), "/b.mp3");
  }

  @Test
  void fetch_emptyBody_fails() {
    server.put("/a.mp3", new byte[0]);
    assertFailed(fetch(request("/a.mp3")), Kind.TRUNCATED);
  }

  @Test
  void fetch_wrongChecksum_isFetchedOnceMoreFromTheStart() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.instead("audio/mpeg", bytes(200_000, 99)));
    String right = "";
    try {
      right =
          java.util.HexFormat.of()
              .formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(audio));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
    Location location = new Location(server.uri("/a.mp3"), Map.of(), right, 0);
    MediaRequest request = new MediaRequest("key", "", "", 1, "", 0, cancel -> location);
    Progress progress = fetch(request);
    assertDone(progress, "key");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_serverNotThere_failsAsUnreachable() {
    server.close();
    assertFailed(fetch(request("/a.mp3")), Kind.UNREACHABLE);
  }

  @Test
  void fetch_privateAddressByRedirect_isNotAllowed() throws IOException {
    downloads.close();
    downloads =
        newDownloads(
            new DownloadSettings(
                1, 0, Duration.ofSeconds(2), Duration.ofSeconds(2), 0, /* allowPrivate= */ false));
    server.put("/a.mp3", audio).always(FaultAnswer.redirect(302, "http://192.168.1.1/x.mp3"));
    server
        .put("/b.mp3", audio)
        .always(FaultAnswer.redirect(302, server.foreignUri("/a.mp3").toString()));
    assertFailed(fetch(request("/a.mp3")), Kind.NOT_ALLOWED);
    assertFailed(fetch(request("/b.mp3")), Kind.NOT_ALLOWED);
    server.put("/c.mp3", audio).then(FaultAnswer.redirect(302, server.uri("/d.mp3").toString()));
    server.put("/d.mp3", audio);
    assertDone(fetch(request("/c.mp3")), "/c.mp3");
  }

  @Test
  void open_runningDownload_readsToTheTrueEnd() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().rate(2_000_000).cutAfter(50_000), FaultAnswer.proper());
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    try (MediaSource source = downloads.open(download)) {
      assertThat(readAll(source)).isEqualTo(audio);
      assertThat(source.isComplete()).isTrue();
      assertThat(source.size()).isEqualTo(audio.length);
    }
  }

  @Test
  void open_failedDownload_throwsItsFailureBehindTheLastByte() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.status(503));
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    try (MediaSource source = downloads.open(download)) {
      assertThatThrownBy(() -> readAll(source))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Kind.THROTTLED));
      assertThat(source.read(0, new byte[10], 0, 10)).isEqualTo(10);
    }
  }

  @Test
  void read_thatWaits_saysSoAgainAndAgain() throws Exception {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().stallAfter(80_000));
    DownloadSettings patient =
        new DownloadSettings(
            2, 0, Duration.ofSeconds(2), Duration.ofSeconds(20), 4, /* allowPrivate= */ true);
    try (Downloads waiting = newDownloads(patient)) {
      MediaSource source = waiting.open(waiting.fetch(request("/a.mp3"), /* urgent= */ true));
      await().until(() -> source.available() == 80_000);
      AtomicInteger waits = new AtomicInteger();
      source.onWait(waits::incrementAndGet);
      assertThat(source.read(0, new byte[10], 0, 10)).isEqualTo(10);
      assertThat(waits).hasValue(0);
      var reader = CompletableFuture.supplyAsync(() -> readQuietly(source, 80_000));
      await().until(() -> waits.get() >= 2);
      assertThat(reader).isNotDone();
      source.close();
      assertThat(reader.get(5, TimeUnit.SECONDS)).isEqualTo(-100);
    }
  }

  @Test
  void onChange_download_isToldFourTimesASecond_andItsEndOnce() throws IOException {
    DownloadSettings slow =
        new DownloadSettings(
            2, 50_000, Duration.ofSeconds(2), Duration.ofSeconds(2), 4, /* allowPrivate= */ true);
    server.put("/a.mp3", audio);
    List<Progress> told = new CopyOnWriteArrayList<>();
    try (Downloads limited = newDownloads(slow)) {
      limited.onChange(
          download -> {
            throw new IllegalStateException("a listener that fails");
          });
      limited.onChange(download -> told.add(download.progress()));
      Progress last = ended(limited.fetch(request("/a.mp3"), /* urgent= */ true));
      assertThat(last.state()).isEqualTo(State.DONE);
    }
    List<Long> bytes =
        told.stream().filter(p -> p.state() == State.RUNNING).map(Progress::bytes).toList();
    // four seconds by the clock, in pieces of 16 kB
    assertThat(bytes).isSorted().hasSizeBetween(9, 18);
    assertThat(told.stream().filter(p -> p.state() == State.DONE)).hasSize(1);
    assertThat(told.get(told.size() - 1).state()).isEqualTo(State.DONE);
    assertThat(told.get(told.size() - 1).bytes()).isEqualTo(audio.length);
  }

  @Test
  void onChange_failureAndCachedFile_areToldToo() {
    server.put("/gone.mp3", audio).always(FaultAnswer.status(404));
    server.put("/a.mp3", audio);
    fetch(request("/a.mp3"));
    List<State> told = new CopyOnWriteArrayList<>();
    downloads.onChange(download -> told.add(download.progress().state()));
    fetch(request("/a.mp3"));
    assertThat(told).containsExactly(State.DONE);
    assertFailed(fetch(request("/gone.mp3")), Kind.NOT_FOUND);
    assertThat(told).endsWith(State.FAILED).containsOnlyOnce(State.FAILED);
  }

  @Test
  void close_ofASourceThatWaits_wakesItsReader() throws Exception {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().rate(1));
    MediaSource source = downloads.open(downloads.fetch(request("/a.mp3"), /* urgent= */ true));
    var reader = CompletableFuture.supplyAsync(() -> readQuietly(source, 150_000));
    source.close();
    assertThat(reader.get(5, TimeUnit.SECONDS)).isEqualTo(-100);
  }

  @Test
  void fetch_localFile_isReadInPlace() throws IOException {
    Path file = folder.resolveSibling("book-" + folder.getFileName() + ".mp3");
    Files.write(file, audio);
    try {
      Download download = downloads.fetch(request("key", 0, file.toUri()), /* urgent= */ true);
      assertThat(ended(download).state()).isEqualTo(State.DONE);
      assertThat(downloads.isCached("key")).isFalse();
      try (MediaSource source = downloads.open(download)) {
        assertThat(readAll(source)).isEqualTo(audio);
      }
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void fetch_packedThoughAskedNotTo_isUnpacked() throws IOException {
    packed("/gzip.mp3", "gzip", new GZIPOutputStream(packed));
    packed("/zlib.mp3", "deflate", new DeflaterOutputStream(packed));
    packed("/bare.mp3", "deflate", new DeflaterOutputStream(packed, new Deflater(6, true)));
    for (String path : List.of("/gzip.mp3", "/zlib.mp3", "/bare.mp3")) {
      assertDone(fetch(request(path, 200, server.uri(path))), path);
    }
  }

  private final ByteArrayOutputStream packed = new ByteArrayOutputStream();

  private void packed(String path, String encoding, OutputStream out) throws IOException {
    try (out) {
      out.write(audio);
    }
    FaultAnswer answer = FaultAnswer.instead("audio/mpeg", packed.toByteArray());
    server.put(path, audio).always(answer.header("Content-Encoding", encoding));
    packed.reset();
  }

  @Test
  void fetch_packedInAnUnknownWay_saysWhatToTurnOff() {
    server
        .put("/a.mp3", audio)
        .always(FaultAnswer.instead("audio/mpeg", audio).header("Content-Encoding", "br"));
    Progress progress = fetch(request("/a.mp3"));
    assertFailed(progress, Kind.BAD_ANSWER);
    assertThat(String.valueOf(progress.failure())).contains("packs the file as 'br'");
  }

  @Test
  void fetchReport_serverThatAsksToWaitForLong_givesUpAndSaysForHowLong() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(503).header("Retry-After", "240"));
    Downloads slow =
        new Downloads(
            cache, CLIENT, SETTINGS, FakeDecoder.factory(), Clock.system(), new Random(1));
    List<String> shown = new CopyOnWriteArrayList<>();
    try (slow) {
      assertThatThrownBy(
              () ->
                  FetchReport.fetch(
                      slow,
                      cache,
                      request("/a.mp3"),
                      p -> shown.add(String.valueOf(p.failure())),
                      Duration.ofSeconds(60)))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> {
                assertThat(e.failure().kind()).isEqualTo(Kind.THROTTLED);
                assertThat(e.failure().detail())
                    .contains("answered 503 and asks to wait 240 s")
                    .contains("the next attempt would be 240 s later, which is more than the 60 s")
                    .contains("--patience 240");
              });
    }
    assertThat(shown).anySatisfy(text -> assertThat(text).contains("next attempt at "));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void fetchReport_ofADownload_tellsAllOfIt() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().cutAfter(50_000));
    AtomicInteger told = new AtomicInteger();
    FetchReport report =
        FetchReport.fetch(downloads, cache, request("/a.mp3"), p -> told.incrementAndGet());
    assertThat(report.bytes()).isEqualTo(audio.length);
    assertThat(report.attempts()).isEqualTo(2);
    assertThat(report.sha256()).hasSize(64);
    assertThat(Files.readAllBytes(Path.of(report.path()))).isEqualTo(audio);
    assertThat(told.get()).isPositive();
  }

  @Test
  void fetch_diskFull_failsAndLosesNothing() throws IOException {
    downloads.close();
    cache.close();
    cache = FileCache.open(folder, new CacheSettings(1L << 30, 1L << 20), clock, f -> 1L << 19);
    downloads = newDownloads(SETTINGS);
    server.put("/a.mp3", audio);
    Progress progress = fetch(request("/a.mp3"));
    assertFailed(progress, Kind.DISK_FULL);
    assertThat(progress.failure())
        .extracting(Failure::detail)
        .asString()
        .contains("cache.min-free");
  }

  /** Thirty-seven rows told of the same few sections, each tried again and again. */
  @Test
  void failedDownload_thatIsTriedAgain_isListedOnce() throws IOException {
    server.put("/b.mp3", audio).always(FaultAnswer.status(400));
    for (int i = 0; i < 3; i++) {
      fetch(request("/b.mp3"));
    }
    assertThat(downloads.downloads())
        .extracting(d -> d.progress().state())
        .containsExactly(State.FAILED);
  }

  @Test
  void downloads_thatEndedLongAgo_areNotListed() throws IOException {
    server.put("/a.mp3", audio);
    server.put("/b.mp3", audio).always(FaultAnswer.status(400));
    fetch(request("/a.mp3"));
    fetch(request("/b.mp3"));
    clock.advance(Duration.ofMinutes(14));
    assertThat(downloads.downloads()).hasSize(2);
    clock.advance(Duration.ofMinutes(2));
    assertThat(downloads.downloads())
        .extracting(d -> d.progress().state())
        .as("why one failed can be asked in the evening")
        .containsExactly(State.FAILED);
    clock.advance(Duration.ofHours(6));
    assertThat(downloads.downloads()).isEmpty();
    assertThat(downloads.isCached("/a.mp3")).isTrue();
  }
}
