package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Language;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON form of runs: snake_case names, times in milliseconds, lower-case words for enums. */
public final class RunJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private RunJson() {}

  /**
   * Returns the run as plain values, with its raw conversation, for programs that write JSON
   * themselves.
   */
  public static Map<String, Object> toMap(Run run) {
    Map<String, Object> map = summary(run);
    List<Map<String, Object>> messages = new ArrayList<>();
    for (ChatModel.Message message : run.messages()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("role", message.author().name().toLowerCase(Locale.ROOT));
      one.put("content", message.text());
      messages.add(one);
    }
    map.put("messages", messages);
    return map;
  }

  /** Returns the run as plain values, without its raw conversation. */
  public static Map<String, Object> summary(Run run) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", run.id());
    map.put("started_at", run.startedAt().toString());
    map.put("task", run.task());
    map.put("language", run.language().code());
    map.put("protocol", run.protocol());
    map.put("model", run.model());
    map.put("steps", run.steps().stream().map(RunJson::step).toList());
    map.put("thought", run.thought());
    map.put("answer", run.answer());
    Run.Ended ended = run.ended();
    map.put("ended", ended == null ? null : ended.name().toLowerCase(Locale.ROOT));
    map.put("ms", rounded(run.ms()));
    map.put("tokens", run.tokens());
    map.put("notes", run.notes());
    return map;
  }

  private static Map<String, Object> step(Step step) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("thought", step.thought());
    map.put("action", step.action());
    map.put("action_input", step.actionInput());
    map.put("observation", step.observation());
    map.put("observation_by", step.observationBy().name().toLowerCase(Locale.ROOT));
    map.put("ok", step.ok());
    map.put("model_ms", rounded(step.modelMs()));
    map.put("tool_ms", rounded(step.toolMs()));
    return map;
  }

  private static double rounded(double ms) {
    return Math.round(ms * 1_000) / 1_000.0;
  }

  /** Returns the run as one line of JSON. */
  public static String write(Run run) {
    return write(toMap(run));
  }

  /** Returns a plain value as compact JSON. */
  static String write(@Nullable Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Returns the value that the JSON holds, or null when it is broken or of another type. */
  static @Nullable Object read(String json, Class<?> type) {
    try {
      Object value = MAPPER.readValue(json, Object.class);
      return type.isInstance(value) ? value : null;
    } catch (JacksonException broken) {
      return null;
    }
  }

  /**
   * Reads a run back.
   *
   * @throws IllegalArgumentException when the text is no run
   */
  public static Run read(String json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      List<Step> steps = new ArrayList<>();
      for (JsonNode step : node.path("steps")) {
        steps.add(step(step));
      }
      List<ChatModel.Message> messages = new ArrayList<>();
      for (JsonNode message : node.path("messages")) {
        ChatModel.Author author =
            ChatModel.Author.valueOf(message.path("role").asString("").toUpperCase(Locale.ROOT));
        messages.add(new ChatModel.Message(author, text(message, "content")));
      }
      List<String> notes = new ArrayList<>();
      node.path("notes").forEach(note -> notes.add(note.asString("")));
      String ended = text(node, "ended");
      return new Run(
          text(node, "id"),
          Instant.parse(text(node, "started_at")),
          text(node, "task"),
          Language.of(text(node, "language")),
          text(node, "protocol"),
          text(node, "model"),
          steps,
          text(node, "thought"),
          text(node, "answer"),
          ended.isEmpty() ? null : Run.Ended.valueOf(ended.toUpperCase(Locale.ROOT)),
          node.path("ms").asDouble(0),
          node.path("tokens").asInt(0),
          messages,
          notes);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("this line is no run: " + e.getMessage(), e);
    }
  }

  private static Step step(JsonNode node) {
    Map<String, Object> input = new LinkedHashMap<>();
    Map<?, ?> given = MAPPER.treeToValue(node.path("action_input"), Map.class);
    given.forEach((key, value) -> input.put(String.valueOf(key), value));
    return new Step(
        text(node, "thought"),
        text(node, "action"),
        input,
        text(node, "observation"),
        Step.By.valueOf(text(node, "observation_by").toUpperCase(Locale.ROOT)),
        node.path("ok").asBoolean(false),
        node.path("model_ms").asDouble(0),
        node.path("tool_ms").asDouble(0));
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }
}
