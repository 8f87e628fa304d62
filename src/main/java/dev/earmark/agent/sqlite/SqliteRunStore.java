package dev.earmark.agent.sqlite;

import dev.earmark.agent.Run;
import dev.earmark.agent.RunSettings;
import dev.earmark.agent.RunStore;
import dev.earmark.base.Clock;
import dev.earmark.base.file.SqliteErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/**
 * Runs in one SQLite file with a table for runs, one for their steps and one for their messages.
 *
 * <p>One connection writes, another reads, each under its own lock, so that a reader never waits
 * for a write. Both are opened when they are first needed, and anew after a failure: a disk that
 * becomes full or read-only while Earmark runs costs the records of that time and nothing else.
 */
public final class SqliteRunStore implements RunStore {
  private static final Logger log = LoggerFactory.getLogger(SqliteRunStore.class);

  private final RunDatabase database;
  private final RunSettings settings;
  private final Clock clock;
  private final Object writing = new Object();
  private final Object reading = new Object();
  private @Nullable Connection writer; // guarded by writing
  private @Nullable Connection reader; // guarded by reading
  private int readerGeneration; // guarded by reading
  private final AtomicInteger generation =
      new AtomicInteger(); // which file the writer has opened; readers follow
  private volatile boolean damaged; // found while reading or writing; the writer begins anew

  /** Makes a store on the file; nothing is opened before it is needed. */
  public SqliteRunStore(Path file, RunSettings settings, Clock clock) {
    this(file, settings, clock, new SQLiteConfig());
  }

  SqliteRunStore(Path file, RunSettings settings, Clock clock, SQLiteConfig config) {
    this.database = new RunDatabase(file, config);
    this.settings = settings;
    this.clock = clock;
  }

  /** Reads from a connection. */
  private interface Query<T> {
    T on(Connection connection) throws SQLException;
  }

  @Override
  public void save(List<Run> runs) throws IOException {
    if (settings.keep() == 0 || runs.isEmpty()) {
      return;
    }
    synchronized (writing) {
      Connection connection = writer();
      try {
        connection.setAutoCommit(false);
        for (Run run : runs) {
          RunRows.write(connection, run);
        }
        forget(connection);
        connection.commit();
      } catch (SQLException e) {
        writer = null;
        closeQuietly(connection);
        if (SqliteErrors.isDamage(e)) {
          damaged = true;
        }
        throw database.failure(e);
      }
    }
  }

  private Connection writer() throws IOException {
    if (damaged) {
      closeQuietly(writer);
      writer = null;
      synchronized (reading) {
        closeQuietly(reader);
        reader = null;
        database.moveAside();
        damaged = false;
      }
    }
    Connection connection = writer;
    if (connection == null) {
      connection = database.open();
      writer = connection;
      generation.incrementAndGet();
    }
    return connection;
  }

  private void forget(Connection connection) throws SQLException {
    Instant oldest = clock.now().minus(settings.maxAge());
    try (PreparedStatement old =
            connection.prepareStatement("DELETE FROM run WHERE started_ns < ?");
        PreparedStatement tooMany =
            connection.prepareStatement(
                "DELETE FROM run WHERE run IN (SELECT run FROM run"
                    + " ORDER BY started_ns DESC, id DESC LIMIT -1 OFFSET ?)")) {
      old.setLong(1, nanos(oldest));
      old.executeUpdate();
      tooMany.setInt(1, settings.keep());
      tooMany.executeUpdate();
    }
  }

  @Override
  public Optional<Run> find(String id) throws IOException {
    return read(
        connection -> {
          try (PreparedStatement query =
              connection.prepareStatement(
                  RunRows.SELECT + " WHERE id = ? ORDER BY started_ns DESC LIMIT 1")) {
            query.setString(1, id);
            return runs(connection, query).stream().findFirst();
          }
        },
        Optional.empty());
  }

  @Override
  public List<Run> newest(int limit, @Nullable Place before) throws IOException {
    return read(
        connection -> {
          String older = before == null ? "" : " WHERE (started_ns, id) < (?, ?)";
          try (PreparedStatement query =
              connection.prepareStatement(
                  RunRows.SELECT + older + " ORDER BY started_ns DESC, id DESC LIMIT ?")) {
            int at = 1;
            if (before != null) {
              query.setLong(at++, nanos(before.startedAt()));
              query.setString(at++, before.id());
            }
            query.setInt(at, limit);
            return runs(connection, query);
          }
        },
        List.of());
  }

  private static List<Run> runs(Connection connection, PreparedStatement query)
      throws SQLException {
    List<Run> runs = new ArrayList<>();
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        runs.add(RunRows.read(connection, row));
      }
    }
    return List.copyOf(runs);
  }

  private <T> T read(Query<T> query, T nothing) throws IOException {
    if (settings.keep() == 0) {
      return nothing;
    }
    synchronized (reading) {
      Connection connection = reader();
      try {
        return query.on(connection);
      } catch (SQLException e) {
        reader = null;
        closeQuietly(connection);
        if (SqliteErrors.isDamage(e)) {
          damaged = true;
        }
        throw database.failure(e);
      }
    }
  }

  private Connection reader() throws IOException {
    if (readerGeneration != generation.get()) {
      closeQuietly(reader);
      reader = null;
    }
    Connection connection = reader;
    if (connection == null) {
      readerGeneration = generation.get();
      connection = openReader();
      reader = connection;
    }
    return connection;
  }

  private Connection openReader() throws IOException {
    try {
      return database.open();
    } catch (IOException e) {
      try {
        return database.openToRead();
      } catch (IOException unreadable) {
        e.addSuppressed(unreadable);
        throw e;
      }
    }
  }

  @Override
  public void close() {
    synchronized (reading) {
      closeQuietly(reader);
      reader = null;
    }
    synchronized (writing) {
      closeQuietly(writer);
      writer = null;
    }
  }

  private static void closeQuietly(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      log.warn("the file of runs did not close cleanly: {}", e.getMessage());
    }
  }

  /** Nanoseconds since 1970; what lies outside of 1678 to 2262 is taken for its edge. */
  static long nanos(Instant at) {
    long seconds = Math.max(-9_000_000_000L, Math.min(9_000_000_000L, at.getEpochSecond()));
    return TimeUnit.SECONDS.toNanos(seconds) + at.getNano();
  }
}
