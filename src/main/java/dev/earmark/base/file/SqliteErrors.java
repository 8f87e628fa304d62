package dev.earmark.base.file;

import java.sql.SQLException;

/**
 * What SQLite's error numbers mean to everybody who keeps a file with it. The numbers are the
 * primary result codes of SQLite's C interface, the low byte of what the driver gives.
 */
public final class SqliteErrors {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int NOT_A_DATABASE = 26;

  private SqliteErrors() {}

  /** Returns the primary result code, 0 when the exception does not come from SQLite itself. */
  public static int code(SQLException e) {
    return e.getErrorCode() & 0xff;
  }

  /** Returns whether the file's content is damaged. */
  public static boolean isDamage(SQLException e) {
    return code(e) == CORRUPT || code(e) == NOT_A_DATABASE;
  }

  /** Returns whether the disk is full. */
  public static boolean isFull(SQLException e) {
    return code(e) == FULL;
  }

  /** Returns whether another program, or another connection, holds the file. */
  public static boolean isHeld(SQLException e) {
    return code(e) == BUSY || code(e) == LOCKED;
  }
}
