package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.media.Download;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.MediaSource;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Downloads from a server that misbehaves on demand; the pauses between attempts cost no time. */
abstract class DownloadsFixture {
  static final OkHttpClient CLIENT = new OkHttpClient();
  static final DownloadSettings SETTINGS =
      new DownloadSettings(
          2, 0, Duration.ofSeconds(2), Duration.ofMillis(400), 4, /* allowPrivate= */ true);

  @TempDir Path folder;
  final FakeClock clock = new FakeClock();
  final FaultServer server = FaultServer.start();
  final byte[] audio = bytes(200_000, 7);
  FileCache cache;
  Downloads downloads;

  @BeforeEach
  final void open() throws IOException {
    cache = FileCache.open(folder, new CacheSettings(1L << 30, 0), clock);
    downloads = newDownloads(SETTINGS);
  }

  @AfterEach
  final void close() {
    downloads.close();
    cache.close();
    server.close();
  }

  Downloads newDownloads(DownloadSettings settings) {
    return new Downloads(cache, CLIENT, settings, FakeDecoder.factory(), clock, new Random(1));
  }

  static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    bytes[0] = 'I';
    return bytes;
  }

  static MediaRequest request(String key, double expectedS, URI... links) {
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

  MediaRequest request(String path) {
    return request(path, 0, server.uri(path));
  }

  static Progress ended(Download download) {
    return download.ended().toCompletableFuture().join();
  }

  Progress fetch(MediaRequest request) {
    return ended(downloads.fetch(request, /* urgent= */ true));
  }

  byte[] cached(String key) throws IOException {
    try (MediaSource source = downloads.openCached(key).orElseThrow()) {
      return readAll(source);
    }
  }

  static byte[] readAll(MediaSource source) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[10_000];
    int n;
    while ((n = source.read(all.size(), buffer, 0, buffer.length)) >= 0) {
      all.write(buffer, 0, n);
    }
    return all.toByteArray();
  }

  void assertDone(Progress progress, String key) throws IOException {
    assertThat(progress.state()).as("%s", progress).isEqualTo(State.DONE);
    assertThat(downloads.isCached(key)).isTrue();
    assertThat(cached(key)).isEqualTo(audio);
  }

  static void assertFailed(Progress progress, Kind kind) {
    assertThat(progress.state()).as("%s", progress).isEqualTo(State.FAILED);
    assertThat(progress.failure()).extracting(Failure::kind).isEqualTo(kind);
  }

  /** Takes a stall of many seconds, so that nothing is asked for twice. */
  void waitPatiently() {
    downloads.close();
    downloads =
        newDownloads(
            new DownloadSettings(
                2, 0, Duration.ofSeconds(2), Duration.ofSeconds(25), 4, /* allowPrivate= */ true));
  }

  /** Returns how many bytes were read, -100 when the source was closed, -200 after a failure. */
  static int readQuietly(MediaSource source, long position) {
    try {
      return source.read(position, new byte[10], 0, 10);
    } catch (FailureException e) {
      return e.failure().kind() == Kind.CANCELLED ? -100 : -200;
    } catch (IOException e) {
      return -200;
    }
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
