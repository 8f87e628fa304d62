package dev.earmark.app.cli.view;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A run as people read it: task, thought, action, observation, answer. */
public final class RunText {
  private RunText() {}

  /** Returns the lines of a run, one for each thing that was thought, done or seen. */
  public static List<String> lines(JsonNode run, Messages say) {
    List<String> lines = new ArrayList<>();
    lines.add(say.text("trace.task") + run.path("task").asString(""));
    for (JsonNode step : run.path("steps")) {
      add(lines, say.text("trace.thought"), step.path("thought").asString(""));
      String action = step.path("action").asString("");
      if (!action.isEmpty()) {
        lines.add(say.text("trace.action") + action);
        lines.add(say.text("trace.input") + Json.write(step.path("action_input")));
      }
      lines.add(
          say.text(
              "trace.observation",
              say.text("by." + step.path("observation_by").asString("tool")),
              step.path("tool_ms").asDouble(0),
              step.path("observation").asString("")));
    }
    add(lines, say.text("trace.thought"), run.path("thought").asString(""));
    lines.add(say.text("trace.answer") + run.path("answer").asString(""));
    String ended = run.path("ended").asString("");
    lines.add(
        say.text(
            "trace.end",
            run.path("model").asString(""),
            ended.isEmpty() ? say.text("run.running") : say.textOr(ended, ended),
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
