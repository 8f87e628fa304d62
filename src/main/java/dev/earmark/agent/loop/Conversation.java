package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The turns before, as a model is told them: the task, the calls that were really made with their
 * results, the answer. The newest turns that fit into the budget count; a turn is told whole or not
 * at all, so that no call stands without its result. Thread-safe.
 */
final class Conversation {
  private static final int RESULT = 240; // characters of an old result that are told

  private final Protocol protocol;
  private final int turns;
  private final int tokens;
  private final Deque<List<ChatModel.Message>> kept = new ArrayDeque<>(); // guarded by this

  Conversation(Protocol protocol, int turns, int tokens) {
    this.protocol = protocol;
    this.turns = turns;
    this.tokens = tokens;
  }

  /** Adds a turn that ended; one without an answer of the model is not worth remembering. */
  void add(Run run) {
    if (run.ended() != Run.Ended.ANSWERED || turns == 0) {
      return;
    }
    List<ChatModel.Message> turn = new ArrayList<>();
    String task = run.language().pick("任务：", "Task: ") + protocol.quote(run.task());
    turn.add(new ChatModel.Message(ChatModel.Author.USER, task));
    for (Step step : run.steps()) {
      if (!step.action().isEmpty() && step.ok()) {
        String call = protocol.renderAction("", step.action(), step.actionInput());
        turn.add(new ChatModel.Message(ChatModel.Author.ASSISTANT, shortened(call)));
        String result = protocol.renderObservation(shortened(step.observation()));
        turn.add(new ChatModel.Message(ChatModel.Author.USER, result));
      }
    }
    turn.add(
        new ChatModel.Message(
            ChatModel.Author.ASSISTANT, protocol.renderAnswer("", shortened(run.answer()))));
    synchronized (this) {
      kept.addLast(turn);
      while (kept.size() > turns) {
        kept.removeFirst();
      }
    }
  }

  /** Returns the messages of the newest turns that fit, oldest first. */
  synchronized List<ChatModel.Message> messages() {
    Deque<List<ChatModel.Message>> fitting = new ArrayDeque<>();
    int used = 0;
    Iterator<List<ChatModel.Message>> newest = kept.descendingIterator();
    while (newest.hasNext()) {
      List<ChatModel.Message> turn = newest.next();
      used += turn.stream().mapToInt(message -> tokens(message.text())).sum();
      if (used > tokens) {
        break;
      }
      fitting.addFirst(turn);
    }
    List<ChatModel.Message> messages = new ArrayList<>();
    fitting.forEach(messages::addAll);
    return messages;
  }

  synchronized void forget() {
    kept.clear();
  }

  private static String shortened(String text) {
    return text.length() <= RESULT ? text : text.substring(0, RESULT) + "…";
  }

  /** Estimates tokens: one for each Han character, one for four others. */
  static int tokens(String text) {
    int quarters = 0;
    for (int i = 0; i < text.length(); i++) {
      quarters += text.charAt(i) < 0x2E80 ? 1 : 4;
    }
    return quarters / 4 + 1;
  }
}
