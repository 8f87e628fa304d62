package dev.earmark.media.cache;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Failure;
import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileCacheTest {
  private static final CacheSettings PLENTY = new CacheSettings(1L << 30, 0);

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();

  private FileCache open() throws IOException {
    return FileCache.open(folder, PLENTY, clock);
  }

  private static CacheEntry put(FileCache cache, String key, int size) throws IOException {
    Part part = cache.part(key, "mp3");
    part.append(new byte[size], 0, size);
    return part.commit(part.sha256(), 1.5);
  }

  private static Path only(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> f.toString().endsWith(suffix)).findFirst().orElseThrow();
    }
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> f.toString().matches(".*\\.(audio|part|info|tmp)")).count();
    }
  }

  @Test
  void commit_part_isFoundNowAndAfterARestart() throws IOException {
    String key = "红楼梦/🎧:*?\"<>|..\\".repeat(50);
    CacheEntry entry;
    try (FileCache cache = open()) {
      assertThat(cache.contains(key)).isFalse();
      entry = put(cache, key, 1_000);
      assertThat(cache.contains(key)).isTrue();
      assertThat(entry.file().getFileName().toString()).matches("[0-9a-f]{64}\\.audio");
    }
    try (FileCache cache = open()) {
      assertThat(cache.entry(key)).contains(entry);
      assertThat(cache.usage().bytes()).isEqualTo(1_000);
      try (MediaSource source = cache.openCached(key).orElseThrow()) {
        assertThat(source.size()).isEqualTo(1_000);
        assertThat(source.name()).endsWith(".mp3");
      }
      assertThat(cache.verify()).isEmpty();
    }
  }

  @Test
  void open_folderInUse_refusesWithASentence() throws IOException {
    try (FileCache cache = open()) {
      assertThat(cache.contains("x")).isFalse();
      assertThatThrownBy(this::open)
          .isInstanceOf(FailureException.class)
          .hasMessageContaining(
              "in use by another Earmark (process " + ProcessHandle.current().pid());
    }
    open().close();
  }

  @Test
  void open_unwritableFolder_refusesWithTheRemedy() {
    assertThatThrownBy(() -> FileCache.open(Path.of("/proc/earmark-cache"), PLENTY, clock))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(Kind.UNWRITABLE);
              assertThat(e.failure().detail()).contains("cannot be written", "chown");
            });
  }

  @Test
  void open_diskFilledByOthers_evictsNothingInVain() throws IOException {
    try (FileCache cache = open()) {
      put(cache, "a", 1_000);
      put(cache, "b", 1_000);
    }
    CacheSettings modest = new CacheSettings(1L << 30, 1L << 20);
    try (FileCache cache = FileCache.open(folder, modest, clock, f -> 0)) {
      assertThat(cache.entries()).hasSize(2);
    }
    CacheSettings able = new CacheSettings(1L << 30, 1_500);
    try (FileCache cache = FileCache.open(folder, able, clock, f -> 1_000)) {
      assertThat(cache.entries()).as("it would do").hasSizeLessThan(2);
    }
  }

  @Test
  void part_closed_isResumedAfterARestart() throws IOException {
    try (FileCache cache = open();
        Part part = cache.part("a", "mp3")) {
      part.note(part.sidecar().withServer("\"e\"", "", 5_000));
      part.append(new byte[3_000], 0, 3_000);
    }
    try (FileCache cache = open();
        Part part = cache.part("a", "mp3")) {
      assertThat(part.bytes()).isEqualTo(3_000);
      assertThat(part.sidecar().etag()).isEqualTo("\"e\"");
      assertThat(part.sidecar().total()).isEqualTo(5_000);
      assertThatThrownBy(() -> cache.part("a", "mp3")).isInstanceOf(FailureException.class);
    }
  }

  @Test
  void part_afterACrashOfTheMachine_keepsOnlyWhatWasSynced() throws IOException {
    try (FileCache cache = open();
        Part part = cache.part("a", "mp3")) {
      part.append(new byte[3_000], 0, 3_000);
    }
    Path part = only(folder, ".part");
    Files.write(part, new byte[9_000]);
    Path sidecar = only(folder, ".info");
    String text = Files.readString(sidecar);
    Files.writeString(sidecar, text.replaceAll("(?m)^boot=.*$", "boot=another"));
    try (FileCache cache = open();
        Part resumed = cache.part("a", "mp3")) {
      assertThat(resumed.bytes()).isEqualTo(3_000);
    }
  }

  @Test
  void part_afterACrashOfTheProcess_keepsAll() throws IOException {
    try (FileCache cache = open();
        Part part = cache.part("a", "mp3")) {
      part.append(new byte[3_000], 0, 3_000);
    }
    Files.write(only(folder, ".part"), new byte[9_000]);
    try (FileCache cache = open();
        Part resumed = cache.part("a", "mp3")) {
      assertThat(resumed.bytes()).isEqualTo(9_000);
    }
  }

  @Test
  void open_indexLost_isRebuiltFromTheFiles() throws IOException {
    try (FileCache cache = open()) {
      put(cache, "a", 100);
      put(cache, "b", 200);
    }
    for (String name : List.of("index.db", "index.db-wal", "index.db-shm")) {
      Files.deleteIfExists(folder.resolve(name));
    }
    try (FileCache cache = open()) {
      assertThat(cache.contains("a")).isTrue();
      assertThat(cache.entry("b").orElseThrow().decodedS()).isEqualTo(1.5);
      assertThat(cache.usage().bytes()).isEqualTo(300);
    }
  }

  @Test
  void open_indexDamaged_isMovedAsideAndRebuilt() throws IOException {
    try (FileCache cache = open()) {
      put(cache, "a", 100);
    }
    byte[] noise = "this is no database at all ".repeat(400).getBytes(StandardCharsets.UTF_8);
    Files.write(folder.resolve("index.db"), noise);
    try (FileCache cache = open()) {
      assertThat(cache.contains("a")).isTrue();
      assertThat(folder.resolve("index.db.damaged")).hasBinaryContent(noise);
    }
  }

  @Test
  void open_crashBetweenRenameAndIndex_takesTheFileUp() throws IOException {
    try (FileCache cache = open();
        Part part = cache.part("a", "mp3")) {
      part.append(new byte[500], 0, 500);
      part.note(part.sidecar().withServer("", "", 500));
    }
    Path part = only(folder, ".part");
    Files.move(part, Path.of(part.toString().replace(".part", ".audio")));
    try (FileCache cache = open()) {
      assertThat(cache.entry("a").orElseThrow().bytes()).isEqualTo(500);
    }
  }

  @Test
  void open_leftovers_areRemovedAndOthersFilesAreNot() throws IOException {
    Path shard = Files.createDirectories(folder.resolve("ab"));
    String hash = "ab" + "0".repeat(62);
    Files.writeString(shard.resolve(hash + ".audio"), "no sidecar");
    Files.writeString(shard.resolve("ab" + "1".repeat(62) + ".info"), "key=x");
    Files.writeString(shard.resolve("ab" + "2".repeat(62) + ".part"), "");
    Files.writeString(shard.resolve("ab" + "3".repeat(62) + ".info.tmp"), "half");
    Files.writeString(folder.resolve("README.md"), "keep");
    Files.createDirectories(folder.resolve("holiday"));
    Files.writeString(folder.resolve("holiday/film.part"), "keep");
    try (FileCache cache = open()) {
      assertThat(cache.entries()).isEmpty();
    }
    assertThat(shard).isEmptyDirectory();
    assertThat(folder.resolve("README.md")).exists();
    assertThat(folder.resolve("holiday/film.part")).exists();
  }

  @Test
  void open_entryWithoutFileOrWithAnotherSize_isForgotten() throws IOException {
    Path a;
    Path b;
    try (FileCache cache = open()) {
      a = put(cache, "a", 100).file();
      b = put(cache, "b", 100).file();
    }
    Files.delete(a);
    Files.write(b, new byte[50]);
    try (FileCache cache = open()) {
      assertThat(cache.contains("a")).isFalse();
      assertThat(cache.contains("b")).isFalse();
    }
  }

  @Test
  void openCached_deletedByHand_isNoticed() throws IOException {
    try (FileCache cache = open()) {
      Files.delete(put(cache, "a", 100).file());
      assertThat(cache.contains("a")).isTrue();
      assertThat(cache.openCached("a")).isEmpty();
      assertThat(cache.contains("a")).isFalse();
    }
    assertThat(count(folder)).isZero();
  }

  @Test
  void holds_deletedByHand_isForgotten_andMayBeWrittenAgain() throws IOException {
    try (FileCache cache = open()) {
      Files.delete(put(cache, "a", 100).file());
      assertThat(cache.holds("a")).isFalse();
      assertThat(cache.contains("a")).isFalse();
      put(cache, "a", 100);
      assertThat(cache.holds("a")).isTrue();
      assertThat(cache.holds("b")).isFalse();
    }
  }

  @Test
  void verify_changedBytes_areRemovedAndFetchedAgain() throws IOException {
    try (FileCache cache = open()) {
      CacheEntry entry = put(cache, "a", 100);
      byte[] other = new byte[100];
      other[50] = 1;
      Files.write(entry.file(), other);
      put(cache, "b", 100);
      assertThat(cache.verify()).containsExactly("a");
      assertThat(cache.openCached("a")).isEmpty();
      assertThat(entry.file()).doesNotExist();
      assertThat(cache.usage().bytes()).isEqualTo(100);
      put(cache, "a", 100);
      assertThat(cache.verify()).isEmpty();
      assertThat(cache.openCached("a")).isPresent();
    }
  }

  @Test
  void makeRoom_overQuota_evictsTheLeastRecentlyOpenedUnpinned() throws Exception {
    try (FileCache cache = FileCache.open(folder, new CacheSettings(350, 0), clock)) {
      for (String key : List.of("a", "b", "c")) {
        clock.advance(Duration.ofSeconds(1));
        put(cache, key, 100);
      }
      clock.advance(Duration.ofSeconds(1));
      cache.openCached("a").orElseThrow().close();
      try (AutoCloseable pin = cache.pin("b")) {
        assertThat(pin).isNotNull();
        cache.makeRoom(100, "d");
        assertThat(cache.entries()).extracting(CacheEntry::key).containsExactly("b", "a");
        cache.makeRoom(250, "d");
        assertThat(cache.entries()).extracting(CacheEntry::key).containsExactly("b");
      }
      cache.makeRoom(300, "d");
      assertThat(cache.entries()).isEmpty();
    }
    assertThat(count(folder)).isZero();
  }

  @Test
  void makeRoom_fileLargerThanTheQuota_endsAndIsLetIn() throws IOException {
    try (FileCache cache = FileCache.open(folder, new CacheSettings(350, 0), clock)) {
      put(cache, "a", 100);
      cache.makeRoom(1_000, "big");
      put(cache, "big", 1_000);
      assertThat(cache.entries()).extracting(CacheEntry::key).containsExactly("big");
      cache.makeRoom(0, "");
      assertThat(cache.entries()).isEmpty();
    }
  }

  @Test
  void makeRoom_diskNearlyFull_evictsThenFailsWithTheRemedy() throws IOException {
    AtomicLong free = new AtomicLong(10_000);
    CacheSettings settings = new CacheSettings(1L << 30, 5_000);
    try (FileCache cache = FileCache.open(folder, settings, clock, f -> free.get())) {
      put(cache, "a", 100);
      cache.makeRoom(5_000, "b");
      assertThat(cache.contains("a")).isTrue();
      assertThatThrownBy(() -> cache.makeRoom(5_001, "b"))
          .isInstanceOfSatisfying(
              FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(Kind.DISK_FULL))
          .hasMessageContaining("cache.min-free");
      assertThat(cache.contains("a")).isFalse();
    }
  }

  @Test
  void makeRoom_indexCannotBeWritten_stillFreesTheDisk_andTheNextStartKnows() throws Exception {
    try (FileCache cache = FileCache.open(folder, new CacheSettings(350, 0), clock)) {
      put(cache, "a", 100);
      put(cache, "b", 100);
      refuseToForget(true);
      cache.makeRoom(350, "c");
      assertThat(cache.entries()).isEmpty();
      assertThat(cache.usage().bytes()).isZero();
      assertThat(count(folder)).isZero();
      assertThat(cache.contains("a")).isFalse();
    }
    try (FileCache cache = open()) { // and the index still refuses
      assertThat(cache.entries()).isEmpty();
    }
    refuseToForget(false);
    try (FileCache cache = open()) {
      assertThat(cache.entries()).isEmpty();
      assertThat(put(cache, "a", 70).bytes()).isEqualTo(70);
    }
  }

  /** Lets the index fail where it would forget a file, as it may on a full disk. */
  private void refuseToForget(boolean refuse) throws SQLException {
    String url = "jdbc:sqlite:" + folder.resolve("index.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          refuse
              ? "CREATE TRIGGER full BEFORE DELETE ON files BEGIN"
                  + " SELECT RAISE(FAIL, 'database or disk is full'); END"
              : "DROP TRIGGER full");
    }
  }

  @Test
  void index_fullDisk_isAFullDiskAndNoBrokenCache() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (x BLOB)");
      statement.execute("PRAGMA max_page_count = 2");
      assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (zeroblob(100000))"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                Failure failure = Index.failure(folder, e).failure();
                assertThat(failure.kind()).isEqualTo(Kind.DISK_FULL);
                assertThat(failure.detail()).contains("is full; free some space there");
              });
    }
  }

  @Test
  void isPinned_whileTheCacheWaitsForTheDisk_answersAtOnce() throws Exception {
    try (FileCache cache = open();
        AutoCloseable pin = cache.pin("a")) {
      assertThat(pin).isNotNull();
      synchronized (cache) { // as it is held over an eviction
        assertThat(CompletableFuture.supplyAsync(() -> cache.isPinned("a")).get(10, SECONDS))
            .isTrue();
      }
    }
  }

  @Test
  void makeRoom_hopeless_evictsNothingInVain() throws IOException {
    CacheSettings settings = new CacheSettings(1L << 30, 5_000);
    try (FileCache cache = FileCache.open(folder, settings, clock, f -> 10_000)) {
      put(cache, "a", 100);
      assertThatThrownBy(() -> cache.makeRoom(6_000, "b")).isInstanceOf(FailureException.class);
      assertThat(cache.contains("a")).isTrue();
    }
  }

  @Test
  void commit_keyAgain_replacesTheOldFile() throws IOException {
    try (FileCache cache = open()) {
      put(cache, "a", 100);
      put(cache, "a", 250);
      assertThat(cache.usage().bytes()).isEqualTo(250);
      assertThat(cache.usage().files()).isEqualTo(1);
      assertThat(cache.clear()).isEqualTo(1);
      assertThat(cache.usage().bytes()).isZero();
    }
  }

  @Property(tries = 25)
  void anySequence_staysBelowTheQuota(
      @ForAll @Size(max = 30) List<@IntRange(min = 1, max = 120) Integer> sizes)
      throws IOException {
    Path fresh = Files.createTempDirectory("earmark-cache");
    FakeClock time = new FakeClock();
    List<String> keys = new ArrayList<>();
    try (FileCache cache = FileCache.open(fresh, new CacheSettings(300, 0), time)) {
      for (int size : sizes) {
        time.advance(Duration.ofSeconds(1));
        String key = "k" + keys.size();
        keys.add(key);
        cache.makeRoom(size, key);
        put(cache, key, size);
        assertThat(cache.usage().bytes()).isLessThanOrEqualTo(300);
        assertThat(cache.contains(key)).isTrue();
      }
    } finally {
      try (Stream<Path> files = Files.walk(fresh)) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
