package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Language;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The turns before, as a model is told them: the task, the calls that were really made with their
 * results, the answer. A turn is told whole or as one line, so that no call stands without its
 * result. Thread-safe.
 *
 * <p>When the budget is full, the older half becomes lines at once, so that the beginning of the
 * prompt changes only every few turns. What the user asked to remember stays for good.
 */
final class Conversation {
  private static final int RESULT = 240; // characters of an old result that are told
  private static final int LINE = 80; // characters of a task or an answer in a line
  private static final int LINES = 8;
  private static final int FACTS = 12;
  private static final List<String> REMEMBER =
      List.of("记住", "请记住", "帮我记住", "别忘了", "记一下", "remember ", "please remember ", "don't forget ");

  private final Protocol protocol;
  private final int turns;
  private final int tokens;

  // All guarded by this.
  private final Deque<Turn> kept = new ArrayDeque<>();
  private final Deque<String> lines = new ArrayDeque<>();
  private final Deque<String> facts = new ArrayDeque<>();
  private Language language = Language.ZH;

  /** A turn in both forms. */
  private record Turn(List<ChatModel.Message> messages, String line, boolean fact, int tokens) {}

  Conversation(Protocol protocol, int turns, int tokens) {
    this.protocol = protocol;
    this.turns = turns;
    this.tokens = tokens;
  }

  /** Adds a turn that ended; one without an answer of the model is not worth remembering. */
  void add(Run run) {
    if (!isTold(run)) {
      return;
    }
    Turn turn = turn(run);
    synchronized (this) {
      language = run.language();
      kept.addLast(turn);
      if (kept.size() > turns || used() > tokens) {
        while (kept.size() > Math.max(1, turns / 2) || used() > tokens / 2) {
          if (kept.size() == 1 && used() <= tokens) {
            break;
          }
          fold(kept.removeFirst());
        }
      }
    }
  }

  /**
   * Adds a turn of long ago, of which only what was to be remembered counts; older than all that
   * are there.
   */
  synchronized void addFact(Run run) {
    if (isTold(run) && isFact(run.task())) {
      fold(turn(run));
    }
  }

  private boolean isTold(Run run) {
    return run.ended() == Run.Ended.ANSWERED && turns > 0 && !run.isApart();
  }

  private Turn turn(Run run) {
    List<ChatModel.Message> turn = new ArrayList<>();
    String task = run.language().pick("任务：", "Task: ") + protocol.quote(run.task());
    turn.add(new ChatModel.Message(ChatModel.Author.USER, task));
    for (Step step : run.steps()) {
      if (!step.action().isEmpty() && step.ok()) {
        String call = protocol.renderAction("", step.action(), step.actionInput());
        turn.add(new ChatModel.Message(ChatModel.Author.ASSISTANT, shortened(call, RESULT)));
        String result = protocol.renderObservation(shortened(step.observation(), RESULT));
        turn.add(new ChatModel.Message(ChatModel.Author.USER, result));
      }
    }
    String answer = shortened(run.answer(), RESULT);
    turn.add(new ChatModel.Message(ChatModel.Author.ASSISTANT, protocol.renderAnswer("", answer)));
    boolean fact = isFact(run.task());
    String line =
        fact
            ? oneLine(run.task(), RESULT)
            : oneLine(run.task(), LINE) + " → " + oneLine(run.answer(), LINE);
    int size = turn.stream().mapToInt(message -> tokens(message.text())).sum();
    return new Turn(List.copyOf(turn), line, fact, size);
  }

  private static boolean isFact(String task) {
    String plain = task.strip().toLowerCase(Locale.ROOT);
    return REMEMBER.stream().anyMatch(plain::startsWith);
  }

  private int used() {
    return kept.stream().mapToInt(Turn::tokens).sum();
  }

  private void fold(Turn turn) {
    Deque<String> target = turn.fact() ? facts : lines;
    target.remove(turn.line());
    target.addLast(turn.line());
    while (target.size() > (turn.fact() ? FACTS : LINES)) {
      target.removeFirst();
    }
  }

  /** Returns what a model is told of the turns before, oldest first. */
  synchronized List<ChatModel.Message> messages() {
    List<ChatModel.Message> messages = new ArrayList<>();
    String older = older();
    if (older != null) {
      messages.add(new ChatModel.Message(ChatModel.Author.USER, protocol.quote(older)));
      String answer = protocol.renderAnswer("", language.pick("知道了。", "I know."));
      messages.add(new ChatModel.Message(ChatModel.Author.ASSISTANT, answer));
    }
    kept.forEach(turn -> messages.addAll(turn.messages()));
    return messages;
  }

  /** Returns the lines that stand for the turns which are no longer told whole, or null. */
  synchronized @Nullable String older() {
    StringBuilder text = new StringBuilder();
    if (!facts.isEmpty()) {
      text.append(language.pick("用户要我记住的：", "What the user asked me to remember:"));
      facts.forEach(fact -> text.append("\n- ").append(fact));
    }
    if (!lines.isEmpty()) {
      text.append(text.length() == 0 ? "" : "\n");
      text.append(language.pick("更早的对话：", "Earlier in this conversation:"));
      lines.forEach(line -> text.append("\n- ").append(line));
    }
    return text.length() == 0 ? null : text.toString();
  }

  synchronized void forget() {
    kept.clear();
    lines.clear();
    facts.clear();
  }

  private static String oneLine(String text, int length) {
    return shortened(text.replace('\n', ' ').strip(), length);
  }

  private static String shortened(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length) + "…";
  }

  /** Estimates the tokens of a text. */
  static int tokens(String text) {
    return ChatModel.Message.tokens(text);
  }
}
