package dev.earmark.agent.sqlite;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Language;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A run as rows of the tables. */
final class RunRows {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long SECOND = 1_000_000_000L;

  /** All columns of a run, for {@link #read}. */
  static final String SELECT =
      "SELECT run, id, started_ns, task, language, protocol, model, thought, answer, ended, ms,"
          + " tokens, notes FROM run";

  private RunRows() {}

  /** Writes a run in place of what was there of it. */
  static void write(Connection connection, Run run) throws SQLException {
    long key = upsert(connection, run);
    deleteParts(connection, key);
    writeSteps(connection, key, run.steps());
    writeMessages(connection, key, run.messages());
    ForgottenRows.write(connection, key, run.forgotten());
    writeCalls(connection, key, run.calls());
  }

  private static long upsert(Connection connection, Run run) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO run (id, started_ns, task, language, protocol, model, thought, answer,"
                + " ended, ms, tokens, notes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT (started_ns, id) DO UPDATE SET model = excluded.model,"
                + " thought = excluded.thought, answer = excluded.answer, ended = excluded.ended,"
                + " ms = excluded.ms, tokens = excluded.tokens, notes = excluded.notes"
                + " RETURNING run")) {
      insert.setString(1, run.id());
      insert.setLong(2, SqliteRunStore.nanos(run.startedAt()));
      insert.setString(3, run.task());
      insert.setString(4, run.language().code());
      insert.setString(5, run.protocol());
      insert.setString(6, run.model());
      insert.setString(7, run.thought());
      insert.setString(8, run.answer());
      Run.Ended ended = run.ended();
      insert.setString(9, ended == null ? null : lower(ended));
      insert.setDouble(10, run.ms());
      insert.setInt(11, run.tokens());
      insert.setString(12, JSON.writeValueAsString(run.notes()));
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static void deleteParts(Connection connection, long key) throws SQLException {
    for (String table : List.of("step", "message", "forgotten", "call_log")) {
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM " + table + " WHERE run = ?")) {
        delete.setLong(1, key);
        delete.executeUpdate();
      }
    }
  }

  private static void writeSteps(Connection connection, long key, List<Step> steps)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        Step.Before before = step.before();
        insert.setLong(1, key);
        insert.setInt(2, i + 1);
        insert.setString(3, step.thought());
        insert.setString(4, step.action());
        insert.setString(5, JSON.writeValueAsString(step.actionInput()));
        insert.setString(6, step.observation());
        insert.setString(7, lower(step.observationBy()));
        insert.setBoolean(8, step.ok());
        insert.setDouble(9, step.modelMs());
        insert.setDouble(10, step.toolMs());
        Map<String, Object> input = before == null ? null : before.actionInput();
        insert.setString(11, input == null ? null : JSON.writeValueAsString(input));
        insert.setString(12, before == null ? null : before.observation());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static void writeMessages(
      Connection connection, long key, List<ChatModel.Message> messages) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO message VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < messages.size(); i++) {
        insert.setLong(1, key);
        insert.setInt(2, i + 1);
        insert.setString(3, lower(messages.get(i).author()));
        insert.setString(4, messages.get(i).text());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Reads the run of a row of {@link #SELECT} with its steps and messages. */
  static Run read(Connection connection, ResultSet row) throws SQLException {
    long key = row.getLong(1);
    long nanos = row.getLong(3);
    String ended = row.getString(10);
    return new Run(
        row.getString(2),
        Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND)),
        row.getString(4),
        Language.of(row.getString(5)),
        row.getString(6),
        row.getString(7),
        steps(connection, key),
        row.getString(8),
        row.getString(9),
        ended == null ? null : Run.Ended.valueOf(upper(ended)),
        row.getDouble(11),
        row.getInt(12),
        messages(connection, key),
        notes(row.getString(13)),
        /* waiting= */ null,
        ForgottenRows.read(connection, key),
        calls(connection, key));
  }

  private static List<Step> steps(Connection connection, long key) throws SQLException {
    List<Step> steps = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT thought, action, action_input, observation, observation_by, ok, model_ms,"
                + " tool_ms, input_before, observation_before FROM step WHERE run = ?"
                + " ORDER BY number")) {
      query.setLong(1, key);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          steps.add(
              new Step(
                  row.getString(1),
                  row.getString(2),
                  map(row.getString(3)),
                  row.getString(4),
                  Step.By.valueOf(upper(row.getString(5))),
                  row.getBoolean(6),
                  row.getDouble(7),
                  row.getDouble(8),
                  before(row.getString(9), row.getString(10))));
        }
      }
    }
    return steps;
  }

  private static Step.@Nullable Before before(@Nullable String input, @Nullable String observation)
      throws SQLException {
    return input == null && observation == null
        ? null
        : new Step.Before(input == null ? null : map(input), observation);
  }

  private static List<ChatModel.Message> messages(Connection connection, long key)
      throws SQLException {
    List<ChatModel.Message> messages = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT role, content FROM message WHERE run = ? ORDER BY number")) {
      query.setLong(1, key);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          messages.add(
              new ChatModel.Message(
                  ChatModel.Author.valueOf(upper(row.getString(1))), row.getString(2)));
        }
      }
    }
    return messages;
  }

  private static void writeCalls(Connection connection, long key, CallLog calls)
      throws SQLException {
    if (calls.chats().isEmpty() && calls.tools().isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO call_log VALUES (?, ?)")) {
      insert.setLong(1, key);
      insert.setString(2, JSON.writeValueAsString(calls));
      insert.executeUpdate();
    }
  }

  /** A file that is read as it lies may be of version 1, which knows no calls. */
  private static CallLog calls(Connection connection, long key) throws SQLException {
    if (!hasCalls(connection)) {
      return CallLog.EMPTY;
    }
    try (PreparedStatement query =
        connection.prepareStatement("SELECT calls FROM call_log WHERE run = ?")) {
      query.setLong(1, key);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? parse(row.getString(1), CallLog.class) : CallLog.EMPTY;
      }
    }
  }

  private static boolean hasCalls(Connection connection) throws SQLException {
    try (PreparedStatement query =
            connection.prepareStatement("SELECT 1 FROM sqlite_master WHERE name = 'call_log'");
        ResultSet row = query.executeQuery()) {
      return row.next();
    }
  }

  private static Map<String, Object> map(String json) throws SQLException {
    Map<String, Object> map = new LinkedHashMap<>();
    Map<?, ?> parsed = parse(json, Map.class);
    parsed.forEach((key, value) -> map.put(String.valueOf(key), value));
    return map;
  }

  private static List<String> notes(String json) throws SQLException {
    List<String> notes = new ArrayList<>();
    List<?> parsed = parse(json, List.class);
    parsed.forEach(note -> notes.add(String.valueOf(note)));
    return notes;
  }

  private static <T> T parse(String json, Class<T> type) throws SQLException {
    try {
      return JSON.readValue(json, type);
    } catch (JacksonException e) {
      throw new SQLException("a run holds broken JSON", e);
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
