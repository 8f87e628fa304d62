package dev.earmark.library.sqlite;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.file.SqliteErrors;
import dev.earmark.library.Bookmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/**
 * How the store comes up: with its file; in memory, when the disk takes no writes; anew, when the
 * file is damaged. Blocks for the disk.
 */
final class Opening {
  private static final Logger log = LoggerFactory.getLogger(Opening.class);

  private final Path file;
  private final Clock clock;
  private final Health health;
  private final Database database;

  Opening(Path file, Clock clock, Health health, SQLiteConfig config) {
    this.file = file;
    this.clock = clock;
    this.health = health;
    this.database = new Database(file, config);
  }

  /** Opens it, in memory or anew where it has to be. */
  SqliteProgressStore open() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "the folder "
                  + folder
                  + " for the positions cannot be made: "
                  + e.getMessage()
                  + "; make it, writable for the user that runs Earmark"),
          e);
    }
    try {
      SqliteProgressStore store = connect(database, clock, health);
      health.ok(SqliteProgressStore.HEALTH_PART, "positions are saved in " + file);
      return store;
    } catch (SQLException e) {
      if (SqliteErrors.isDamage(e)) {
        return beginAnew(e);
      }
      if (Files.isRegularFile(file) && Database.isUnwritable(e)) {
        return inMemory(e);
      }
      throw database.failure(e);
    }
  }

  private SqliteProgressStore inMemory(SQLException unwritable) throws IOException {
    try {
      Connection memory = database.inMemory();
      SqliteProgressStore store = new SqliteProgressStore(database, clock, health, memory, memory);
      store.isInMemory(store.bookmarks("").stream().mapToLong(Bookmark::id).max().orElse(0) + 1);
      String sentence =
          "positions cannot be saved, the disk of "
              + file
              + " is full or cannot be written: free some space there; until then they are kept in"
              + " memory, and they are written as soon as they can be";
      log.error("{} ({})", sentence, oneLine(unwritable));
      health.problem(SqliteProgressStore.HEALTH_PART, sentence);
      return store;
    } catch (SQLException e) {
      e.addSuppressed(unwritable);
      throw database.failure(e);
    }
  }

  private SqliteProgressStore beginAnew(SQLException damage) throws IOException {
    Path aside = Damaged.moveAside(file, clock);
    String sentence =
        "the positions file was damaged ("
            + oneLine(damage)
            + "); it is kept as "
            + aside
            + ", and positions are saved anew from now on";
    log.error("{}", sentence);
    try {
      SqliteProgressStore store = connect(database, clock, health);
      health.problem(SqliteProgressStore.HEALTH_PART, sentence);
      return store;
    } catch (SQLException e) {
      throw database.failure(e);
    }
  }

  /** SQLite lists damage over several lines. */
  private static String oneLine(SQLException damage) {
    return String.valueOf(damage.getMessage()).replaceAll("\\s+", " ");
  }

  /** Opens the two connections to the file, which is made or brought up to date. */
  static SqliteProgressStore connect(Database database, Clock clock, Health health)
      throws SQLException, IOException {
    Connection writer = database.connect();
    try {
      database.prepare(writer);
      return new SqliteProgressStore(database, clock, health, writer, database.connect());
    } catch (SQLException | IOException | RuntimeException e) {
      try {
        writer.close();
      } catch (SQLException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }
}
