package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run while it goes on. The loop's thread writes it; any thread may read a snapshot, and steer
 * it.
 */
final class LiveRun {
  private static final Logger log = LoggerFactory.getLogger(LiveRun.class);

  private final AgentEngine.Task task;
  private final ToolRegistry tools;
  private final String protocol;
  private final String model;
  private final Clock clock;
  private final Consumer<Run> onChange;
  private final Instant startedAt;
  private final long startNanos;

  private final Steering steering = new Steering();

  // All guarded by this.
  private final List<Step> steps = new ArrayList<>();
  private final List<ChatModel.Message> messages = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private String thought = "";
  private String answer = "";
  private Run.@Nullable Ended ended;
  private int tokens;
  private double ms;

  LiveRun(
      AgentEngine.Task task,
      ToolRegistry tools,
      String protocol,
      String model,
      Clock clock,
      Consumer<Run> onChange) {
    this.task = task;
    this.tools = tools;
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
        notes,
        steering.waiting());
  }

  /** Returns what people want of the run. */
  Steering steering() {
    return steering;
  }

  /** Returns the tools that the run began with. */
  ToolRegistry tools() {
    return tools;
  }

  Language language() {
    return task.language();
  }

  /** Puts a person's observation in the place of the one of a 1-based step; returns that one. */
  synchronized String replace(int number, String observation) {
    Step step = steps.get(number - 1);
    steps.set(number - 1, step.observedByPerson(observation));
    return step.observation();
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
    steering.over();
    synchronized (this) {
      ended = how;
      thought = lastThought;
      answer = lastAnswer;
      ms = elapsedMs();
    }
    changed();
  }

  void changed() {
    try {
      onChange.accept(snapshot());
    } catch (RuntimeException e) {
      log.error("a watcher of run {} failed", task.id(), e);
    }
  }
}
