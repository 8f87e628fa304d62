package dev.earmark.app.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** A run as people read it: task, thought, action, observation, answer. */
public final class RunText {
  private RunText() {}

  /** Returns the lines of a run, one for each thing that was thought, done or seen. */
  public static List<String> lines(JsonNode run) {
    List<String> lines = new ArrayList<>();
    lines.add("Task: " + run.path("task").asString(""));
    for (JsonNode step : run.path("steps")) {
      add(lines, "Thought: ", step.path("thought").asString(""));
      String action = step.path("action").asString("");
      if (!action.isEmpty()) {
        lines.add("Action: " + action);
        lines.add("Action Input: " + Json.write(step.path("action_input")));
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "Observation (%s, %.1f ms): %s",
              step.path("observation_by").asString("tool"),
              step.path("tool_ms").asDouble(0),
              step.path("observation").asString("")));
    }
    add(lines, "Thought: ", run.path("thought").asString(""));
    lines.add("Final Answer: " + run.path("answer").asString(""));
    lines.add(
        String.format(
            Locale.ROOT,
            "(%s, %s, %.0f ms)",
            run.path("model").asString(""),
            run.path("ended").asString("running"),
            run.path("ms").asDouble(0)));
    return lines;
  }

  /**
   * Returns what a run asks a person, with how to answer, such as {@code run r-1 asks: …}; empty
   * when it asks nothing.
   */
  public static String question(JsonNode run, Messages say) {
    JsonNode waiting = run.path("waiting");
    String id = run.path("id").asString("");
    if (!waiting.isObject()) {
      return "";
    }
    return waiting.path("why").asString("").equals("paused")
        ? say.text("run.ispaused", id, id)
        : say.text("run.wants", id, waiting.path("question").asString(""), id, id);
  }

  private static void add(List<String> lines, String label, String text) {
    if (!text.isEmpty()) {
      lines.add(label + text);
    }
  }
}
