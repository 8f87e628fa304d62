package dev.earmark.agent.loop;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Intervention;
import dev.earmark.agent.Intervention.Outcome;
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
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks: asks the model for the next step, runs the tool, tells the result, until there is an
 * answer or a limit is met. Every failure on the way is an observation that the model can act on.
 *
 * <p>Threads: {@link #run} blocks its caller, an {@code agent-n} worker; several runs may go on at
 * once. Everything else may be called from any thread and does not block. {@code onChange} is
 * called on the run's thread, and on that of a person who changes a call, and must not block. One
 * daemon thread, {@code agent-deadline}, ends model calls that go past the time of their run.
 */
public final class AgentEngine implements AutoCloseable {
  /** A paused run holds a worker; the others of the pool are for those that come. */
  private static final int MOST_PAUSED = 2;

  private static final int TOLD = 20; // turns of before that may be told
  private static final int REMEMBERED = 200; // turns of before in which facts are looked for

  private final AgentSettings settings;
  private final ChatModel model;
  private final Protocol protocol;
  private volatile Kit kit;
  private final Clock clock;
  private final RunArchive archive;
  private final Conversation conversation;
  private final ScheduledThreadPoolExecutor deadlines;
  private final Map<String, LiveRun> live = new ConcurrentHashMap<>();

  /** Makes an engine that keeps its runs in memory only. */
  public AgentEngine(
      AgentSettings settings, ChatModel model, Protocol protocol, ToolRegistry tools, Clock clock) {
    this(settings, model, protocol, tools, clock, RunArchive.inMemory(clock));
  }

  /**
   * Makes an engine that goes on with the conversation and the runs of the archive; may block for
   * the disk.
   */
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
    this.kit = kit(tools);
    this.clock = clock;
    this.archive = archive;
    this.conversation = new Conversation(protocol, settings.memoryTurns(), settings.memoryTokens());
    List<Run> before = new ArrayList<>(archive.recent(TOLD));
    Collections.reverse(before);
    // What the assistant answered without the agent has no messages, and is not told to a model.
    boolean reads = model.reader().promptTokens() > 0; // else nobody asks for facts
    List<Run> older = reads ? archive.page(REMEMBERED, null) : List.of();
    for (int i = older.size() - 1; i >= before.size(); i--) {
      conversation.addFact(older.get(i));
    }
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
   * The tools with what a model is told of them; a run keeps those that it began with.
   *
   * @param prompts the system prompt in each language
   */
  private record Kit(ToolRegistry tools, Map<Language, String> prompts) {}

  private Kit kit(ToolRegistry tools) {
    Map<Language, String> prompts = new EnumMap<>(Language.class);
    for (Language language : Language.values()) {
      prompts.put(language, protocol.systemPrompt(tools.index().specs(), language));
    }
    return new Kit(tools, prompts);
  }

  /** Gives later runs these tools; those that go on keep theirs. */
  public void useTools(ToolRegistry tools) {
    kit = kit(tools);
  }

  /**
   * A task for the agent.
   *
   * @param id unique, sorts by time
   * @param text the user's words
   * @param language the user's language: answers and observations are in it
   * @param situation what the user can see
   * @param spoken whether the words were heard, so that they may be other ones than were said
   */
  public record Task(
      String id, String text, Language language, Situation situation, boolean spoken) {
    /** A task that was typed. */
    public Task(String id, String text, Language language, Situation situation) {
      this(id, text, language, situation, /* spoken= */ false);
    }
  }

  /**
   * Does a task and returns the run when it has ended.
   *
   * @param cancel ends the run, and a model call that hangs, at once
   * @param onChange gets a snapshot after every step and at the end
   */
  public Run run(Task task, CancelFlag cancel, Consumer<Run> onChange) {
    return run(task, model, /* apart= */ false, cancel, onChange);
  }

  /**
   * Does a task with a model of its own, apart from the conversation: no other model is told of it
   * later, not even after a restart.
   *
   * @param chosen what thinks in this run
   * @param cancel ends the run, and a model call that hangs, at once
   * @param onChange gets a snapshot after every step and at the end
   */
  public Run runApart(Task task, ChatModel chosen, CancelFlag cancel, Consumer<Run> onChange) {
    return run(task, chosen, /* apart= */ true, cancel, onChange);
  }

  private Run run(
      Task task, ChatModel chosen, boolean apart, CancelFlag cancel, Consumer<Run> onChange) {
    Kit with = kit;
    LiveRun run =
        new LiveRun(
            task,
            with.tools(),
            protocol.name(),
            chosen.name(),
            settings.prices(),
            clock,
            now -> {
              archive.keep(now);
              onChange.accept(now);
            });
    if (apart) {
      run.note(Run.APART);
    }
    live.put(task.id(), run);
    try (Deadline deadline = new Deadline(deadlines, new CancelFlag(), settings.maxTime())) {
      String system = with.prompts().getOrDefault(task.language(), "");
      List<ChatModel.Message> before = apart ? List.of() : conversation.messages();
      String older = apart ? null : conversation.older();
      if (older != null && !chosen.name().equals("rules")) { // rules know no turns before
        run.forgot(new Run.Forgotten("turns", 0, 0, 0, "rule", older));
      }
      new AgentLoop(settings, chosen, protocol, with.tools(), clock, task, run, cancel, deadline)
          .go(system, before);
    } finally {
      keep(run);
    }
    return run.snapshot();
  }

  private void keep(LiveRun run) {
    Run last = run.snapshot();
    archive.ended(last);
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
   * Does what a person wants of a run that goes on; returns at once. Tools that ran are not run
   * again, whatever is changed.
   */
  public Outcome intervene(String runId, Intervention what) {
    LiveRun going = live.get(runId);
    if (going == null) {
      return Outcome.ENDED;
    }
    if (what instanceof Intervention.Observe words) {
      return observe(going, words);
    } else if (what instanceof Intervention.Input input) {
      return input(going, input.args());
    } else if (what instanceof Intervention.Consent consent) {
      return going.steering().consent(consent.allowed());
    } else if (what instanceof Intervention.Resume) {
      return going.steering().resume();
    }
    return pause(going);
  }

  private Outcome pause(LiveRun run) {
    synchronized (live) {
      long others =
          live.values().stream().filter(one -> one != run && one.steering().isPaused()).count();
      return others < MOST_PAUSED
          ? run.steering().pause()
          : Outcome.notNow(
              "There are " + others + " paused runs already; resume or cancel one of them.");
    }
  }

  private static Outcome observe(LiveRun run, Intervention.Observe words) {
    int steps = run.steps().size();
    if (words.step() < 0 || words.step() > steps) {
      return Outcome.refused("The run has " + steps + " steps so far; 0 adds an observation.");
    }
    return run.steering().observe(words.text(), words.step());
  }

  private Outcome input(LiveRun run, Map<String, Object> args) {
    Run.Waiting waiting = run.steering().waiting();
    if (waiting == null || waiting.action().isEmpty()) {
      return Outcome.notNow("The run has no call that waits; pause it first.");
    }
    if (run.tools().look(waiting.action(), args, run.language())
        instanceof ToolRegistry.Lookup.Refused refused) {
      return Outcome.refused(refused.observation());
    }
    // Who consents now consents to the changed call, so that one must be in the question.
    String question = Sentences.mayI(waiting.action(), args, run.language());
    Outcome outcome = run.steering().input(args, question);
    run.changed();
    return outcome;
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
