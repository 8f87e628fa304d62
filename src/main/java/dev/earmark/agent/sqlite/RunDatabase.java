package dev.earmark.agent.sqlite;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.file.SqliteErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/**
 * Opens connections to the file of runs and makes its tables.
 *
 * <p>Write-ahead log with {@code synchronous=NORMAL}: what was committed survives {@code kill -9},
 * and a power cut may cost the last runs but never the file. A trace is not worth an fsync for each
 * step; positions, which are, lie in another file.
 */
final class RunDatabase {
  private static final Logger log = LoggerFactory.getLogger(RunDatabase.class);

  /** The version of the tables that this program writes; kept in {@code user_version}. */
  static final int VERSION = 2;

  /** Marks the file as ours: "ERMR" in ASCII. */
  private static final int APPLICATION_ID = 0x45524d52;

  private static final int BUSY_TIMEOUT_MS = 2_000;

  private static final String[] TABLES = {
    """
    CREATE TABLE run (
      run INTEGER PRIMARY KEY, id TEXT NOT NULL, started_ns INTEGER NOT NULL, task TEXT NOT NULL,
      language TEXT NOT NULL, protocol TEXT NOT NULL, model TEXT NOT NULL, thought TEXT NOT NULL,
      answer TEXT NOT NULL, ended TEXT, ms REAL NOT NULL, tokens INTEGER NOT NULL,
      notes TEXT NOT NULL)\
    """,
    "CREATE UNIQUE INDEX run_place ON run (started_ns, id)",
    "CREATE INDEX run_id ON run (id)",
    """
    CREATE TABLE step (
      run INTEGER NOT NULL REFERENCES run (run) ON DELETE CASCADE, number INTEGER NOT NULL,
      thought TEXT NOT NULL, action TEXT NOT NULL, action_input TEXT NOT NULL,
      observation TEXT NOT NULL, observation_by TEXT NOT NULL, ok INTEGER NOT NULL,
      model_ms REAL NOT NULL, tool_ms REAL NOT NULL, input_before TEXT, observation_before TEXT,
      PRIMARY KEY (run, number)) WITHOUT ROWID\
    """,
    """
    CREATE TABLE message (
      run INTEGER NOT NULL REFERENCES run (run) ON DELETE CASCADE, number INTEGER NOT NULL,
      role TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (run, number)) WITHOUT ROWID\
    """,
  };

  /** What a file of version 1 lacks: the calls of models and tools, as one JSON object a run. */
  private static final String[] SINCE_2 = {
    """
    CREATE TABLE call_log (
      run INTEGER PRIMARY KEY REFERENCES run (run) ON DELETE CASCADE, calls TEXT NOT NULL)\
    """,
  };

  private final Path file;
  private final SQLiteConfig config;

  RunDatabase(Path file, SQLiteConfig config) {
    this.file = file;
    this.config = config;
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setBusyTimeout(BUSY_TIMEOUT_MS);
    config.enforceForeignKeys(true);
  }

  /** Opens the file for writing, and makes it and its tables when they are missing. */
  synchronized Connection open() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw unavailable("the folder " + folder + " cannot be made: make it, writable", e);
    }
    try {
      return prepared();
    } catch (SQLException e) {
      if (!SqliteErrors.isDamage(e)) {
        throw failure(e);
      }
      moveAside();
      try {
        return prepared();
      } catch (SQLException again) {
        throw failure(again);
      }
    }
  }

  /** Puts a damaged file aside, where it is kept; nothing may be open on it. */
  synchronized void moveAside() throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".damaged");
    log.error("the file of runs is damaged; it is kept as {}, and runs are kept anew", aside);
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-wal"));
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-shm"));
    } catch (IOException e) {
      throw unavailable(file + " is damaged and cannot be moved away: move it by hand", e);
    }
  }

  /** Opens the file for reading only; one on a disk that takes no writes is read as it lies. */
  Connection openToRead() throws IOException {
    if (!Files.exists(file)) {
      throw new FailureException(Failure.Kind.UNAVAILABLE, "there is no file " + file);
    }
    try {
      return connection("jdbc:sqlite:" + file.toUri() + "?immutable=1", new SQLiteConfig());
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private Connection prepared() throws SQLException, IOException {
    Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    try {
      prepare(connection);
      return connection;
    } catch (SQLException | IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static Connection connection(String url, SQLiteConfig how) throws SQLException {
    Connection connection = how.createConnection(url);
    try (Statement statement = connection.createStatement()) {
      text(statement, "SELECT count(*) FROM run");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void prepare(Connection connection) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      int version = Integer.parseInt(text(statement, "PRAGMA user_version"));
      if (version > VERSION) {
        throw new FailureException(
            Failure.Kind.UNAVAILABLE,
            file + " was written by a newer Earmark: update Earmark, or move the file away");
      }
      if (version < VERSION) {
        connection.setAutoCommit(false);
        for (String table : version == 0 ? TABLES : new String[0]) {
          statement.execute(table);
        }
        for (String table : SINCE_2) {
          statement.execute(table);
        }
        statement.execute("PRAGMA application_id=" + APPLICATION_ID);
        statement.execute("PRAGMA user_version=" + VERSION);
        connection.commit();
        connection.setAutoCommit(true);
      }
      ForgottenRows.prepare(statement);
    }
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  /** Returns the failure that the exception stands for, with its remedy. */
  FailureException failure(SQLException e) {
    boolean full = SqliteErrors.isFull(e);
    String why;
    if (full) {
      why = "the disk of " + file + " is full: free some space there";
    } else if (SqliteErrors.isDamage(e)) {
      why = file + " is damaged: a copy is kept, and runs are kept anew with the next one";
    } else if (SqliteErrors.isHeld(e)) {
      why = file + " is locked by another program: end that program";
    } else {
      why =
          file
              + " cannot be written: make the file and its folder writable for the user that runs"
              + " Earmark, and see that the disk has room";
    }
    return new FailureException(
        new Failure(
            full ? Failure.Kind.DISK_FULL : Failure.Kind.UNAVAILABLE,
            "runs are kept in memory only, " + why),
        e);
  }

  private static FailureException unavailable(String why, IOException e) {
    return new FailureException(
        new Failure(Failure.Kind.UNAVAILABLE, "runs are kept in memory only, " + why), e);
  }
}
