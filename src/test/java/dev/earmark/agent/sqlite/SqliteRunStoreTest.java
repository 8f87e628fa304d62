package dev.earmark.agent.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.RunSettings;
import dev.earmark.agent.RunStore;
import dev.earmark.agent.RunStoreContract;
import dev.earmark.base.FailureException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

final class SqliteRunStoreTest extends RunStoreContract {
  @TempDir Path folder;

  @Override
  protected RunStore open(RunSettings settings) {
    return new SqliteRunStore(file(), settings, clock);
  }

  private Path file() {
    return folder.resolve("state/runs.db");
  }

  private Run run(String id) {
    return run(id, clock.now(), Run.Ended.ANSWERED);
  }

  @Test
  void keepNone_writesNothing() throws Exception {
    try (RunStore store = open(new RunSettings(0, Duration.ofDays(1)))) {
      store.save(List.of(run("a")));
      assertThat(store.newest(10, null)).isEmpty();
      assertThat(store.find("a")).isEmpty();
    }
    assertThat(file()).doesNotExist();
  }

  @Test
  void save_halfOfASurrogatePair_isKept() throws Exception {
    try (RunStore store = open(RunSettings.DEFAULT)) {
      Run odd =
          new Run(
              "a",
              clock.now(),
              "half \ud83d",
              dev.earmark.base.Language.EN,
              "text",
              "m",
              List.of(),
              "",
              "",
              null,
              1,
              1,
              List.of(new ChatModel.Message(ChatModel.Author.USER, "\udc00")),
              List.of());
      store.save(List.of(odd));
      assertThat(store.find("a").orElseThrow().task()).startsWith("half ");
    }
  }

  @Test
  void fullDisk_refusesTheRunAndTakesTheNextOneWhenThereIsRoom() throws Exception {
    SQLiteConfig small = new SQLiteConfig();
    small.setMaxPageCount(14);
    try (RunStore store = new SqliteRunStore(file(), RunSettings.DEFAULT, clock, small)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 500; i++) {
                  store.save(List.of(run("r" + i)));
                  clock.advance(Duration.ofSeconds(1));
                }
              })
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("full")
          .hasMessageContaining("free some space");
      assertThat(store.newest(1, null)).isNotEmpty();
    }
    try (RunStore store = open(RunSettings.DEFAULT)) {
      store.save(List.of(run("after")));
      assertThat(store.find("after")).isPresent();
      assertThat(store.find("r0")).isPresent();
    }
  }

  @Test
  void folderThatIsAFile_saysWhatToDoAndReadsNothing() throws Exception {
    Files.writeString(folder.resolve("state"), "in the way");
    try (RunStore store = open(RunSettings.DEFAULT)) {
      assertThatThrownBy(() -> store.save(List.of(run("a"))))
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("runs are kept in memory only");
      assertThatThrownBy(() -> store.newest(1, null)).isInstanceOf(FailureException.class);
      Files.delete(folder.resolve("state"));
      store.save(List.of(run("a")));
      assertThat(store.find("a")).isPresent();
    }
  }

  @Test
  void fileThatIsNoDatabase_isPutAsideAndRunsAreKeptAnew() throws Exception {
    Files.createDirectories(folder.resolve("state"));
    Files.writeString(file(), "this is no database, and it is long enough to be looked at\n");
    try (RunStore store = open(RunSettings.DEFAULT)) {
      store.save(List.of(run("a")));
      assertThat(store.find("a")).isPresent();
    }
    assertThat(folder.resolve("state/runs.db.damaged")).content().startsWith("this is no");
  }

  @Test
  void damageInTheMiddle_isFoundAndTheNextSaveBeginsAnew() throws Exception {
    try (RunStore store = open(RunSettings.DEFAULT)) {
      for (int i = 0; i < 40; i++) {
        store.save(List.of(run("r" + i)));
        clock.advance(Duration.ofSeconds(1));
      }
    }
    byte[] bytes = Files.readAllBytes(file());
    byte[] rubbish = "rubbish ".repeat(600).getBytes(StandardCharsets.US_ASCII);
    for (int at = 4_096; at < bytes.length; at += rubbish.length) {
      System.arraycopy(rubbish, 0, bytes, at, Math.min(rubbish.length, bytes.length - at));
    }
    Files.write(file(), bytes);
    try (RunStore store = open(RunSettings.DEFAULT)) {
      assertThatThrownBy(() -> store.newest(50, null)).isInstanceOf(FailureException.class);
      store.save(List.of(run("after")));
      assertThat(store.newest(50, null)).extracting(Run::id).containsExactly("after");
    }
    assertThat(folder.resolve("state/runs.db.damaged")).exists();
  }

  @Test
  void fileOfVersion1_isTakenOverWithItsRuns() throws Exception {
    Run run = run("a");
    try (RunStore store = open(RunSettings.DEFAULT)) {
      store.save(List.of(run));
    }
    try (java.sql.Connection connection =
            java.sql.DriverManager.getConnection("jdbc:sqlite:" + file());
        java.sql.Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE call_log");
      statement.execute("PRAGMA user_version=1");
    }
    Run later = run("b");
    try (RunStore store = open(RunSettings.DEFAULT)) {
      assertThat(store.find("a").orElseThrow().steps()).isEqualTo(run.steps());
      assertThat(store.find("a").orElseThrow().calls()).isEqualTo(CallLog.EMPTY);
      store.save(List.of(later));
      assertThat(store.find("b")).contains(later);
    }
  }

  @Test
  void fileOfANewerVersion_isLeftAlone() throws Exception {
    try (RunStore store = open(RunSettings.DEFAULT)) {
      store.save(List.of(run("a")));
    }
    try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version=" + (RunDatabase.VERSION + 1));
    }
    try (RunStore store = open(RunSettings.DEFAULT)) {
      assertThatThrownBy(() -> store.save(List.of(run("b")))).hasMessageContaining("newer Earmark");
    }
    assertThat(folder.resolve("state/runs.db.damaged")).doesNotExist();
  }
}
