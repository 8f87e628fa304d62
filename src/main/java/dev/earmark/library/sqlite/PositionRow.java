package dev.earmark.library.sqlite;

import dev.earmark.library.Position;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A position as the columns of a row. */
final class PositionRow {
  static final String COLUMNS =
      "album_id, album_title, section, seconds, duration_s, sections, at_ns";

  private PositionRow() {}

  /** Sets the parameters from the first index on. */
  static void set(PreparedStatement statement, int first, Position position) throws SQLException {
    statement.setString(first, position.albumId());
    statement.setString(first + 1, position.albumTitle());
    statement.setInt(first + 2, position.section());
    statement.setDouble(first + 3, position.seconds());
    statement.setDouble(first + 4, position.durationS());
    statement.setInt(first + 5, position.sections());
    statement.setLong(first + 6, nanos(position.at()));
  }

  /** Returns the position whose first column has this index. */
  static Position read(ResultSet row, int first) throws SQLException {
    return new Position(
        row.getString(first),
        row.getString(first + 1),
        row.getInt(first + 2),
        row.getDouble(first + 3),
        row.getDouble(first + 4),
        row.getInt(first + 5),
        instant(row.getLong(first + 6)));
  }

  /** What {@link #nanos} was made of. */
  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }

  /** Nanoseconds since 1970, which a 64-bit number holds until the year 2262. */
  static long nanos(Instant at) {
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }
}
