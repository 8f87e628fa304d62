package dev.earmark.agent.loop;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs tasks: asks the model for the next step, runs the tool, tells the result, until there is an
 * answer or a limit is met. Every failure on the way is an observation that the model can act on.
 *
 * <p>Threads: {@link #run} blocks its caller, an {@code agent-n} worker; several runs may go on at
 * once. Everything else may be called from any thread and does not block. {@code onChange} is
 * called on the run's thread and must not block. One daemon thread, {@code agent-deadline}, ends
 * model calls that go past the time of their run.
 */
public final class AgentEngine implements AutoCloseable {
  private static final int KEPT = 200;

  private final AgentSettings settings;
  private final ChatModel model;
  private final Protocol protocol;
  private final ToolRegistry tools;
  private final Clock clock;
  private final RunLog runLog;
  private final Conversation conversation;
  private final ScheduledThreadPoolExecutor deadlines;
  private final Map<Language, String> systemPrompts = new EnumMap<>(Language.class);
  private final Map<String, LiveRun> live = new ConcurrentHashMap<>();
  private final Deque<Run> ended = new ArrayDeque<>(); // oldest first, guarded by itself

  /** Makes an engine that keeps its runs in memory only. */
  public AgentEngine(
      AgentSettings settings, ChatModel model, Protocol protocol, ToolRegistry tools, Clock clock) {
    this(settings, model, protocol, tools, clock, RunLog.none());
  }

  /** Makes an engine that goes on with the conversation and the runs of the log. */
  public AgentEngine(
      AgentSettings settings,
      ChatModel model,
      Protocol protocol,
      ToolRegistry tools,
      Clock clock,
      RunLog runLog) {
    this.settings = settings;
    this.model = model;
    this.protocol = protocol;
    this.tools = tools;
    this.clock = clock;
    this.runLog = runLog;
    this.conversation = new Conversation(protocol, settings.memoryTurns(), settings.memoryTokens());
    for (Language language : Language.values()) {
      systemPrompts.put(language, protocol.systemPrompt(tools.index().specs(), language));
    }
    for (Run run : runLog.latest(KEPT)) {
      ended.addLast(run);
      conversation.add(run);
    }
    this.deadlines =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "agent-deadline");
              thread.setDaemon(true);
              return thread;
            });
    deadlines.setRemoveOnCancelPolicy(true);
  }

  /**
   * A task for the agent.
   *
   * @param id unique, sorts by time
   * @param text the user's words
   * @param language the user's language: answers and observations are in it
   * @param situation what the user can see
   */
  public record Task(String id, String text, Language language, Situation situation) {}

  /**
   * Does a task and returns the run when it has ended.
   *
   * @param cancel ends the run, and a model call that hangs, at once
   * @param onChange gets a snapshot after every step and at the end
   */
  public Run run(Task task, CancelFlag cancel, Consumer<Run> onChange) {
    LiveRun run = new LiveRun(task, protocol.name(), model.name(), clock, onChange);
    live.put(task.id(), run);
    CancelFlag timeUp = new CancelFlag();
    ScheduledFuture<?> deadline =
        deadlines.schedule(timeUp::set, settings.maxTime().toNanos(), TimeUnit.NANOSECONDS);
    try {
      String system = systemPrompts.getOrDefault(task.language(), "");
      List<ChatModel.Message> before = conversation.messages();
      new AgentLoop(settings, model, protocol, tools, clock, task, run, cancel, timeUp)
          .go(system, before);
    } finally {
      deadline.cancel(/* mayInterruptIfRunning= */ false);
      keep(run);
    }
    return run.snapshot();
  }

  private void keep(LiveRun run) {
    Run last = run.snapshot();
    synchronized (ended) {
      ended.addLast(last);
      if (ended.size() > KEPT) {
        ended.removeFirst();
      }
    }
    live.remove(run.id());
    conversation.add(last);
    runLog.append(last);
  }

  /** Returns the run with the id, as it stands now. */
  public Optional<Run> find(String id) {
    LiveRun going = live.get(id);
    if (going != null) {
      return Optional.of(going.snapshot());
    }
    synchronized (ended) {
      return ended.stream().filter(run -> run.id().equals(id)).findFirst();
    }
  }

  /** Returns the newest runs, those that go on first, then the others from new to old. */
  public List<Run> recent(int most) {
    List<Run> runs = new ArrayList<>();
    live.values().forEach(run -> runs.add(run.snapshot()));
    runs.sort((a, b) -> b.id().compareTo(a.id()));
    synchronized (ended) {
      ended.descendingIterator().forEachRemaining(runs::add);
    }
    return List.copyOf(runs.subList(0, Math.min(most, runs.size())));
  }

  /**
   * Adds an observation of a person to a run that goes on. The model is asked anew with it: a call
   * to the model that goes on is dropped, an answer that was given without it too; tools that ran
   * are not run again.
   *
   * @return false when there is no such run, or it has ended
   */
  public boolean correct(String runId, String observation) {
    LiveRun going = live.get(runId);
    return going != null && going.correct(observation);
  }

  /** Forgets the turns before, for a new conversation. */
  public void forget() {
    conversation.forget();
  }

  /** Ends the deadline thread; runs that go on keep their other limits. */
  @Override
  public void close() {
    deadlines.shutdownNow();
  }
}
