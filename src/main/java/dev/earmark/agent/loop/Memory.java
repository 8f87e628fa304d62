package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.Run.Forgotten;
import dev.earmark.agent.Step;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a model reads of its run within what it can read. Nothing is done before the budget is
 * full, and then much at once, so that the beginning of the prompt changes rarely: old observations
 * are shortened, then older rounds become a summary behind the task. The system prompt, the task
 * and the last rounds stay as they are; what tools brought about and what a person said is told in
 * the summary word for word, whoever writes it. Confined to the run's thread.
 */
final class Memory {
  private static final int LAST_ROUNDS = 2;
  private static final int SHORT = 200; // characters of an old observation
  private static final int TIGHT = 600; // characters of a last one, when nothing else helps
  private static final double ENOUGH = 0.6; // of the budget, after room has been made
  private static final double SUMMARY_SHARE = 0.2; // of the budget
  private static final int LINE = 48; // characters of a result in a summary by rule
  private static final int PIN = 160; // characters of one that is told word for word
  private static final int SUMMARY = 1_500; // characters of a summary by the model

  private final Dialogue dialogue;
  private final LiveRun run;
  private final Language language;
  private final Summaries summaries;
  private final List<String> lines = new ArrayList<>(); // of the steps that are summarised
  private final List<String> pins = new ArrayList<>();
  private double factor = 1; // the server's tokens for one of our estimate
  private double squeeze = 1; // of the budget, after the server found a prompt too long
  private boolean squeezed;
  private int firstGone;

  Memory(Dialogue dialogue, LiveRun run, Summaries summaries) {
    this.dialogue = dialogue;
    this.run = run;
    this.language = run.language();
    this.summaries = summaries;
  }

  /** Learns how the server counts, from the tokens that it found in the last prompt. */
  void counted(int promptTokens) {
    int estimate = dialogue.tokens();
    if (promptTokens > 0 && estimate > 400) {
      factor = Math.max(0.75, Math.min(4, promptTokens / (double) estimate));
    }
  }

  /**
   * Takes a failure for what it says of the length of the prompt.
   *
   * @return whether it makes sense to ask again
   */
  boolean tooLong(Failure failure) {
    boolean length =
        failure.kind() == Failure.Kind.BAD_REQUEST
            && failure.detail().toLowerCase(Locale.ROOT).contains("context");
    if (!length || squeezed || summaries.budget() == 0) {
      return false;
    }
    squeezed = true;
    squeeze = Math.min(1, ENOUGH * used() / summaries.budget());
    return true;
  }

  private double used() {
    return dialogue.tokens() * factor;
  }

  /** Makes room when the next prompt would not fit. */
  void fit(CancelFlag cancel) {
    double budget = summaries.budget() * squeeze;
    if (budget == 0 || used() <= budget) {
      return;
    }
    shorten(dialogue.lastRounds(LAST_ROUNDS), SHORT);
    if (used() > ENOUGH * budget) {
      summarise(dialogue.lastRounds(LAST_ROUNDS), used() <= 1.1 * budget, cancel);
    }
    if (used() > budget) {
      lastResort(budget);
    }
    run.changed();
  }

  /** A task or an observation that is longer than a small context: less than usual stays whole. */
  private void lastResort(double budget) {
    int before = dialogue.tokens();
    if (dialogue.dropTurnsBefore()) {
      forgotten("turns", 0, 0, before - dialogue.tokens(), "rule", "");
    }
    summarise(dialogue.lastRounds(1), /* byModel= */ false, new CancelFlag());
    if (used() > budget) {
      shorten(Integer.MAX_VALUE, TIGHT);
    }
    if (used() > budget) {
      run.note(
          "the prompt has about "
              + Math.round(used())
              + " tokens, more than the model can read; raise brain.llm.context-tokens if it can"
              + " read more, or lower brain.llm.max-tokens");
    }
  }

  private void shorten(int before, int characters) {
    String remark = language.pick("（旧结果，后面的已省略）", "(old result, the rest is left out)");
    int saved = 0;
    int first = 0;
    int last = 0;
    for (int index : dialogue.stepsBefore(before)) {
      int tokens = dialogue.shorten(index, characters, remark);
      if (tokens > 0) {
        saved += tokens;
        first = first == 0 ? index + 1 : first;
        last = index + 1;
      }
    }
    if (saved > 0) {
      forgotten("shortened", first, last, saved, "rule", "");
    }
  }

  private void summarise(int before, boolean byModel, CancelFlag cancel) {
    List<Integer> gone = dialogue.stepsBefore(before);
    if (gone.isEmpty()) {
      return;
    }
    String written = byModel ? written(cancel) : null;
    List<Step> steps = run.steps();
    for (int index : gone) {
      Step step = steps.get(index);
      boolean pin = summaries.isPinned(step);
      (pin ? pins : lines).add(line(index + 1, step, pin ? PIN : LINE));
    }
    keepTo(SUMMARY_SHARE * summaries.budget() * squeeze / factor);
    firstGone = firstGone == 0 ? gone.get(0) + 1 : firstGone;
    int last = gone.get(gone.size() - 1) + 1;
    String head =
        language.pick(
            "（第" + firstGone + "到" + last + "步的小结，原文已省略）",
            "(Summary of steps " + firstGone + " to " + last + ", which are left out)");
    StringBuilder text = new StringBuilder(head);
    text.append('\n').append(written != null ? written : String.join("\n", lines));
    if (!pins.isEmpty()) {
      text.append(language.pick("\n已经做到的和用户说的：\n", "\nDone, and said by the user:\n"));
      text.append(String.join("\n", pins));
    }
    int tokens = dialogue.tokens();
    dialogue.summarise(before, text.toString());
    String by = written != null ? "model" : "rule";
    forgotten("summarised", gone.get(0) + 1, last, tokens - dialogue.tokens(), by, text.toString());
  }

  /** Drops the oldest lines, and what was done only when nothing else is left. */
  private void keepTo(double tokens) {
    while (tokens(lines) + tokens(pins) > tokens && lines.size() + pins.size() > 1) {
      (lines.isEmpty() ? pins : lines).remove(0);
    }
  }

  private static int tokens(List<String> texts) {
    return texts.stream().mapToInt(Conversation::tokens).sum();
  }

  private @Nullable String written(CancelFlag cancel) {
    List<Message> prompt = new ArrayList<>(dialogue.messages());
    String wish =
        language.pick(
            "（先停一下。后面要省略较早的步骤：请用不超过200字写下到目前为止的要点——查到的事实、编号、文件名、失败过的做法、还没做的事。" + "只写小结，不要调用工具。）",
            "(Stop for a moment. The earlier steps will be left out: write down in at most 150 words"
                + " what matters so far - facts, ids, names of files, what failed, what is still to"
                + " be done. Only the summary, no tool call.)");
    int last = prompt.size() - 1;
    if (prompt.get(last).author() == Author.USER) {
      prompt.set(last, new Message(Author.USER, prompt.get(last).text() + "\n\n" + wish));
    } else {
      prompt.add(new Message(Author.USER, wish));
    }
    try {
      String text = summaries.written(prompt, cancel);
      return text == null || text.length() <= SUMMARY ? text : text.substring(0, SUMMARY) + "…";
    } catch (FailureException e) {
      run.note("older steps were summarised by rule: " + e.failure().detail());
      return null;
    }
  }

  private static String line(int number, Step step, int length) {
    String call = step.action().isEmpty() ? "" : step.action() + RunJson.write(step.actionInput());
    String result = step.observation().replace('\n', ' ').strip();
    return number + ". " + cut(call, PIN / 2) + " → " + cut(result, length);
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length) + "…";
  }

  private void forgotten(String what, int from, int to, int tokens, String by, String text) {
    run.forgot(new Forgotten(what, from, to, Math.max(0, tokens), by, text));
  }
}
