package dev.earmark.agent.sqlite;

import dev.earmark.agent.Run.Forgotten;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What runs have forgotten, as rows of a table that files of older versions get when they are
 * opened for writing; on a disk that takes no writes it may be missing.
 */
final class ForgottenRows {
  private ForgottenRows() {}

  /** Makes the table when it is missing; older versions of Earmark leave it alone. */
  static void prepare(Statement statement) throws SQLException {
    statement.execute(
        "CREATE TABLE IF NOT EXISTS forgotten ("
            + " run INTEGER NOT NULL REFERENCES run (run) ON DELETE CASCADE, number INTEGER NOT"
            + " NULL, what TEXT NOT NULL, from_step INTEGER NOT NULL, to_step INTEGER NOT NULL,"
            + " tokens INTEGER NOT NULL, written_by TEXT NOT NULL, content TEXT NOT NULL,"
            + " PRIMARY KEY (run, number)) WITHOUT ROWID");
  }

  static void write(Connection connection, long key, List<Forgotten> all) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO forgotten VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < all.size(); i++) {
        Forgotten one = all.get(i);
        insert.setLong(1, key);
        insert.setInt(2, i + 1);
        insert.setString(3, one.what());
        insert.setInt(4, one.fromStep());
        insert.setInt(5, one.toStep());
        insert.setInt(6, one.tokens());
        insert.setString(7, one.by());
        insert.setString(8, one.text());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  static List<Forgotten> read(Connection connection, long key) throws SQLException {
    List<Forgotten> all = new ArrayList<>();
    if (!isThere(connection)) {
      return all;
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT what, from_step, to_step, tokens, written_by, content FROM forgotten"
                + " WHERE run = ? ORDER BY number")) {
      query.setLong(1, key);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          all.add(
              new Forgotten(
                  row.getString(1),
                  row.getInt(2),
                  row.getInt(3),
                  row.getInt(4),
                  row.getString(5),
                  row.getString(6)));
        }
      }
    }
    return all;
  }

  private static boolean isThere(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'forgotten'")) {
      return row.next();
    }
  }
}
