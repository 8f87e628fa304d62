package dev.earmark.media.cache;

import dev.earmark.base.FailureException;
import dev.earmark.base.file.SqliteErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cache's table of files in SQLite. Thread-safe; every method may wait for the disk. */
final class Index implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Index.class);
  private static final String NAME = "index.db";
  private static final Path MEMORY = Path.of(":memory:");

  private static final List<String> COLUMNS =
      List.of(
          "key TEXT PRIMARY KEY",
          "file TEXT NOT NULL",
          "bytes INTEGER NOT NULL",
          "sha256 TEXT NOT NULL",
          "etag TEXT NOT NULL",
          "last_modified TEXT NOT NULL",
          "total INTEGER NOT NULL",
          "decoded_s REAL NOT NULL",
          "touched_at INTEGER NOT NULL");

  /** Result codes of SQLite (sqlite.org/rescode.html). */
  private static final int READ_ONLY = 8;

  private static final int FULL = 13;

  private final Path folder;
  private final Connection connection; // guarded by this
  private final boolean wasLost;

  private Index(Path folder, Connection connection, boolean wasLost) {
    this.folder = folder;
    this.connection = connection;
    this.wasLost = wasLost;
  }

  /**
   * Opens the index; one that is damaged is moved aside, and an empty one made. On a disk that is
   * full or cannot be written it is kept in memory, and is made from the files at each start.
   */
  static Index open(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    boolean lost = !Files.exists(file);
    try {
      return new Index(folder, connect(file), lost);
    } catch (SQLException e) {
      if (!isDamage(e)) {
        log.warn(
            "the cache index {} cannot be written and is kept in memory: {}", file, e.toString());
        return inMemory(folder);
      }
      log.warn(
          "the cache index {} is damaged and rebuilt from the files: {}", file, e.getMessage());
      setAside(file);
      try {
        return new Index(folder, connect(file), /* wasLost= */ true);
      } catch (SQLException again) {
        throw failure(folder, again);
      }
    }
  }

  /** Opens an empty index that is not kept. */
  static Index inMemory(Path folder) throws IOException {
    try {
      return new Index(folder, connect(MEMORY), /* wasLost= */ true);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  /** Only a damaged file is moved aside; a full disk says nothing of the file. */
  private static boolean isDamage(SQLException e) {
    return SqliteErrors.code(e) == 0 || SqliteErrors.isDamage(e);
  }

  private static Connection connect(Path file) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = NORMAL");
      try (ResultSet check = statement.executeQuery("PRAGMA quick_check(1)")) {
        if (!check.next() || !"ok".equals(check.getString(1))) {
          throw new SQLException("quick_check says " + check.getString(1));
        }
      }
      statement.execute(
          "CREATE TABLE IF NOT EXISTS files (" + String.join(", ", COLUMNS) + ") WITHOUT ROWID");
      checkShape(statement);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static List<String> names() {
    return COLUMNS.stream().map(column -> column.substring(0, column.indexOf(' '))).toList();
  }

  /**
   * Refuses an index of another shape, such as a later version may make; like a damaged one it is
   * kept aside and made again from the files.
   */
  private static void checkShape(Statement statement) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (ResultSet row = statement.executeQuery("PRAGMA table_info(files)")) {
      while (row.next()) {
        columns.add(row.getString("name"));
      }
    }
    int version;
    try (ResultSet row = statement.executeQuery("PRAGMA user_version")) {
      version = row.getInt(1);
    }
    if (version != 0 || !columns.equals(names())) {
      throw new SQLException("its shape is of another version of Earmark");
    }
  }

  private static void setAside(Path file) throws IOException {
    Path kept = file.resolveSibling(NAME + ".damaged");
    Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
    Files.deleteIfExists(file.resolveSibling(NAME + "-wal"));
    Files.deleteIfExists(file.resolveSibling(NAME + "-shm"));
  }

  /** Returns whether there was no usable index when it was opened. */
  boolean wasLost() {
    return wasLost;
  }

  /** Returns all entries. */
  synchronized List<CacheEntry> all() throws IOException {
    List<CacheEntry> entries = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM files")) {
      while (row.next()) {
        String key = row.getString("key");
        Path file = Layout.file(folder, Sha256.of(key), FileCache.COMPLETE);
        if (!folder.relativize(file).toString().equals(row.getString("file"))) {
          continue; // damaged where no check of SQLite's sees it; the scan finds the file
        }
        entries.add(
            new CacheEntry(
                key,
                file,
                row.getLong("bytes"),
                row.getString("sha256"),
                row.getString("etag"),
                row.getString("last_modified"),
                row.getDouble("decoded_s"),
                Instant.ofEpochMilli(row.getLong("touched_at"))));
      }
    } catch (SQLException e) {
      throw failed(e);
    }
    return entries;
  }

  /** Writes entries in one transaction. */
  synchronized void put(List<CacheEntry> entries) throws IOException {
    String sql = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      for (CacheEntry entry : entries) {
        insert.setString(1, entry.key());
        insert.setString(2, folder.relativize(entry.file()).toString());
        insert.setLong(3, entry.bytes());
        insert.setString(4, entry.sha256());
        insert.setString(5, entry.etag());
        insert.setString(6, entry.lastModified());
        insert.setLong(7, entry.bytes());
        insert.setDouble(8, entry.decodedS());
        insert.setLong(9, entry.touchedAt().toEpochMilli());
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    } catch (SQLException e) {
      rollBack(e);
      throw failed(e);
    } finally {
      autoCommit();
    }
  }

  /** SQLite rolls back by itself when the disk is full, and says then that there is nothing to. */
  private void rollBack(SQLException why) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      why.addSuppressed(e);
    }
  }

  private void autoCommit() {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      // the mode is switched all the same; what failed is the commit of what was rolled back
      log.debug("no transaction of the cache index was open: {}", e.getMessage());
    }
  }

  /** Removes an entry if it is there. */
  synchronized void remove(String key) throws IOException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM files WHERE key = ?")) {
      delete.setString(1, key);
      delete.executeUpdate();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private IOException failed(SQLException e) {
    return failure(folder, e);
  }

  /** Returns what an error of SQLite means; it has words of its own for a full disk. */
  static FailureException failure(Path folder, SQLException e) {
    IOException cause = new IOException(e.getMessage(), e);
    return switch (SqliteErrors.code(e)) {
      case FULL -> Disk.full(folder, cause);
      case READ_ONLY -> Disk.unwritable(folder, cause);
      default -> Disk.writeFailure(folder, cause);
    };
  }

  @Override
  public synchronized void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      log.warn("the cache index could not be closed", e);
    }
  }
}
