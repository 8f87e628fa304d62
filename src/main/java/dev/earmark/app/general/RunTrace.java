package dev.earmark.app.general;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Language;
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
  private final Language language;
  private int shown;
  private int notes;
  private boolean begun;

  /**
   * Writes lines to the consumer.
   *
   * @param language of the reader, in which the labels are
   */
  public RunTrace(Consumer<String> out, Language language) {
    this.out = out;
    this.language = language;
  }

  @Override
  public void accept(Run run) {
    if (!begun) {
      begun = true;
      line(language.pick("任务：", "Task: "), run.task());
      out.accept(
          language.pick("模型：", "Model: ")
              + run.model()
              + language.pick("，协议 ", ", protocol ")
              + run.protocol());
    }
    List<Step> steps = run.steps();
    for (; shown < steps.size(); shown++) {
      step(shown + 1, steps.get(shown));
    }
    for (; notes < run.notes().size(); notes++) {
      line(language.pick("说明：", "Note: "), run.notes().get(notes));
    }
    Run.Ended ended = run.ended();
    if (ended != null) {
      out.accept("");
      line(thought(), run.thought());
      out(language.pick("最终回答：", "Final Answer: "), run.answer());
      out.accept(
          String.format(
              Locale.ROOT,
              language.pick("（%s，%s，%d 个词元%s，%.1f 秒）", "(%s, %s, %d tokens%s, %.1f s)"),
              word(ended),
              steps(steps.size()),
              run.tokens(),
              paid(run.calls()),
              run.ms() / 1_000));
    }
  }

  private String thought() {
    return language.pick("想法：", "Thought: ");
  }

  private String steps(int count) {
    return count + language.pick(" 步", count == 1 ? " step" : " steps");
  }

  private String word(Run.Ended ended) {
    return switch (ended) {
      case ANSWERED -> language.pick("答完", "answered");
      case CANCELLED -> language.pick("已取消", "cancelled");
      case LIMIT_STEPS -> language.pick("步数用完", "too many steps");
      case LIMIT_TIME -> language.pick("时间用完", "too long");
      case LIMIT_TOKENS -> language.pick("字数用完", "too many words");
      case PARSE_ERROR -> language.pick("没想清楚", "not worked out");
      case MODEL_ERROR -> language.pick("模型没有回答", "the model did not answer");
    };
  }

  private static String paid(CallLog calls) {
    Double cost = calls.cost();
    return cost == null ? "" : String.format(Locale.ROOT, ", %.6f %s", cost, calls.currency());
  }

  private void step(int number, Step step) {
    out.accept("");
    out.accept(
        String.format(
            Locale.ROOT,
            language.pick("第 %d 步（模型 %.1f 秒）", "Step %d (model %.1f s)"),
            number,
            step.modelMs() / 1_000));
    line(thought(), step.thought());
    if (!step.action().isEmpty()) {
      line(language.pick("动作：", "Action: "), call(step.action(), step.actionInput()));
    }
    String by =
        switch (step.observationBy()) {
          case TOOL -> language.pick("工具", "tool");
          case PERSON -> language.pick("人", "person");
          case ENGINE -> language.pick("引擎", "engine");
        };
    line(
        String.format(
            Locale.ROOT,
            language.pick("观察（%s，%s，%.1f 毫秒）：", "Observation (%s, %s, %.1f ms): "),
            by,
            step.ok() ? language.pick("做到了", "ok") : language.pick("没有做到", "not done"),
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
    boolean tooLong = text.length() > LONGEST_TEXT;
    out(label, tooLong ? text.substring(0, LONGEST_TEXT) + "…" : text);
  }

  private void out(String label, String text) {
    if (!text.isEmpty()) {
      out.accept(label + printable(text));
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
