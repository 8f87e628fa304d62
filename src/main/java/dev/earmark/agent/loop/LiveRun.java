package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run while it goes on. The loop's thread writes it; any thread may read a snapshot or hand in a
 * correction, which also ends the model call that goes on.
 */
final class LiveRun {
  private static final Logger log = LoggerFactory.getLogger(LiveRun.class);

  private final AgentEngine.Task task;
  private final String protocol;
  private final String model;
  private final Clock clock;
  private final Consumer<Run> onChange;
  private final Instant startedAt;
  private final long startNanos;

  // All guarded by this.
  private final List<Step> steps = new ArrayList<>();
  private final List<ChatModel.Message> messages = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Deque<String> corrections = new ArrayDeque<>();
  private @Nullable CancelFlag call;
  private String thought = "";
  private String answer = "";
  private Run.@Nullable Ended ended;
  private int tokens;
  private double ms;

  LiveRun(
      AgentEngine.Task task, String protocol, String model, Clock clock, Consumer<Run> onChange) {
    this.task = task;
    this.protocol = protocol;
    this.model = model;
    this.clock = clock;
    this.onChange = onChange;
    this.startedAt = clock.now();
    this.startNanos = clock.nanoTime();
  }

  String id() {
    return task.id();
  }

  synchronized Run snapshot() {
    double now = ended == null ? elapsedMs() : ms;
    return new Run(
        task.id(),
        startedAt,
        task.text(),
        task.language(),
        protocol,
        model,
        steps,
        thought,
        answer,
        ended,
        now,
        tokens,
        messages,
        notes);
  }

  double elapsedMs() {
    return (clock.nanoTime() - startNanos) / 1e6;
  }

  synchronized void message(ChatModel.Message message) {
    messages.add(message);
  }

  synchronized void note(String note) {
    if (!note.isEmpty() && !notes.contains(note)) {
      notes.add(note);
    }
  }

  synchronized void tokens(int more) {
    tokens += more;
  }

  synchronized int tokens() {
    return tokens;
  }

  synchronized List<Step> steps() {
    return List.copyOf(steps);
  }

  void step(Step step) {
    synchronized (this) {
      steps.add(step);
    }
    changed();
  }

  void end(Run.Ended how, String lastThought, String lastAnswer) {
    synchronized (this) {
      ended = how;
      thought = lastThought;
      answer = lastAnswer;
      ms = elapsedMs();
    }
    changed();
  }

  /** Takes a correction, unless the run has ended; ends the model call that goes on. */
  boolean correct(String observation) {
    CancelFlag going;
    synchronized (this) {
      if (ended != null) {
        return false;
      }
      corrections.addLast(observation);
      going = call;
    }
    if (going != null) {
      going.set();
    }
    return true;
  }

  /** Notes the flag of the model call that begins; false when a correction waits. */
  synchronized boolean callBegins(CancelFlag flag) {
    call = flag;
    return corrections.isEmpty();
  }

  synchronized void callEnded() {
    call = null;
  }

  synchronized @Nullable String nextCorrection() {
    return corrections.pollFirst();
  }

  synchronized boolean hasCorrections() {
    return !corrections.isEmpty();
  }

  void changed() {
    try {
      onChange.accept(snapshot());
    } catch (RuntimeException e) {
      log.error("a watcher of run {} failed", task.id(), e);
    }
  }
}
