package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.base.Failure;
import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Position;
import dev.earmark.library.sqlite.SqliteProgressStore;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.MediaSource;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The cache on a real disk of one mebibyte that runs full or is mounted read-only. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class FullDiskTest {
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static final DownloadSettings SETTINGS =
      new DownloadSettings(
          2, 0, Duration.ofSeconds(5), Duration.ofSeconds(5), 1, /* allowPrivate= */ true);

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final FaultServer server = FaultServer.start();
  private final byte[] here = bytes(200_000, 1);
  private final byte[] wanted = bytes(400_000, 2);
  private Path disk;
  private FileCache cache;
  private Downloads downloads;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(temp.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
        "no disk can be mounted here; it needs root");
    open();
    server.put("/here.mp3", here);
    server.put("/wanted.mp3", wanted);
    assertThat(fetch("/here.mp3").state()).isEqualTo(State.DONE);
  }

  @AfterEach
  void unmount() throws Exception {
    if (downloads != null) {
      close();
      run("umount", disk.toString());
    }
    server.close();
  }

  private void open() throws IOException {
    // believes in free space, so that the disk itself refuses
    cache = FileCache.open(disk, new CacheSettings(1L << 30, 0), clock, folder -> 1L << 30);
    downloads = new Downloads(cache, CLIENT, SETTINGS, FakeDecoder.factory(), clock, new Random(1));
  }

  private void close() {
    downloads.close();
    cache.close();
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    bytes[0] = 'I';
    return bytes;
  }

  private Progress fetch(String path) {
    Location location = new Location(server.uri(path), Map.of(), "", 0);
    MediaRequest request = new MediaRequest(path, "", "", 1, "", 0, cancel -> location);
    return downloads.fetch(request, /* urgent= */ true).ended().toCompletableFuture().join();
  }

  /** Fills the disk but for so many bytes. */
  private void fill(int left) throws IOException {
    byte[] block = new byte[4_096];
    try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
      while (Files.getFileStore(disk).getUsableSpace() > left) {
        out.write(block);
      }
    }
  }

  private void assertPlays(String key, byte[] bytes) throws IOException {
    try (MediaSource source = downloads.openCached(key).orElseThrow()) {
      byte[] read = new byte[bytes.length];
      int length = 0;
      for (int n = 1; n > 0; length += Math.max(0, n)) {
        n = source.read(length, read, length, read.length - length);
      }
      assertThat(read).isEqualTo(bytes);
    }
  }

  private static void assertFailed(Progress progress, Kind kind) {
    assertThat(progress.state()).isEqualTo(State.FAILED);
    assertThat(progress.failure()).extracting(Failure::kind).isEqualTo(kind);
  }

  @Test
  void diskRunsFullDuringADownload_cachedBooksPlayOn_andItGoesOnWhenThereIsRoom() throws Exception {
    AutoCloseable pin = cache.pin("/here.mp3");
    fill(150_000);

    Progress failed = fetch("/wanted.mp3");

    assertFailed(failed, Kind.DISK_FULL);
    assertThat(failed.failure())
        .extracting(Failure::detail)
        .asString()
        .contains("is full; free some space there");
    assertPlays("/here.mp3", here);
    Files.delete(disk.resolve("filler"));
    Progress again = fetch("/wanted.mp3");
    assertThat(again.state()).isEqualTo(State.DONE);
    assertThat(again.resumedFrom()).isPositive();
    assertPlays("/wanted.mp3", wanted);
    assertPlays("/here.mp3", here);
    pin.close();
  }

  @Test
  void diskIsFullToTheLastByte_whatWasNotHeardForLongestGivesRoom() throws Exception {
    close();
    cache = FileCache.open(disk, new CacheSettings(1L << 30, 0), clock); // measures the disk
    downloads = new Downloads(cache, CLIENT, SETTINGS, FakeDecoder.factory(), clock, new Random(1));
    fill(0);

    cache.makeRoom(150_000, "/next.mp3");

    assertThat(cache.entries()).isEmpty();
    assertThat(Files.getFileStore(disk).getUsableSpace()).isGreaterThan(150_000);
  }

  @Test
  void diskIsFullAtTheStart_cachedBooksPlay_andNothingIsLost() throws Exception {
    close();
    fill(0);

    open();

    assertPlays("/here.mp3", here);
    AutoCloseable pin = cache.pin("/here.mp3");
    assertFailed(fetch("/wanted.mp3"), Kind.DISK_FULL);
    assertPlays("/here.mp3", here);
    pin.close();
    close();
    Files.delete(disk.resolve("filler"));
    open();
    assertThat(Files.exists(disk.resolve("index.db.damaged"))).isFalse();
    assertPlays("/here.mp3", here);
    assertThat(fetch("/wanted.mp3").state()).isEqualTo(State.DONE);
  }

  @Test
  void diskIsFullAtTheStart_positionsAreReadAndWrittenOnceThereIsRoom() throws Exception {
    Path file = disk.resolve("progress.db");
    Health health = new Health();
    try (SqliteProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      store.save(position(1, 100));
    }
    close();
    fill(0);

    SqliteProgressStore store = SqliteProgressStore.open(file, clock, health);

    assertThat(health.parts().toString()).contains("positions cannot be saved", "free some space");
    assertThat(store.position("a:1")).map(Position::seconds).contains(100.0);
    clock.advance(Duration.ofMinutes(1));
    store.save(position(2, 30));
    store.addBookmark("here", position(2, 30));
    Files.delete(disk.resolve("filler"));
    store.close();
    try (SqliteProgressStore after = SqliteProgressStore.open(file, clock, new Health())) {
      assertThat(after.position("a:1")).map(Position::section).contains(2);
      assertThat(after.bookmarks("")).hasSize(1);
    }
    open();
  }

  @Test
  void diskStaysFull_positionsOfBeforeAreStillThereAtTheNextStart() throws Exception {
    Path file = disk.resolve("progress.db");
    try (SqliteProgressStore store = SqliteProgressStore.open(file, clock, new Health())) {
      store.save(position(1, 100));
    }
    close();
    fill(0);
    try (SqliteProgressStore store = SqliteProgressStore.open(file, clock, new Health())) {
      store.save(position(3, 1));
    }
    Files.delete(disk.resolve("filler"));
    try (SqliteProgressStore after = SqliteProgressStore.open(file, clock, new Health())) {
      assertThat(after.position("a:1")).map(Position::section).contains(1);
    }
    open();
  }

  private Position position(int section, double seconds) {
    return new Position("a:1", "Book", section, seconds, 600, 9, clock.now());
  }

  @Test
  void diskIsReadOnlyAtTheStart_cachedBooksPlay_andTheReasonIsTold() throws Exception {
    Path file = disk.resolve("progress.db");
    try (SqliteProgressStore store = SqliteProgressStore.open(file, clock, new Health())) {
      store.save(position(1, 100));
    }
    close();
    assumeTrue(
        run("mount", "-o", "remount,ro", disk.toString()), "the disk cannot be made read-only");

    open();

    try (SqliteProgressStore store = SqliteProgressStore.open(file, clock, new Health())) {
      assertThat(store.position("a:1")).map(Position::seconds).contains(100.0);
    }
    assertThat(cache.trouble()).isPresent();
    assertThat(cache.trouble().orElseThrow().detail()).contains("cannot be written", "chown");
    assertPlays("/here.mp3", here);
    assertFailed(fetch("/wanted.mp3"), Kind.UNWRITABLE);
    assertPlays("/here.mp3", here);
    close();
    assertThat(run("mount", "-o", "remount,rw", disk.toString())).isTrue();
    open();
    assertThat(cache.trouble()).isEmpty();
    assertPlays("/here.mp3", here);
    assertThat(fetch("/wanted.mp3").state()).isEqualTo(State.DONE);
  }
}
