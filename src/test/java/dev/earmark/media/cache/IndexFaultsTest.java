package dev.earmark.media.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever has happened to the index, the cache opens, holds every file that lies in its folder,
 * and takes new ones.
 */
final class IndexFaultsTest {
  private static final CacheSettings ROOMY = new CacheSettings(1L << 30, 0);
  private static final List<String> KEYS = List.of("book#1", "book#2", "西游记#3");

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private Path folder;

  @BeforeEach
  void fill() throws IOException {
    folder = temp.resolve("cache");
    try (FileCache cache = open(folder)) {
      for (String key : KEYS) {
        put(cache, key);
      }
    }
  }

  private FileCache open(Path where) throws IOException {
    return FileCache.open(where, ROOMY, clock, f -> 1L << 40);
  }

  private static void put(FileCache cache, String key) throws IOException {
    try (Part part = cache.part(key, "mp3")) {
      byte[] bytes = new byte[9_000];
      part.append(bytes, 0, bytes.length);
      part.commit(part.sha256(), 1);
    }
  }

  private Path index() {
    return folder.resolve("index.db");
  }

  private void sql(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + index());
        Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  /** Opens it twice: what was rebuilt has to be there at the next start as well. */
  private void assertWhole(Path where, String when) throws IOException {
    try (FileCache cache = open(where)) {
      assertThat(KEYS).as(when).allMatch(cache::contains);
      assertThat(cache.openCached(KEYS.get(0))).as(when).isPresent();
      put(cache, "new#" + when);
    }
    try (FileCache cache = open(where)) {
      assertThat(KEYS).as("later, " + when).allMatch(cache::contains);
      assertThat(cache.contains("new#" + when)).as("later, " + when).isTrue();
    }
  }

  @Test
  void index_cutAnywhere_isMadeAgain() throws IOException {
    byte[] whole = Files.readAllBytes(index());
    for (int size = 0; size < whole.length; size += 1 + whole.length / 10) {
      Files.write(index(), Arrays.copyOf(whole, size));
      assertWhole(folder, "cut at " + size);
    }
  }

  @Test
  void index_bytesChangedAnywhere_isMadeAgain() throws IOException {
    byte[] whole = Files.readAllBytes(index());
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      byte[] changed = whole.clone();
      int from = random.nextInt(changed.length - 64);
      for (int i = from; i < from + 64; i++) {
        changed[i] = (byte) random.nextInt();
      }
      Files.deleteIfExists(folder.resolve("index.db-wal"));
      Files.deleteIfExists(folder.resolve("index.db-shm"));
      Files.write(index(), changed);
      assertWhole(folder, "changed at " + from);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PRAGMA user_version = 7",
        "ALTER TABLE files ADD COLUMN mood TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE files RENAME COLUMN touched_at TO heard_at",
        "DROP TABLE files",
        "DELETE FROM files",
      })
  void index_ofAnotherShape_isMadeAgain(String change) throws Exception {
    sql(change);
    assertWhole(folder, change);
  }

  @Test
  void index_thatIsAFolder_isKeptInMemory() throws IOException {
    Files.delete(index());
    Files.createDirectory(index());
    try (FileCache cache = open(folder)) {
      assertThat(KEYS).allMatch(cache::contains);
      put(cache, "new");
      assertThat(cache.contains("new")).isTrue();
    }
  }

  @Test
  void index_lockedByAnotherProgram_isKeptInMemory_andTheNextStartFindsAll() throws Exception {
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + index());
        Statement statement = other.createStatement()) {
      statement.execute("PRAGMA locking_mode = EXCLUSIVE");
      statement.execute("BEGIN IMMEDIATE");
      statement.execute("DELETE FROM files");
      try (FileCache cache = open(folder)) {
        assertThat(KEYS).allMatch(cache::contains);
        put(cache, "new");
      }
      statement.execute("ROLLBACK");
    }
    try (FileCache cache = open(folder)) {
      assertThat(KEYS).allMatch(cache::contains);
      assertThat(cache.contains("new")).isTrue();
    }
  }

  /** What a kill leaves of the index is its file and a beginning of its journal. */
  @Test
  void index_killedAnywhereInACommit_losesNoFile() throws IOException {
    Path living = temp.resolve("living");
    byte[] journal;
    byte[] base;
    try (FileCache cache = open(living)) {
      for (String key : KEYS) {
        put(cache, key);
      }
      base = Files.readAllBytes(living.resolve("index.db"));
      journal = Files.readAllBytes(living.resolve("index.db-wal"));
    }
    assertThat(journal.length).as("commits lie in the journal").isGreaterThan(4_096);
    int cuts = 0;
    for (int size = 0; size <= journal.length; size += 2_063) {
      Files.deleteIfExists(living.resolve("index.db-shm"));
      Files.write(living.resolve("index.db"), base);
      Files.write(living.resolve("index.db-wal"), Arrays.copyOf(journal, size));
      assertWhole(living, "killed at " + size);
      cuts++;
    }
    assertThat(cuts).isGreaterThan(5);
  }

  @Test
  void index_damaged_isKeptAsideForAPerson() throws IOException {
    Files.write(index(), new byte[5_000]);
    assertWhole(folder, "zeros");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).contains("index.db.damaged");
    }
  }
}
