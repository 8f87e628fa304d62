package dev.earmark.agent.loop;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
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
      one.put("role", lower(message.author()));
      one.put("content", message.text());
      messages.add(one);
    }
    map.put("messages", messages);
    map.put("calls", run.calls().chats().stream().map(RunJson::chat).toList());
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
    map.put("ended", ended == null ? null : lower(ended));
    map.put("state", run.state());
    if (run.waiting() != null) {
      map.put("waiting", waiting(run.waiting()));
    }
    map.put("ms", rounded(run.ms()));
    map.put("tokens", run.tokens());
    CallLog calls = run.calls();
    map.put("prompt_tokens", calls.promptTokens());
    map.put("cached_tokens", calls.cachedTokens());
    map.put("completion_tokens", calls.completionTokens());
    Double cost = calls.cost();
    map.put("cost", cost);
    if (cost != null) {
      map.put("currency", calls.currency());
    }
    map.put("notes", run.notes());
    map.put("forgotten", run.forgotten().stream().map(RunJson::forgotten).toList());
    return map;
  }

  private static Map<String, Object> step(Step step) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("thought", step.thought());
    map.put("action", step.action());
    map.put("action_input", step.actionInput());
    map.put("observation", step.observation());
    map.put("observation_by", lower(step.observationBy()));
    map.put("ok", step.ok());
    map.put("model_ms", rounded(step.modelMs()));
    map.put("tool_ms", rounded(step.toolMs()));
    Step.Before before = step.before();
    if (before != null) {
      Map<String, Object> changed = new LinkedHashMap<>();
      if (before.actionInput() != null) {
        changed.put("action_input", before.actionInput());
      }
      if (before.observation() != null) {
        changed.put("observation", before.observation());
      }
      map.put("before", changed);
    }
    return map;
  }

  private static Map<String, Object> forgotten(Run.Forgotten what) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("what", what.what());
    map.put("from_step", what.fromStep());
    map.put("to_step", what.toStep());
    map.put("tokens", what.tokens());
    map.put("by", what.by());
    map.put("text", what.text());
    return map;
  }

  private static Map<String, Object> chat(CallLog.Chat chat) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("step", chat.step());
    map.put("model", chat.origin().model());
    map.put("start_ms", rounded(chat.startMs()));
    map.put("ms", rounded(chat.ms()));
    Double first = chat.firstMs();
    map.put("first_ms", first == null ? null : rounded(first));
    map.put("prompt_tokens", chat.promptTokens());
    map.put("cached_tokens", chat.origin().cachedTokens());
    map.put("completion_tokens", chat.completionTokens());
    map.put("counted", chat.origin().counted());
    map.put("finish", chat.finish());
    map.put("cost", chat.cost());
    map.put("failure", chat.failure());
    return map;
  }

  private static Map<String, Object> waiting(Run.Waiting waiting) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("why", lower(waiting.why()));
    map.put("action", waiting.action());
    map.put("action_input", waiting.actionInput());
    map.put("question", waiting.question());
    map.put("until", waiting.until().toString());
    return map;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
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
}
