package dev.earmark.app.general;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a run for people while it goes on: each new step with its thought, action, observation and
 * times, then the answer. Long texts are shortened, and control characters, which a file or a model
 * might send to the terminal, are taken out. Confined to the run's thread.
 */
public final class RunTrace implements Consumer<Run> {
  private static final int LONGEST_VALUE = 120; // characters of an argument
  private static final int LONGEST_TEXT = 1_200;

  private final Consumer<String> out;
  private int shown;
  private int notes;
  private boolean begun;

  /** Writes lines to the consumer. */
  public RunTrace(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void accept(Run run) {
    if (!begun) {
      begun = true;
      line("Task: ", run.task());
      out.accept("Model: " + run.model() + ", protocol " + run.protocol());
    }
    List<Step> steps = run.steps();
    for (; shown < steps.size(); shown++) {
      step(shown + 1, steps.get(shown));
    }
    for (; notes < run.notes().size(); notes++) {
      line("Note: ", run.notes().get(notes));
    }
    Run.Ended ended = run.ended();
    if (ended != null) {
      out.accept("");
      line("Thought: ", run.thought());
      line("Final Answer: ", run.answer());
      out.accept(
          String.format(
              Locale.ROOT,
              "(%s, %d steps, %d tokens%s, %.1f s)",
              ended.name().toLowerCase(Locale.ROOT),
              steps.size(),
              run.tokens(),
              paid(run.calls()),
              run.ms() / 1_000));
    }
  }

  private static String paid(CallLog calls) {
    Double cost = calls.cost();
    return cost == null ? "" : String.format(Locale.ROOT, ", %.6f %s", cost, calls.currency());
  }

  private void step(int number, Step step) {
    out.accept("");
    out.accept(
        String.format(Locale.ROOT, "Step %d (model %.1f s)", number, step.modelMs() / 1_000));
    line("Thought: ", step.thought());
    if (!step.action().isEmpty()) {
      line("Action: ", call(step.action(), step.actionInput()));
    }
    String by = step.observationBy().name().toLowerCase(Locale.ROOT);
    line(
        String.format(
            Locale.ROOT,
            "Observation (%s, %s, %.1f ms): ",
            by,
            step.ok() ? "ok" : "not done",
            step.toolMs()),
        step.observation());
  }

  /** Returns a call on one line, such as {@code write_to_file(path="a.txt", content="…")}. */
  static String call(String tool, Map<String, Object> args) {
    StringBuilder call = new StringBuilder(tool).append('(');
    String separator = "";
    for (Map.Entry<String, Object> arg : args.entrySet()) {
      call.append(separator).append(arg.getKey()).append('=');
      Object value = arg.getValue();
      String text = String.valueOf(value).replace("\r", "\\r").replace("\n", "\\n");
      String head = text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
      call.append(value instanceof String ? '"' + head + '"' : head);
      if (head.length() < text.length()) {
        call.append(" <").append(String.valueOf(value).length()).append(" characters>");
      }
      separator = ", ";
    }
    return printable(call.append(')').toString());
  }

  private void line(String label, String text) {
    if (!text.isEmpty()) {
      boolean tooLong = text.length() > LONGEST_TEXT && !label.startsWith("Final");
      out.accept(label + printable(tooLong ? text.substring(0, LONGEST_TEXT) + "…" : text));
    }
  }

  /** Takes out what could move the cursor or change the terminal. */
  static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\t' || !Character.isISOControl(c)) {
        printable.append(c);
      } else if (c != '\r') {
        printable.append('\uFFFD');
      }
    }
    return printable.toString();
  }
}
