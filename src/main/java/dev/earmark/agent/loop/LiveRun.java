package dev.earmark.agent.loop;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.PriceSettings;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private final PriceSettings prices;
  private final Clock clock;
  private final Consumer<Run> onChange;
  private final Instant startedAt;
  private final long startNanos;

  private final Steering steering = new Steering();

  // All guarded by this.
  private final List<Step> steps = new ArrayList<>();
  private final List<ChatModel.Message> messages = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Run.Forgotten> forgotten = new ArrayList<>();
  private final List<CallLog.Chat> chats = new ArrayList<>();
  private final List<CallLog.ToolStart> toolStarts = new ArrayList<>();
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
      PriceSettings prices,
      Clock clock,
      Consumer<Run> onChange) {
    this.task = task;
    this.tools = tools;
    this.prices = prices;
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
        steering.waiting(),
        forgotten,
        new CallLog(prices.currency(), chats, toolStarts));
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

  synchronized void forgot(Run.Forgotten what) {
    forgotten.add(what);
  }

  /**
   * Notes a call of a model that came to the step which is next, or to a summary before it.
   *
   * @param asked who was asked, for a reply that does not say who wrote it
   */
  synchronized void chat(CallTimes times, ChatModel.Origin asked, ChatModel.Reply reply) {
    ChatModel.Origin told = reply.origin();
    ChatModel.Origin origin = told.model().isEmpty() ? asked : told;
    Double cost =
        prices.of(
            origin.model(), reply.promptTokens(), origin.cachedTokens(), reply.completionTokens());
    chats.add(
        new CallLog.Chat(
            steps.size() + 1,
            times.startMs(),
            times.ms(),
            times.firstMs(),
            origin,
            reply.promptTokens(),
            reply.completionTokens(),
            reply.finish().name().toLowerCase(Locale.ROOT),
            cost,
            /* failure= */ ""));
  }

  /** Notes a call of a model that gave no reply. */
  synchronized void chatFailed(CallTimes times, ChatModel.Origin origin, Failure.Kind failure) {
    chats.add(
        new CallLog.Chat(
            steps.size() + 1,
            times.startMs(),
            times.ms(),
            times.firstMs(),
            origin,
            /* promptTokens= */ 0,
            /* completionTokens= */ 0,
            /* finish= */ "",
            /* cost= */ null,
            failure.name().toLowerCase(Locale.ROOT)));
  }

  /** Notes that the tool of the step which is next begins now. */
  synchronized void toolBegins() {
    toolStarts.add(new CallLog.ToolStart(steps.size() + 1, elapsedMs()));
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

  /** Tells the answer as far as it has come; an empty text takes it back. */
  void answering(String soFar) {
    synchronized (this) {
      if (answer.equals(soFar)) {
        return;
      }
      answer = soFar;
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
