package dev.earmark.library.sqlite;

import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Positions, bookmarks, albums and settings in one SQLite file.
 *
 * <p>One connection writes, another reads, each under its own lock, so a reader never waits for the
 * disk to confirm a write. A write has reached the disk when the call returns.
 *
 * <p>The newest record of an album wins by its time. One exception guards against a machine without
 * a clock of its own that starts in the past: a record that is heard right now replaces one from
 * the future, because that future can only be the mark of a clock that was set back since.
 *
 * <p>A place that is noted ({@link #note}) goes to {@link PlaceNotes} and not to the database; at
 * the next start the newer one of the two counts.
 *
 * <p>At a start on a disk that takes no writes everything is kept in memory, beginning with what
 * the file holds, and is written as soon as the disk takes it: each {@link #keep} tries, at most
 * every five seconds, and the end does. It is written whole or not at all.
 *
 * <p>A damaged file is moved aside under a name with the time in it, never deleted; the store then
 * begins empty and says so in {@link Health} under the part {@code progress}.
 */
public final class SqliteProgressStore implements ProgressStore {
  /** The part under which the store reports to {@link Health}. */
  public static final String HEALTH_PART = "progress";

  private static final Logger log = LoggerFactory.getLogger(SqliteProgressStore.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIVE = Duration.ofSeconds(30);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration FUTURE = Duration.ofMinutes(2);
  private static final String POSITION = PositionRow.COLUMNS;

  private final Database database;
  private final Clock clock;
  private final Object writing = new Object();
  private final Object reading; // the same when both sides share a connection
  private final Health health;
  private PlaceNotes notes = PlaceNotes.none(); // set while it is opened
  private final AlbumNote album;
  private Connection writer; // guarded by writing; another one when the memory goes to the file
  private Connection reader; // guarded by reading
  private long firstNewBookmark; // 0 unless all is kept in memory; guarded by writing
  private volatile boolean isKept = true; // written under writing
  private boolean whole; // all in one transaction for now; guarded by writing
  private long triedNanos; // guarded by writing

  SqliteProgressStore(
      Database database, Clock clock, Health health, Connection writer, Connection reader) {
    this.database = database;
    this.clock = clock;
    this.health = health;
    this.album = new AlbumNote(database.beside(".album"));
    this.triedNanos = clock.nanoTime();
    this.writer = writer;
    this.reader = reader;
    this.reading = writer == reader ? writing : new Object();
  }

  /**
   * Opens the store, making the file and its folder when they are missing.
   *
   * @throws FailureException {@code UNAVAILABLE} or {@code DISK_FULL} when it cannot be written or
   *     was made by a newer version
   */
  public static SqliteProgressStore open(Path file, Clock clock, Health health) throws IOException {
    return open(file, clock, health, new SQLiteConfig());
  }

  static SqliteProgressStore open(Path file, Clock clock, Health health, SQLiteConfig config)
      throws IOException {
    SqliteProgressStore store = new Opening(file, clock, health, config).open();
    store.notes = PlaceNotes.open(store.database.beside(".places"));
    store.takeNotes();
    return store;
  }

  /** Takes over what was noted in the last moment of a process that was killed. */
  private void takeNotes() {
    for (Position noted : notes.all()) {
      try {
        Optional<Position> saved = position(noted.albumId());
        if (saved.isEmpty() || saved.get().at().isBefore(noted.at())) {
          save(noted);
        }
      } catch (IOException e) { // the place saved a moment before counts
        log.warn("the place noted last in {} cannot be saved", noted.albumId(), e);
      }
    }
    album.read().flatMap(SqliteProgressStore::album).ifPresent(this::takeAlbum);
  }

  private void takeAlbum(Album noted) {
    try {
      if (remembered().stream().noneMatch(known -> known.id().equals(noted.id()))) {
        remember(noted);
      }
    } catch (IOException e) { // the player finds it in its catalogue, if that knows it
      log.warn("the album played last, {}, cannot be remembered", noted.id(), e);
    }
  }

  private static Optional<Album> album(String json) {
    try {
      return Optional.of(JSON.readValue(json, Album.class));
    } catch (JacksonException e) {
      log.warn("a remembered album cannot be read and is left out: {}", e.getOriginalMessage());
      return Optional.empty();
    }
  }

  /**
   * Says that the connection is a memory that holds what the file held, until it can be written.
   */
  void isInMemory(long firstNew) {
    synchronized (writing) {
      firstNewBookmark = firstNew;
      isKept = false;
    }
  }

  @Override
  public void save(Position position) throws IOException {
    Instant now = clock.now();
    boolean live = Duration.between(position.at(), now).abs().compareTo(LIVE) <= 0;
    long future = live ? PositionRow.nanos(now.plus(FUTURE)) : Long.MAX_VALUE;
    write(
        "INSERT INTO position ("
            + POSITION
            + ") VALUES (?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (album_id) DO UPDATE SET album_title = excluded.album_title,"
            + " section = excluded.section, seconds = excluded.seconds,"
            + " duration_s = excluded.duration_s, sections = excluded.sections,"
            + " at_ns = excluded.at_ns"
            + " WHERE excluded.at_ns >= position.at_ns OR position.at_ns > ?",
        statement -> {
          PositionRow.set(statement, 1, position);
          statement.setLong(8, future);
        });
  }

  @Override
  public void note(Position position) {
    notes.note(position);
  }

  @Override
  public void note(Album playing) {
    album.note(JSON.writeValueAsString(playing));
  }

  @Override
  public Optional<Position> position(String albumId) throws IOException {
    return read(
            "SELECT " + POSITION + " FROM position WHERE album_id = ?",
            statement -> statement.setString(1, albumId),
            row -> PositionRow.read(row, 1))
        .stream()
        .findFirst();
  }

  @Override
  public List<Position> recent(int limit) throws IOException {
    return read(
        "SELECT " + POSITION + " FROM position ORDER BY at_ns DESC, album_id LIMIT ?",
        statement -> statement.setInt(1, limit),
        row -> PositionRow.read(row, 1));
  }

  @Override
  public Bookmark addBookmark(String name, Position position) throws IOException {
    long id =
        write(
            "INSERT INTO bookmark (" + POSITION + ", name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            statement -> {
              PositionRow.set(statement, 1, position);
              statement.setString(8, name);
            });
    return new Bookmark(id, name, position);
  }

  @Override
  public boolean removeBookmark(long id) throws IOException {
    boolean there = bookmarks("").stream().anyMatch(bookmark -> bookmark.id() == id);
    write("DELETE FROM bookmark WHERE id = ?", statement -> statement.setLong(1, id));
    return there;
  }

  @Override
  public List<Bookmark> bookmarks(String albumId) throws IOException {
    return read(
        "SELECT id, name, "
            + POSITION
            + " FROM bookmark"
            + " WHERE ? = '' OR album_id = ? ORDER BY id DESC",
        statement -> {
          statement.setString(1, albumId);
          statement.setString(2, albumId);
        },
        row -> new Bookmark(row.getLong(1), row.getString(2), PositionRow.read(row, 3)));
  }

  @Override
  public void remember(Album album) throws IOException {
    String json = JSON.writeValueAsString(album);
    write(
        "INSERT INTO album (id, json) VALUES (?, ?)"
            + " ON CONFLICT (id) DO UPDATE SET json = excluded.json",
        statement -> {
          statement.setString(1, album.id());
          statement.setString(2, json);
        });
  }

  @Override
  public void forget(String idPrefix) throws IOException {
    album.forget();
    write(
        "DELETE FROM album WHERE substr(id, 1, ?) = ?",
        statement -> {
          statement.setInt(1, idPrefix.codePointCount(0, idPrefix.length()));
          statement.setString(2, idPrefix);
        });
  }

  @Override
  public List<Album> remembered() throws IOException {
    List<String> texts =
        read("SELECT json FROM album ORDER BY id", statement -> {}, row -> row.getString(1));
    return texts.stream().flatMap(text -> album(text).stream()).toList();
  }

  @Override
  public void put(String key, String value) throws IOException {
    write(
        "INSERT INTO setting (key, value) VALUES (?, ?)"
            + " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        statement -> {
          statement.setString(1, key);
          statement.setString(2, value);
        });
  }

  @Override
  public Optional<String> get(String key) throws IOException {
    return read(
            "SELECT value FROM setting WHERE key = ?",
            statement -> statement.setString(1, key),
            row -> row.getString(1))
        .stream()
        .findFirst();
  }

  @Override
  public Map<String, String> settings(String prefix) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (String[] row :
        read(
            "SELECT key, value FROM setting WHERE substr(key, 1, length(?)) = ?",
            statement -> {
              statement.setString(1, prefix);
              statement.setString(2, prefix);
            },
            row -> new String[] {row.getString(1), row.getString(2)})) {
      found.put(row[0], row[1]);
    }
    return found;
  }

  @Override
  public boolean isKept() {
    return isKept;
  }

  @Override
  public boolean keep() {
    synchronized (writing) {
      if (firstNewBookmark > 0 && clock.nanoTime() - triedNanos >= AGAIN.toNanos()) {
        triedNanos = clock.nanoTime();
        writeBack();
      }
      return isKept;
    }
  }

  /** Changes over to the file, with all that was kept in memory, if the disk takes it again. */
  private void writeBack() {
    SqliteProgressStore file;
    try {
      file = Opening.connect(database, clock, health);
    } catch (SQLException | IOException e) {
      log.debug("the positions are still in memory alone", e);
      return;
    }
    try {
      file.takeIn(this, firstNewBookmark);
    } catch (IOException | RuntimeException e) {
      log.debug("the positions are still in memory alone", e);
      file.close();
      return;
    }
    closeQuietly(writer);
    writer = file.writer;
    reader = file.reader;
    firstNewBookmark = 0;
    isKept = true;
    health.ok(HEALTH_PART, "positions are saved");
    log.info("the positions that were kept in memory are saved");
  }

  /** Writes all of a store, or nothing of it; whoever gets an exception closes this one. */
  private void takeIn(ProgressStore memory, long firstNew) throws IOException {
    synchronized (writing) {
      boolean done = false;
      whole = true;
      try {
        writer.setAutoCommit(false);
        WriteBack.copy(memory, this, firstNew);
        writer.commit();
        writer.setAutoCommit(true);
        done = true;
      } catch (SQLException e) {
        throw database.failure(e);
      } finally {
        whole = false;
        if (!done) {
          takeBack();
        }
      }
    }
  }

  private void takeBack() {
    try {
      writer.rollback();
    } catch (SQLException e) { // a full disk makes SQLite take it back by itself
      log.debug("nothing is left to take back", e);
    }
  }

  @Override
  public void close() {
    synchronized (writing) {
      if (firstNewBookmark > 0) {
        writeBack();
      }
      if (firstNewBookmark > 0) {
        log.error("the positions of this run are lost, they cannot be saved");
      }
    }
    synchronized (reading) {
      closeQuietly(reader);
    }
    synchronized (writing) {
      closeQuietly(writer);
    }
    notes.close(); // last: a command of the last moment is noted still
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      log.warn("the positions file did not close cleanly: {}", e.getMessage());
    }
  }

  /** Runs one statement and returns the row id that it gave, 0 when it gave none. */
  private long write(String sql, Binder binder) throws IOException {
    synchronized (writing) {
      try {
        return run(sql, binder);
      } catch (SQLException e) {
        return writeOnFullDisk(sql, binder, e);
      }
    }
  }

  private long run(String sql, Binder binder) throws SQLException {
    try (PreparedStatement statement =
        writer.prepareStatement(sql, PreparedStatement.RETURN_GENERATED_KEYS)) {
      binder.bind(statement);
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        return keys.next() ? keys.getLong(1) : 0;
      }
    }
  }

  /**
   * Tries again with a log that begins anew: where the disk gives no room for the log to grow, what
   * it has is enough for a place in a book.
   */
  private long writeOnFullDisk(String sql, Binder binder, SQLException first) throws IOException {
    if (whole || !Database.isUnwritable(first)) {
      throw database.failure(first);
    }
    try {
      try (Statement statement = writer.createStatement()) {
        statement.execute("PRAGMA wal_checkpoint(RESTART)");
      }
      return run(sql, binder);
    } catch (SQLException e) {
      first.addSuppressed(e);
      throw database.failure(first);
    }
  }

  private <T> List<T> read(String sql, Binder binder, Reader<T> mapper) throws IOException {
    synchronized (reading) {
      try (PreparedStatement statement = reader.prepareStatement(sql)) {
        binder.bind(statement);
        List<T> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
          while (row.next()) {
            rows.add(mapper.read(row));
          }
        }
        return List.copyOf(rows);
      } catch (SQLException e) {
        throw database.failure(e);
      }
    }
  }

  /** Sets the parameters of a statement. */
  @FunctionalInterface
  private interface Binder {
    void bind(PreparedStatement statement) throws SQLException;
  }

  /** Makes a value of the current row. */
  @FunctionalInterface
  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }
}
