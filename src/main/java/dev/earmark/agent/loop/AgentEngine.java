package dev.earmark.agent.loop;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.RunStore;
import dev.earmark.agent.Situation;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  private static final int TOLD = 20; // turns of before that may be told

  private final AgentSettings settings;
  private final ChatModel model;
  private final Protocol protocol;
  private final ToolRegistry tools;
  private final Clock clock;
  private final RunArchive archive;
  private final Conversation conversation;
  private final ScheduledThreadPoolExecutor deadlines;
  private final Map<Language, String> systemPrompts = new EnumMap<>(Language.class);
  private final Map<String, LiveRun> live = new ConcurrentHashMap<>();

  /** Makes an engine that keeps its runs in memory only. */
  public AgentEngine(
      AgentSettings settings, ChatModel model, Protocol protocol, ToolRegistry tools, Clock clock) {
    this(settings, model, protocol, tools, clock, RunArchive.inMemory(clock));
  }

  /** Makes an engine that goes on with the conversation and the runs of the archive. */
  public AgentEngine(
      AgentSettings settings,
      ChatModel model,
      Protocol protocol,
      ToolRegistry tools,
      Clock clock,
      RunArchive archive) {
    this.settings = settings;
    this.model = model;
    this.protocol = protocol;
    this.tools = tools;
    this.clock = clock;
    this.archive = archive;
    this.conversation = new Conversation(protocol, settings.memoryTurns(), settings.memoryTokens());
    for (Language language : Language.values()) {
      systemPrompts.put(language, protocol.systemPrompt(tools.index().specs(), language));
    }
    List<Run> before = new ArrayList<>(archive.recent(TOLD));
    Collections.reverse(before);
    // What the assistant answered without the agent has no messages, and is not told to a model.
    before.stream().filter(run -> !run.messages().isEmpty()).forEach(conversation::add);
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
    LiveRun run =
        new LiveRun(
            task,
            protocol.name(),
            model.name(),
            clock,
            now -> {
              archive.keep(now);
              onChange.accept(now);
            });
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
    archive.keep(last);
    live.remove(run.id());
    conversation.add(last);
  }

  /** Returns the run with the id, as it stands now. */
  public Optional<Run> find(String id) {
    LiveRun going = live.get(id);
    return going != null ? Optional.of(going.snapshot()) : archive.find(id);
  }

  /**
   * Returns the newest runs, newest first, those that go on as they stand now. May block for the
   * disk.
   *
   * @param before only runs older than this place, or null for all
   */
  public List<Run> page(int limit, RunStore.@Nullable Place before) {
    return archive.page(limit, before).stream().map(this::asItStands).toList();
  }

  private Run asItStands(Run run) {
    LiveRun going = live.get(run.id());
    return going == null ? run : going.snapshot();
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
