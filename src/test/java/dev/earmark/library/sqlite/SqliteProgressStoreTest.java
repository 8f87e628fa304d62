package dev.earmark.library.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import dev.earmark.library.ProgressStoreContract;
import dev.earmark.library.Section;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

final class SqliteProgressStoreTest extends ProgressStoreContract {
  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();

  private Path file() {
    return folder.resolve("状态").resolve("progress.db");
  }

  @Override
  protected ProgressStore open() throws IOException {
    return SqliteProgressStore.open(file(), clock, health);
  }

  @Override
  protected ProgressStore reopen(ProgressStore store) throws IOException {
    store.close();
    return open();
  }

  @Test
  void save_killedAtAnyMoment_losesNothingThatWasSaved() throws Exception {
    assertNothingIsLost(List.of());
  }

  /** A jump is noted before it is answered: the database gets it when the disk has time for it. */
  @Test
  void note_killedAtAnyMoment_losesNothingThatWasNoted() throws Exception {
    assertNothingIsLost(List.of(Long.toString(Long.MAX_VALUE / 2), "notes"));
  }

  /** Killed before the database took it: a store that is not closed stands for that. */
  @Test
  void note_ofAnAlbum_isRememberedAtTheNextStart_unlessItIsForgotten() throws IOException {
    List<Section> one = List.of(new Section(1, "第一回", "1.mp3", 0, 60, 0));
    Album album = new Album("x:1", "聊斋", List.of("志异"), "蒲松龄", "", "zh", "", "", 1, one);
    Album other = new Album("y:1", "水浒", List.of(), "施耐庵", "", "zh", "", "", 1, one);
    ProgressStore killed = open();
    killed.note(other);
    killed.note(album);
    try (ProgressStore next = open()) {
      assertThat(next.remembered()).containsExactly(album);
      next.note(other);
      next.forget("");
    }
    try (ProgressStore last = open()) {
      assertThat(last.remembered()).isEmpty();
    }
    Files.writeString(file().resolveSibling("progress.db.album"), "{\"id\": \"torn");
    try (ProgressStore torn = open()) {
      assertThat(torn.remembered()).isEmpty();
    }
    killed.close();
  }

  private void assertNothingIsLost(List<String> how) throws Exception {
    Map<String, Long> saved = new HashMap<>();
    long last = 0;
    for (int lines : new int[] {1, 10, 60, 200}) {
      Path out = folder.resolve("out-" + lines);
      Process process = startWriter(last, out, how);
      try {
        await().until(() -> Files.exists(out) && acknowledged(out).size() >= lines);
      } finally {
        process.destroyForcibly().waitFor();
      }
      assertThat(process.exitValue()).as("killed, not ended").isEqualTo(128 + 9);
      for (String line : acknowledged(out)) {
        String[] parts = line.split(" ", -1);
        last = Long.parseLong(parts[1]);
        saved.put(parts[0], last);
      }
      assertAllSaved(saved);
    }
    assertThat(saved).hasSize(7);
  }

  /** Returns the whole lines that the writer has printed. */
  private static List<String> acknowledged(Path out) throws IOException {
    String text = Files.readString(out);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private void assertAllSaved(Map<String, Long> saved) throws IOException {
    try (ProgressStore store = open()) {
      for (Map.Entry<String, Long> entry : saved.entrySet()) {
        Position position = store.position(entry.getKey()).orElseThrow();
        assertThat((long) position.seconds()).isGreaterThanOrEqualTo(entry.getValue());
        assertThat(position.albumTitle()).isEqualTo("书 " + entry.getKey());
      }
    }
    assertThat(health.parts()).isNotEmpty().allMatch(Health.Part::ok);
  }

  private Process startWriter(long from, Path out, List<String> how) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            WriterProcess.class.getName(),
            file().toString(),
            Long.toString(from));
    builder.command().addAll(how);
    builder.environment().put("LC_ALL", "C.UTF-8");
    return builder.redirectOutput(out.toFile()).redirectError(Redirect.INHERIT).start();
  }

  /** On a full disk the log could not grow, and the place in the book was lost at the end. */
  @Test
  void save_theLogCannotGrow_goesOnInWhatItHas() throws Exception {
    Path out = folder.resolve("limited.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            "-c",
            "ulimit -f 2048; exec \"$@\"", // KiB a file; the log wants twice that
            "limited",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            WriterProcess.class.getName(),
            file().toString(),
            "0",
            "600");
    Process process = builder.redirectOutput(out.toFile()).redirectError(Redirect.INHERIT).start();
    assertThat(process.waitFor()).isZero();
    try (ProgressStore store = open()) {
      assertThat(store.position("a:5").orElseThrow().seconds()).isEqualTo(600);
    }
  }

  @Test
  void open_fileOfNoise_keepsItAsideAndBeginsAnew() throws IOException {
    Path file = folder.resolve("noise.db");
    Files.writeString(file, "this is no database, ".repeat(400));
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      store.save(position("a:1", 1, 1, 0));
      assertThat(store.recent(5)).hasSize(1);
    }
    assertThat(health.parts())
        .singleElement()
        .satisfies(part -> assertThat(part.ok()).isFalse())
        .satisfies(part -> assertThat(part.text()).contains("kept as"));
    assertThat(aside()).singleElement().satisfies(p -> assertThat(p).content().contains("no data"));
  }

  @Test
  void open_pageOverwritten_keepsItAsideAndBeginsAnew() throws IOException {
    Path file = folder.resolve("torn.db");
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      for (int i = 0; i < 400; i++) {
        store.put("key" + i, "value ".repeat(20));
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 4_096; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      assertThat(store.get("key1")).isEmpty();
    }
    assertThat(aside()).hasSize(1);
  }

  private List<Path> aside() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(p -> p.toString().contains(".damaged-")).toList();
    }
  }

  @Test
  void open_newerTables_refusesAndLeavesTheFile() throws Exception {
    Path file = folder.resolve("newer.db");
    SqliteProgressStore.open(file, clock, health).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version=99");
    }
    assertThatThrownBy(() -> SqliteProgressStore.open(file, clock, health))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("newer Earmark");
    assertThat(aside()).isEmpty();
  }

  @Test
  void open_folderIsAFile_saysWhatToDo() throws IOException {
    Path blocked = Files.writeString(folder.resolve("blocked"), "x");
    assertThatThrownBy(
            () -> SqliteProgressStore.open(blocked.resolve("progress.db"), clock, health))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNAVAILABLE))
        .hasMessageContaining("writable");
  }

  @Test
  void save_fileNotWritable_isUnavailableAndReadingGoesOn() throws IOException {
    Path file = folder.resolve("readonly.db");
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      store.save(position("a:1", 1, 1, 0));
    }
    SQLiteConfig readOnly = new SQLiteConfig();
    readOnly.setReadOnly(true);
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health, readOnly)) {
      assertThatThrownBy(() -> store.save(position("a:1", 2, 2, 1)))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNAVAILABLE))
          .hasMessageContaining("writable");
      assertThat(store.recent(5)).extracting(Position::section).containsExactly(1);
    }
  }

  /** Begun on a full disk, everything stayed in memory until the end, also when there was room. */
  @Test
  void keep_diskThatTakesWritesAgain_hasEverythingAtOnce() throws IOException {
    Path file = folder.resolve("late.db");
    Position place = position("a:1", 1, 5, 0);
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      store.addBookmark("old", place);
      store.addBookmark("doomed", place);
    }
    Path inTheWay = Files.createDirectory(folder.resolve("late.db-wal"));
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      assertThat(store.keep()).isFalse();
      assertThat(health.parts()).noneMatch(Health.Part::ok);
      store.put("next:1", "Alice");
      store.addBookmark("new", place);
      store.removeBookmark(store.bookmarks("").get(1).id());
      clock.advance(Duration.ofSeconds(5));
      assertThat(store.keep()).isFalse();
      Files.delete(inTheWay);
      assertThat(store.keep()).as("it is not tried all the time").isFalse();
      clock.advance(Duration.ofSeconds(5));
      assertThat(store.isKept()).as("who only asks tries nothing").isFalse();
      assertThat(store.keep()).isTrue();
      assertThat(store.isKept()).isTrue();
      assertThat(health.parts()).allMatch(Health.Part::ok);
      store.put("next:2", "Emma");
      try (ProgressStore other = SqliteProgressStore.open(file, clock, new Health())) {
        assertThat(other.settings("next:")).containsOnlyKeys("next:1", "next:2");
        assertThat(other.bookmarks("")).extracting(Bookmark::name).containsExactly("new", "old");
      }
    }
  }

  /** The disk was full again half-way: what was written once more stood there twice. */
  @Test
  void keep_diskThatFillsAgainHalfWay_writesNothing_andAllOfItOnceLater() throws Exception {
    Path file = folder.resolve("half.db");
    Position place = position("a:1", 1, 5, 0);
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      store.addBookmark("old", place);
    }
    Path inTheWay = Files.createDirectory(folder.resolve("half.db-wal"));
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health)) {
      store.save(place);
      store.addBookmark("new", place);
      store.put("next:1", "Alice");
      store.put("next:2", "Emma");
      Files.delete(inTheWay);
      execute(
          file,
          "CREATE TRIGGER full BEFORE INSERT ON setting WHEN new.key = 'next:2'"
              + " BEGIN SELECT RAISE(FAIL, 'full'); END");
      for (int i = 0; i < 3; i++) {
        clock.advance(Duration.ofSeconds(5));
        assertThat(store.keep()).isFalse();
        assertThat(store.bookmarks("")).hasSize(2);
      }
      try (ProgressStore other = SqliteProgressStore.open(file, clock, new Health())) {
        assertThat(other.bookmarks("")).extracting(Bookmark::name).containsExactly("old");
        assertThat(other.recent(5)).isEmpty();
        assertThat(other.settings("")).isEmpty();
      }
      execute(file, "DROP TRIGGER full");
      clock.advance(Duration.ofSeconds(5));
      assertThat(store.keep()).isTrue();
      assertThat(store.bookmarks("")).extracting(Bookmark::name).containsExactly("new", "old");
      assertThat(store.settings("next:")).containsOnlyKeys("next:1", "next:2");
      store.addBookmark("later", place);
    }
    try (ProgressStore again = SqliteProgressStore.open(file, clock, new Health())) {
      assertThat(again.bookmarks(""))
          .extracting(Bookmark::name)
          .containsExactly("later", "new", "old");
    }
  }

  private static void execute(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void remember_diskFull_isDiskFullAndEarlierRecordsStay() throws IOException {
    Path file = folder.resolve("full.db");
    SQLiteConfig small = new SQLiteConfig();
    small.setMaxPageCount(24);
    try (ProgressStore store = SqliteProgressStore.open(file, clock, health, small)) {
      store.save(position("a:1", 3, 33, 0));
      Album large = Albums.album("a:1", "x".repeat(200_000), 1);
      assertThatThrownBy(() -> store.remember(large))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.DISK_FULL))
          .hasMessageContaining("free some space");
      assertThat(store.position("a:1")).isPresent();
      store.put("volume", "1");
      assertThat(store.get("volume")).contains("1");
    }
  }

  @Test
  void save_clockWasSetBack_heardNowReplacesTheFuture() throws IOException {
    try (ProgressStore store = open()) {
      clock.advance(Duration.ofDays(300));
      store.save(new Position("a:1", "t", 1, 10, 0, 0, clock.now()));
    }
    FakeClock early = new FakeClock();
    try (ProgressStore store = SqliteProgressStore.open(file(), early, health)) {
      store.save(new Position("a:1", "t", 2, 20, 0, 0, early.now()));
      assertThat(store.position("a:1").orElseThrow().section()).isEqualTo(2);
    }
  }
}
