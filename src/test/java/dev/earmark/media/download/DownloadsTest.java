package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.media.Download;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.MediaSource;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Downloads against a server that misbehaves; the pauses between attempts cost no time. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class DownloadsTest {
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static final DownloadSettings SETTINGS =
      new DownloadSettings(
          2, 0, Duration.ofSeconds(2), Duration.ofMillis(400), 4, /* allowPrivate= */ true);

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();
  private final FaultServer server = FaultServer.start();
  private final byte[] audio = bytes(200_000, 7);
  private FileCache cache;
  private Downloads downloads;

  @BeforeEach
  void open() throws IOException {
    cache = FileCache.open(folder, new CacheSettings(1L << 30, 0), clock);
    downloads = newDownloads(SETTINGS);
  }

  @AfterEach
  void close() {
    downloads.close();
    cache.close();
    server.close();
  }

  private Downloads newDownloads(DownloadSettings settings) {
    return new Downloads(cache, CLIENT, settings, FakeDecoder.factory(), clock, new Random(1));
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    bytes[0] = 'I';
    return bytes;
  }

  private static MediaRequest request(String key, double expectedS, URI... links) {
    AtomicInteger asked = new AtomicInteger();
    return new MediaRequest(
        key,
        "album",
        "Album",
        1,
        "Section",
        expectedS,
        cancel ->
            new Location(
                links[Math.min(asked.getAndIncrement(), links.length - 1)], Map.of(), "", 0));
  }

  private MediaRequest request(String path) {
    return request(path, 0, server.uri(path));
  }

  private static Progress ended(Download download) {
    return download.ended().toCompletableFuture().join();
  }

  private Progress fetch(MediaRequest request) {
    return ended(downloads.fetch(request, /* urgent= */ true));
  }

  private byte[] cached(String key) throws IOException {
    try (MediaSource source = downloads.openCached(key).orElseThrow()) {
      return readAll(source);
    }
  }

  private static byte[] readAll(MediaSource source) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[10_000];
    int n;
    while ((n = source.read(all.size(), buffer, 0, buffer.length)) >= 0) {
      all.write(buffer, 0, n);
    }
    return all.toByteArray();
  }

  private void assertDone(Progress progress, String key) throws IOException {
    assertThat(progress.state()).as("%s", progress).isEqualTo(State.DONE);
    assertThat(downloads.isCached(key)).isTrue();
    assertThat(cached(key)).isEqualTo(audio);
  }

  private static void assertFailed(Progress progress, Kind kind) {
    assertThat(progress.state()).as("%s", progress).isEqualTo(State.FAILED);
    assertThat(progress.failure()).extracting(Failure::kind).isEqualTo(kind);
  }

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
  void fetch_cutAgainAndAgain_isResumedWithTheValidator() throws IOException {
    FaultAnswer cut = FaultAnswer.proper().cutAfter(20_000);
    server.put("/a.mp3", audio).then(cut, cut, cut, cut, cut, cut, cut);
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(8);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=20000-");
    assertThat(server.requests().get(1).header("If-Range")).isEqualTo("\"v1\"");
  }

  @Test
  void fetch_weakEtag_isNotUsedToResume() throws IOException {
    server
        .put("/a.mp3", audio)
        .validators("W/\"x\"", "Thu, 01 Jan 2026 00:00:00 GMT")
        .then(FaultAnswer.proper().cutAfter(20_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(server.requests().get(1).header("If-Range"))
        .isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
  }

  @Test
  void fetch_afterRestart_goesOnWhereItWas() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(160_000));
    Download first = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    await().until(() -> first.progress().bytes() == 160_000);
    downloads.close();
    cache.close();
    assertThat(ended(first).state()).isEqualTo(State.CANCELLED);
    open();
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.resumedFrom()).isEqualTo(160_000);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=160000-");
  }

  @Test
  void fetch_fileChangedBetween_startsOver() throws IOException {
    server
        .put("/a.mp3", bytes(200_000, 1))
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.status(503));
    assertFailed(fetch(request("/a.mp3")), Kind.THROTTLED);
    server.put("/a.mp3", audio).validators("\"v2\"", null);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_serverIgnoresRange_isNotAppended() throws IOException {
    server
        .put("/a.mp3", audio)
        .validators(null, null)
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.proper().ignoreRange());
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_serverIgnoresRangeButTagIsTheSame_keepsWhatIsThere() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.proper().ignoreRange());
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_rangeStartsElsewhere_isRefusedOrWrittenAtItsStart() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(
            FaultAnswer.proper().cutAfter(50_000),
            FaultAnswer.proper().shiftStart(10),
            FaultAnswer.proper().cutAfter(60_000),
            FaultAnswer.proper().shiftStart(-10));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_otherTotalInRange_startsOver() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000), FaultAnswer.proper().lieTotal(199_999));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_200WithContentRange_countsAs206() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000), FaultAnswer.proper().say200());
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_shortRangesInCapitals_areAskedOnAtOnce() throws IOException {
    FaultAnswer some = FaultAnswer.proper().shortRange(40_000).unit("Bytes");
    server.put("/a.mp3", audio).then(FaultAnswer.proper().cutAfter(10_000)).always(some);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_lengthSaidTooLong_isCompleteWhenTheServerSaysSo() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().lieLength(250_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_lengthSaidTooShort_isFoundByItsSound() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().lieLength(100_000));
    assertDone(fetch(request("/a.mp3", 200, server.uri("/a.mp3"))), "/a.mp3");
  }

  @Test
  void fetch_lengthSaidTooShort_andNobodyElseKnowsIt_isFoundByAskingBehindTheEnd()
      throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().lieLength(100_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=100000-");
  }

  @Test
  void fetch_connectionClosedEarlyWithoutALength_isFoundByAskingBehindTheEnd() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().noLength().cutAfter(70_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_lengthThatIsTrue_costsOneQuestionAtMost() throws IOException {
    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(server.requests()).hasSize(2);
    server.put("/b.mp3", audio);
    assertDone(fetch(request("/b.mp3", 200, server.uri("/b.mp3"))), "/b.mp3");
    assertThat(server.requests()).as("the catalogue knows its length").hasSize(3);
  }

  @Test
  void fetch_serverWithoutRangesOrThatFailsTheQuestion_isBelieved() throws IOException {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().ignoreRange());
    server.put("/b.mp3", audio).then(FaultAnswer.proper()).always(FaultAnswer.status(500));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertDone(fetch(request("/b.mp3")), "/b.mp3");
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void fetch_lengthBelowZero_isTheServersFault() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().lieLength(-5));
    assertFailed(fetch(request("/a.mp3")), Kind.SERVER_FAULT);
  }

  @Test
  void fetch_shorterThanTheCatalogueSays_fails() {
    server.put("/a.mp3", audio);
    assertFailed(fetch(request("/a.mp3", 300, server.uri("/a.mp3"))), Kind.UNDECODABLE);
    assertThat(downloads.isCached("/a.mp3")).isFalse();
  }

  @Test
  void fetch_noLengthOrChunked_isComplete() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().noLength());
    server.put("/b.mp3", audio).then(FaultAnswer.proper().chunked());
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertDone(fetch(request("/b.mp3")), "/b.mp3");
  }

  @Test
  void fetch_lastChunkMissing_isResumed() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().chunked().cutAfter(90_000));
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_stall_isTimedOutAndResumed() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(90_000));
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_alwaysStalls_failsWithTimeoutAndKeepsThePart() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().stallAfter(0));
    assertFailed(fetch(request("/a.mp3")), Kind.TIMEOUT);
    assertThat(server.requests()).hasSize(5);
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
  void fetch_alwaysBusy_failsAfterItsRepetitions() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(429));
    assertFailed(fetch(request("/a.mp3")), Kind.THROTTLED);
    assertThat(server.requests()).hasSize(1 + SETTINGS.retries());
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
  void fetch_linkExpires_goesOnWithTheNewOne() throws IOException {
    server
        .put("/old.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(70_000))
        .always(FaultAnswer.status(403));
    server.put("/new.mp3", audio);
    MediaRequest request = request("key", 0, server.uri("/old.mp3"), server.uri("/new.mp3"));
    assertDone(fetch(request), "key");
    assertThat(server.requests().get(2).header("Range")).isEqualTo("bytes=70000-");
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
    assertFailed(progress, Kind.SERVER_FAULT);
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
    server.put("/b.mp3", audio).always(FaultAnswer.redirect(302, "ftp://example.org/x"));
    assertFailed(fetch(request("/b.mp3")), Kind.SERVER_FAULT);
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
  void fetch_privateAddressByRedirect_isNotAllowed() {
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
  }

  @Test
  void fetch_sameKeyTwice_joins() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().stallAfter(1_000));
    Download first = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    Download second = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    assertThat(second).isSameAs(first);
    assertThat(downloads.downloads()).containsExactly(first);
  }

  @Test
  void fetch_urgentWhileOthersRun_doesNotWaitForThem() throws IOException {
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
      downloads.fetch(request(path), /* urgent= */ false);
    }
    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(downloads.downloads().get(2).progress().state()).isEqualTo(State.WAITING);
  }

  @Test
  void fetch_wishWhileDroppedWishesFillAllThreads_startsAtOnceAndTheyGoOnLater()
      throws IOException {
    waitPatiently();
    List<Download> dropped = new ArrayList<>();
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3", "/4.mp3"}) {
      server.put(path, audio).then(FaultAnswer.proper().rate(40_000));
      Download download = downloads.fetch(request(path), /* urgent= */ true);
      await().until(() -> download.progress().bytes() > 0);
      dropped.add(download);
    }

    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");

    for (Download download : dropped) {
      assertThat(ended(download).state()).isEqualTo(State.DONE);
      assertThat(cached(download.request().key())).isEqualTo(audio);
    }
    assertThat(server.requests())
        .as("one gave way and went on where it was")
        .anySatisfy(
            r -> {
              assertThat(r.path()).isNotEqualTo("/a.mp3");
              assertThat(r.header("Range")).isNotEmpty().isNotEqualTo("bytes=200000-");
            });
  }

  /** Takes a stall of many seconds, so that nothing is asked for twice. */
  private void waitPatiently() {
    downloads.close();
    downloads =
        newDownloads(
            new DownloadSettings(
                2, 0, Duration.ofSeconds(2), Duration.ofSeconds(25), 4, /* allowPrivate= */ true));
  }

  @Test
  void fetch_wishWhileOthersAreHeard_neverStopsWhatIsHeard() throws IOException {
    server.put("/heard.mp3", audio).always(FaultAnswer.proper().rate(20_000));
    Download heard = downloads.fetch(request("/heard.mp3"), /* urgent= */ true);
    try (MediaSource source = downloads.open(heard)) {
      for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3", "/4.mp3"}) {
        server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
        downloads.fetch(request(path), /* urgent= */ true);
      }
      server.put("/a.mp3", audio);
      assertDone(fetch(request("/a.mp3")), "/a.mp3");
      assertThat(heard.progress().state()).isEqualTo(State.RUNNING);
      assertThat(heard.progress().attempts()).isEqualTo(1);
      assertThat(source.read(0, new byte[10], 0, 10)).isEqualTo(10);
    }
  }

  @Test
  void waiting_nextSectionIsPinned_goesBeforeWhatWasWishedEarlier() throws Exception {
    downloads.close();
    downloads =
        newDownloads(
            new DownloadSettings(
                1, 0, Duration.ofSeconds(2), Duration.ofSeconds(2), 0, /* allowPrivate= */ true));
    CountDownLatch gate = new CountDownLatch(1);
    server.put("/first.mp3", audio).always(FaultAnswer.proper().heldBy(gate));
    Download first = downloads.fetch(request("/first.mp3"), /* urgent= */ false);
    await().until(() -> first.progress().state() == State.RUNNING);
    server.put("/rest.mp3", audio);
    server.put("/next.mp3", audio);
    Download rest = downloads.fetch(request("/rest.mp3"), /* urgent= */ false);
    try (AutoCloseable pin = downloads.pin("/next.mp3")) {
      assertThat(pin).isNotNull();
      Download next = downloads.fetch(request("/next.mp3"), /* urgent= */ false);
      gate.countDown();
      assertThat(ended(next).state()).isEqualTo(State.DONE);
      assertThat(ended(rest).state()).isEqualTo(State.DONE);
    }
    assertThat(server.requests().stream().map(FaultServer.Request::path).distinct())
        .containsExactly("/first.mp3", "/next.mp3", "/rest.mp3");
  }

  @Test
  void fetch_wishAfterARestart_goesOnWhereItWasBeforeAnythingElse() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(60_000));
    Download before = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    await().until(() -> before.progress().bytes() == 60_000);
    downloads.close();
    assertThat(ended(before).state()).isEqualTo(State.CANCELLED);
    downloads = newDownloads(SETTINGS);
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
      downloads.fetch(request(path), /* urgent= */ false);
    }
    Progress again = fetch(request("/a.mp3"));
    assertDone(again, "/a.mp3");
    assertThat(again.resumedFrom()).isEqualTo(60_000);
  }

  @Test
  void cancel_downloadThatGaveWay_endsItForGood() throws IOException {
    waitPatiently();
    List<Download> dropped = new ArrayList<>();
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
      Download download = downloads.fetch(request(path), /* urgent= */ true);
      await().until(() -> download.progress().state() == State.RUNNING);
      dropped.add(download);
    }
    CountDownLatch gate = new CountDownLatch(1);
    server.put("/a.mp3", audio).always(FaultAnswer.proper().heldBy(gate));
    Download wish = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    await().until(() -> dropped.stream().anyMatch(d -> d.progress().state() == State.WAITING));
    for (Download download : dropped) {
      assertThat(downloads.cancel(download.id())).isTrue();
      assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
    }
    gate.countDown();
    assertDone(ended(wish), "/a.mp3");
  }

  @Test
  void cancel_runningDownload_endsItAndItsReadersAndKeepsThePart() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(80_000));
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    MediaSource source = downloads.open(download);
    await().until(() -> source.available() == 80_000);
    assertThat(downloads.cancel(download.id())).isTrue();
    assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
    assertThatThrownBy(() -> source.read(80_000, new byte[10], 0, 10))
        .isInstanceOf(FailureException.class);
    Progress again = fetch(request("/a.mp3"));
    assertThat(again.resumedFrom()).isEqualTo(80_000);
    assertDone(again, "/a.mp3");
    assertThat(downloads.cancel(download.id())).isFalse();
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

  /** Returns how many bytes were read, -100 when the source was closed, -200 after a failure. */
  private static int readQuietly(MediaSource source, long position) {
    try {
      return source.read(position, new byte[10], 0, 10);
    } catch (FailureException e) {
      return e.failure().kind() == Kind.CANCELLED ? -100 : -200;
    } catch (IOException e) {
      return -200;
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
                    .contains("more than the 60 s")
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

  @Test
  void downloads_whileTheCacheWaitsForTheDisk_areListed() throws Exception {
    List<MediaRequest> requests = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      server.put("/" + i + ".mp3", audio);
      requests.add(request("/" + i + ".mp3"));
    }
    FileCache evicting = cache;
    synchronized (evicting) { // as it is held over an eviction
      CompletableFuture.runAsync(
              () -> requests.forEach(request -> downloads.fetch(request, /* urgent= */ false)))
          .get(10, TimeUnit.SECONDS);
      assertThat(CompletableFuture.supplyAsync(downloads::downloads).get(10, TimeUnit.SECONDS))
          .hasSize(6);
    }
    for (Download download : downloads.downloads()) {
      assertThat(ended(download).state()).isEqualTo(State.DONE);
    }
  }

  @Test
  void downloads_whileTheFirstOneTakesLong_forgetTheOldEndedOnes() {
    CountDownLatch held = new CountDownLatch(1);
    Location location = new Location(server.uri("/a.mp3"), Map.of(), "", 0);
    MediaRequest slow =
        new MediaRequest(
            "slow",
            "",
            "",
            1,
            "",
            0,
            cancel -> {
              awaitQuietly(held); // a catalogue that takes long to give the link
              return location;
            });
    Download first = downloads.fetch(slow, /* urgent= */ false);
    server.put("/a.mp3", audio);
    for (int i = 0; i < 120; i++) {
      assertThat(fetch(request("/a.mp3")).state()).isEqualTo(State.DONE);
    }
    assertThat(downloads.downloads()).hasSize(50).first().isSameAs(first);
    held.countDown();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
