package dev.earmark.app.cli.view;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A run as a tree for the terminal: the task, below it the steps with their thought, call, times
 * and observation, at last the answer. Long texts are shortened, and control characters, which a
 * tool or a model might send to the terminal, are taken out.
 */
public final class RunTree {
  private static final int LONGEST = 600;
  private static final int BAR = 20;

  private final List<String> lines = new ArrayList<>();

  private final Messages say;

  private RunTree(Messages say) {
    this.say = say;
  }

  /** Returns the lines of a run as {@code GET /api/runs/{id}} gives it. */
  public static List<String> lines(JsonNode run, Messages say) {
    RunTree tree = new RunTree(say);
    tree.run(run);
    return tree.lines;
  }

  private void run(JsonNode run) {
    String ended = run.path("ended").asString("");
    String state = run.path("state").asString("running");
    lines.add(run.path("id").asString("") + "  " + clean(run.path("task").asString("")));
    double longest = 1;
    for (JsonNode step : run.path("steps")) {
      longest = Math.max(longest, ms(step, "model_ms") + ms(step, "tool_ms"));
    }
    int number = 0;
    for (JsonNode step : run.path("steps")) {
      number++;
      step(number, step, longest);
    }
    JsonNode waiting = run.path("waiting");
    if (waiting.isObject()) {
      node("├─ ", "│  ", waits(waiting));
    }
    for (JsonNode note : run.path("notes")) {
      node("├─ ", "│  ", say.text("run.note") + note.asString(""));
    }
    for (JsonNode forgotten : run.path("forgotten")) {
      node("├─ ", "│  ", forgot(forgotten));
    }
    leaf("├─ ", "│  ", say.text("run.thought"), run.path("thought").asString(""));
    leaf("├─ ", "│  ", say.text("run.answer"), run.path("answer").asString(""));
    lines.add(
        "└─ "
            + say.text(
                "run.end",
                ended.isEmpty() ? say.text("run." + state) : say.textOr(ended, ended),
                run.path("model").asString(""),
                spent(ms(run, "ms")),
                run.path("tokens").asInt(0),
                paid(run)));
  }

  /** Returns what of the tokens was cached, and what the run cost, as far as that is known. */
  private String paid(JsonNode run) {
    int cached = run.path("cached_tokens").asInt(0);
    String fromCache = cached > 0 ? say.text("run.cached", cached) : "";
    JsonNode cost = run.path("cost");
    return cost.isNumber()
        ? fromCache
            + String.format(
                Locale.ROOT, ", %.6f %s", cost.asDouble(0), run.path("currency").asString(""))
        : fromCache;
  }

  private String forgot(JsonNode forgotten) {
    int tokens = forgotten.path("tokens").asInt(0);
    String saved = tokens > 0 ? say.text("forgot.tokens", tokens) : "";
    int from = forgotten.path("from_step").asInt();
    int to = forgotten.path("to_step").asInt();
    String text = headings(forgotten.path("text").asString(""));
    String head =
        switch (forgotten.path("what").asString("")) {
          case "shortened" -> say.text("forgot.shortened", from, to);
          case "summarised" ->
              say.text("forgot.summarised", from, to, forgotten.path("by").asString("rule"));
          default -> say.text("forgot.turns");
        };
    return head + saved + (text.isEmpty() ? "" : say.language().pick("：", ": ") + text);
  }

  /** What was told to the model is in the language of the talk; its headings are for the reader. */
  private String headings(String text) {
    String talk = say.language().pick("更早的对话：", "Earlier in this conversation:");
    String facts = say.language().pick("用户要我记住的：", "What the user asked me to remember:");
    return text.replaceAll("(?m)^(?:更早的对话：|Earlier in this conversation:)$", talk)
        .replaceAll("(?m)^(?:用户要我记住的：|What the user asked me to remember:)$", facts)
        .replaceFirst("^" + Pattern.quote(talk) + "\\n", "\n");
  }

  private void step(int number, JsonNode step, double longest) {
    String action = step.path("action").asString("");
    JsonNode before = step.path("before");
    String head =
        action.isEmpty()
            ? say.text("run.nocall")
            : action + " " + Json.write(step.path("action_input"));
    node("├─ ", "│  ", number + " " + head);
    leaf("│  ├─ ", "│  │  ", say.text("run.thought"), step.path("thought").asString(""));
    if (before.has("action_input")) {
      node("│  ├─ ", "│  │  ", say.text("run.input") + Json.write(before.path("action_input")));
    }
    double model = ms(step, "model_ms");
    double tool = ms(step, "tool_ms");
    lines.add(
        "│  ├─ "
            + say.text("run.times", spent(model), spent(tool))
            + "  "
            + bar(model + tool, longest));
    leaf("│  ├─ ", "│  │  ", say.text("run.before"), before.path("observation").asString(""));
    String by = say.text("by." + step.path("observation_by").asString("tool"));
    String ok = step.path("ok").asBoolean(true) ? "" : say.text("run.notdone");
    node(
        "│  └─ ",
        "│     ",
        say.text("run.observation", by + ok) + step.path("observation").asString(""));
  }

  private String waits(JsonNode waiting) {
    String action = waiting.path("action").asString("");
    String call =
        action.isEmpty()
            ? ""
            : say.text("run.beforecall", action, Json.write(waiting.path("action_input")));
    String until = waiting.path("until").asString("");
    return waiting.path("why").asString("").equals("paused")
        ? say.text("run.waits", call, until)
        : say.text("run.asks", waiting.path("question").asString(""), call, until);
  }

  private void leaf(String first, String next, String label, String text) {
    if (!text.isEmpty()) {
      node(first, next, label + text);
    }
  }

  private void node(String first, String next, String text) {
    String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    String prefix = first;
    for (String line : shown.strip().split("\n", -1)) {
      lines.add(prefix + clean(line));
      prefix = next;
    }
  }

  private static double ms(JsonNode node, String name) {
    return node.path(name).asDouble(0);
  }

  private static String spent(double ms) {
    return ms >= 1_000
        ? String.format(Locale.ROOT, "%.1f s", ms / 1_000)
        : String.format(Locale.ROOT, ms >= 10 ? "%.0f ms" : "%.1f ms", ms);
  }

  private static String bar(double ms, double longest) {
    return "█".repeat((int) Math.round(BAR * ms / longest));
  }

  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      clean.append(Character.isISOControl(c) ? ' ' : c);
    }
    return clean.toString();
  }
}
