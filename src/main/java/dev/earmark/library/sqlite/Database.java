package dev.earmark.library.sqlite;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.file.SqliteErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Opens connections to the file, brings its tables up to date, and turns SQLite's error codes into
 * failures.
 *
 * <p>Write-ahead log with {@code synchronous=FULL}: a commit is on the disk when the call returns,
 * so neither {@code kill -9} nor a power cut takes back what was saved. {@code NORMAL} would be
 * safe from {@code kill -9} too, but a power cut could lose everything since the last checkpoint,
 * which at one small write every second or two may be half an hour. One fsync every second or two
 * is what it costs.
 */
final class Database {
  /** The version of the tables that this program writes; kept in {@code user_version}. */
  static final int VERSION = 1;

  /** Marks the file as ours: "ERMK" in ASCII. */
  private static final int APPLICATION_ID = 0x45524d4b;

  private static final int BUSY_TIMEOUT_MS = 2_000;

  private static final String[] TABLES = {
    """
    CREATE TABLE position (
      album_id TEXT PRIMARY KEY, album_title TEXT NOT NULL, section INTEGER NOT NULL,
      seconds REAL NOT NULL, duration_s REAL NOT NULL, sections INTEGER NOT NULL,
      at_ns INTEGER NOT NULL) WITHOUT ROWID\
    """,
    "CREATE INDEX position_at ON position (at_ns)",
    """
    CREATE TABLE bookmark (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
      album_id TEXT NOT NULL, album_title TEXT NOT NULL, section INTEGER NOT NULL,
      seconds REAL NOT NULL, duration_s REAL NOT NULL, sections INTEGER NOT NULL,
      at_ns INTEGER NOT NULL)\
    """,
    "CREATE TABLE album (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  };

  private final Path file;
  private final SQLiteConfig config;

  Database(Path file, SQLiteConfig config) {
    this.file = file;
    this.config = config;
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_TIMEOUT_MS);
  }

  /** Returns the path of another file that belongs to this one. */
  Path beside(String end) {
    return file.resolveSibling(file.getFileName() + end);
  }

  Connection connect() throws SQLException {
    return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
  }

  /**
   * Checks the pages of the file and makes or updates its tables.
   *
   * @throws SQLException with {@code SQLITE_CORRUPT} or {@code SQLITE_NOTADB} when it is damaged
   */
  void prepare(Connection connection) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      String verdict = text(statement, "PRAGMA quick_check(1)");
      if (!verdict.equals("ok")) {
        throw new SQLiteException(verdict, SQLiteErrorCode.SQLITE_CORRUPT);
      }
      int version = Integer.parseInt(text(statement, "PRAGMA user_version"));
      if (version > VERSION) {
        throw new FailureException(
            Failure.Kind.UNAVAILABLE,
            file
                + " was written by a newer Earmark (tables of version "
                + version
                + ", this one"
                + " knows "
                + VERSION
                + "): update Earmark, or move the file away to begin anew");
      }
      if (version == 0) {
        create(connection, statement);
      }
    }
  }

  private static void create(Connection connection, Statement statement) throws SQLException {
    connection.setAutoCommit(false);
    for (String table : TABLES) {
      statement.execute(table);
    }
    statement.execute("PRAGMA application_id=" + APPLICATION_ID);
    statement.execute("PRAGMA user_version=" + VERSION);
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  /**
   * Returns whether the exception says that the disk takes no writes: a full one shows itself as an
   * I/O error too, when there is no room for the file of the shared memory.
   */
  static boolean isUnwritable(SQLException e) {
    int code = SqliteErrors.code(e);
    return code == SQLiteErrorCode.SQLITE_FULL.code
        || code == SQLiteErrorCode.SQLITE_READONLY.code
        || code == SQLiteErrorCode.SQLITE_IOERR.code
        || code == SQLiteErrorCode.SQLITE_CANTOPEN.code
        || code == SQLiteErrorCode.SQLITE_PERM.code;
  }

  /**
   * Makes a database in memory that holds what the file holds. The file is opened exclusively,
   * which needs no shared memory on the disk, or as one that nobody changes, which needs no write.
   */
  Connection inMemory() throws SQLException, IOException {
    Connection memory = new SQLiteConfig().createConnection("jdbc:sqlite::memory:");
    try {
      prepare(memory);
      try {
        copy(memory, file.toAbsolutePath().toString());
      } catch (SQLException e) {
        copy(memory, file.toAbsolutePath().toUri() + "?immutable=1");
      }
      return memory;
    } catch (SQLException | IOException | RuntimeException e) {
      memory.close();
      throw e;
    }
  }

  private static void copy(Connection memory, String from) throws SQLException {
    try (Statement statement = memory.createStatement()) {
      statement.execute("PRAGMA locking_mode = EXCLUSIVE");
      try (PreparedStatement attach = memory.prepareStatement("ATTACH DATABASE ? AS old")) {
        attach.setString(1, from);
        attach.execute();
      }
      try {
        for (String table : new String[] {"position", "bookmark", "album", "setting"}) {
          statement.execute("INSERT OR REPLACE INTO " + table + " SELECT * FROM old." + table);
        }
      } finally {
        statement.execute("DETACH DATABASE old");
      }
    }
  }

  /** Returns the failure that the exception stands for, with its remedy. */
  FailureException failure(SQLException e) {
    int code = SqliteErrors.code(e);
    Failure failure;
    if (SqliteErrors.isFull(e)) {
      failure =
          new Failure(
              Failure.Kind.DISK_FULL,
              "positions cannot be saved, the disk of " + file + " is full: free some space there");
    } else if (code == SQLiteErrorCode.SQLITE_READONLY.code
        || code == SQLiteErrorCode.SQLITE_CANTOPEN.code
        || code == SQLiteErrorCode.SQLITE_PERM.code) {
      failure =
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "positions cannot be saved, "
                  + file
                  + " cannot be written: make the file and its"
                  + " folder writable for the user that runs Earmark");
    } else if (SqliteErrors.isDamage(e)) {
      failure =
          new Failure(
              Failure.Kind.UNAVAILABLE,
              file + " is damaged: restart Earmark, which keeps a copy and begins anew");
    } else if (SqliteErrors.isHeld(e)) {
      failure =
          new Failure(
              Failure.Kind.UNAVAILABLE, file + " is locked by another program: end that program");
    } else {
      failure = new Failure(Failure.Kind.UNAVAILABLE, "cannot use " + file + ": " + e.getMessage());
    }
    return new FailureException(failure, e);
  }
}
