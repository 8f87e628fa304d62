package dev.earmark.agent.loop;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Effect;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.loop.claim.Happened;
import dev.earmark.agent.loop.claim.NamedFiles;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ReAct loop of one run; confined to the run's thread. */
final class AgentLoop {
  private static final Logger log = LoggerFactory.getLogger(AgentLoop.class);
  private static final int FAULTS_IN_A_ROW = 3;
  private static final int FAULTY_REPLY = 600;

  private final AgentSettings settings;
  private final Protocol protocol;
  private final ToolRegistry tools;
  private final Clock clock;
  private final AgentEngine.Task task;
  private final Language language;
  private final LiveRun run;
  private final CancelFlag cancel;
  private final CancelFlag timeUp;
  private final StepGate gate;
  private final Steering people;
  private final Dialogue context;
  private final Memory memory;
  private final Asking asking;

  private final LoopGuard loops = new LoopGuard();
  private final Happened happened;
  private int rounds;
  private int faults;
  private int empties;
  private Parsed.@Nullable Reason lastReason;
  private int sameReason;
  private boolean claimSentBack;
  private boolean toolAsked;

  AgentLoop(
      AgentSettings settings,
      ChatModel model,
      Protocol protocol,
      ToolRegistry tools,
      Clock clock,
      AgentEngine.Task task,
      LiveRun run,
      CancelFlag cancel,
      Deadline deadline) {
    this.settings = settings;
    this.protocol = protocol;
    this.tools = tools;
    this.clock = clock;
    this.task = task;
    this.language = task.language();
    this.run = run;
    this.cancel = cancel;
    this.timeUp = deadline.timeUp();
    this.happened = new Happened(task.situation());
    this.gate = new StepGate(settings, run, clock, deadline, cancel);
    this.people = run.steering();
    this.context = new Dialogue(protocol, run);
    this.memory =
        new Memory(context, run, new Summaries(model, protocol, tools, clock, task, run, timeUp));
    this.asking = new Asking(model, protocol, tools, clock, task, run, cancel, timeUp, context);
  }

  void go(String system, List<ChatModel.Message> before) {
    context.add(new ChatModel.Message(ChatModel.Author.SYSTEM, system));
    before.forEach(context::add);
    String text = Sentences.task(protocol.quote(task.text()), task.situation(), language);
    context.add(new ChatModel.Message(ChatModel.Author.USER, text));
    run.changed();
    boolean goesOn = true;
    while (goesOn) {
      Run.Ended limit = limit();
      if (limit != null) {
        stop(limit);
        return;
      }
      applyCorrections();
      if (gate.pass() != StepGate.Verdict.GO) {
        continue;
      }
      try {
        memory.fit(cancel);
        Asking.Asked asked = asking.next(this::answering);
        goesOn = asked == null || take(asked);
      } catch (FailureException e) {
        if (!memory.tooLong(e.failure())) {
          modelFailed(e.failure());
          return;
        }
      } catch (StackOverflowError e) {
        modelFailed(new Failure(Failure.Kind.INTERNAL, "the task is too long for the model"));
        return;
      }
    }
  }

  private Run.@Nullable Ended limit() {
    if (cancel.isSet() || gate.givenUp()) {
      return Run.Ended.CANCELLED;
    }
    if (timeUp.isSet() || run.elapsedMs() - gate.heldMs() >= settings.maxTime().toNanos() / 1e6) {
      return Run.Ended.LIMIT_TIME;
    }
    if (rounds >= settings.rounds()) {
      return Run.Ended.LIMIT_STEPS;
    }
    boolean spent = settings.maxTokens() > 0 && run.tokens() >= settings.maxTokens();
    return spent ? Run.Ended.LIMIT_TOKENS : null;
  }

  private void stop(Run.Ended how) {
    String last = how == Run.Ended.CANCELLED ? "" : happened.last();
    run.end(how, "", Sentences.ending(how, language) + Sentences.lastResult(last, language));
  }

  private void modelFailed(Failure failure) {
    if (cancel.isSet()) {
      stop(Run.Ended.CANCELLED);
    } else if (timeUp.isSet()) {
      stop(Run.Ended.LIMIT_TIME);
    } else {
      log.warn("run {}: the model failed: {}", run.id(), failure.detail());
      run.note(failure.detail());
      run.end(Run.Ended.MODEL_ERROR, "", Sentences.modelFailed(failure, language));
    }
  }

  /**
   * Tells the answer as far as it has come. What claims an effect that no tool of this run has
   * brought about, or says otherwise than it happened, is held back with all that follows, until
   * the whole answer has been checked; so is an answer that may be sent back because no tool was
   * used yet.
   */
  private void answering(String soFar) {
    boolean free =
        !cancel.isSet()
            && !people.isPaused()
            && !people.hasCorrections()
            && !(settings.toolFirst() && !toolAsked && noToolYet());
    if (free && happened.unsupported(soFar).isEmpty() && happened.contradiction(soFar).isEmpty()) {
      run.answering(soFar);
    }
  }

  private double millisSince(long start) {
    return (clock.nanoTime() - start) / 1e6;
  }

  /** Takes a reply; returns whether the run goes on. */
  private boolean take(Asking.Asked asked) {
    ChatModel.Reply reply = asked.reply();
    if (cancel.isSet()) {
      stop(Run.Ended.CANCELLED);
      return false;
    }
    rounds++;
    memory.counted(reply.promptTokens());
    run.note(reply.note());
    run.tokens(reply.promptTokens() + reply.completionTokens());
    run.message(new ChatModel.Message(ChatModel.Author.ASSISTANT, raw(reply)));
    Parsed parsed = parse(reply);
    if (!parsed.repairs().isEmpty()) {
      run.note("reply " + rounds + " was repaired: " + String.join(", ", parsed.repairs()));
    }
    if (parsed instanceof Parsed.Action action) {
      faults = 0;
      lastReason = null;
      return act(action, asked.ms());
    }
    if (parsed instanceof Parsed.Final answer) {
      return answer(answer, reply, asked.ms());
    }
    return fault((Parsed.Fault) parsed, reply, asked.ms());
  }

  private Parsed parse(ChatModel.Reply reply) {
    if (reply.toolCalls().isEmpty()) {
      return protocol.parse(reply.text(), reply.finish(), tools.index());
    }
    ChatModel.NativeCall call = reply.toolCalls().get(0);
    List<String> repairs = List.of("native_call");
    return new Parsed.Action(reply.text().strip(), call.tool(), call.args(), repairs);
  }

  private String raw(ChatModel.Reply reply) {
    if (reply.toolCalls().isEmpty()) {
      return reply.text();
    }
    ChatModel.NativeCall call = reply.toolCalls().get(0);
    return protocol.renderAction(reply.text().strip(), call.tool(), call.args());
  }

  private boolean act(Parsed.Action proposed, double modelMs) {
    StepGate.Ruling ruling = gate.pass(proposed.tool(), proposed.args());
    if (ruling.verdict() != StepGate.Verdict.GO) {
      return dropped(proposed);
    }
    ToolRegistry.Lookup look = tools.look(proposed.tool(), ruling.args(), language);
    boolean edited = ruling.edited();
    ToolRegistry.Lookup.Callable asked =
        look instanceof ToolRegistry.Lookup.Callable callable ? callable : null;
    boolean consent = asked != null && asked.tool().spec().needsConsent();
    String question = asked == null ? null : question(asked, ruling.args());
    if (asked != null && question != null) {
      ruling = gate.consent(asked.tool().spec(), ruling.args(), question);
      edited |= ruling.edited();
      look = tools.look(proposed.tool(), ruling.args(), language);
    }
    if (ruling.verdict() == StepGate.Verdict.LOOK_AGAIN) {
      return dropped(proposed);
    }
    Call call = new Call(proposed, ruling.args(), edited, modelMs);
    String rendered = protocol.renderAction(proposed.thought(), proposed.tool(), call.args());
    context.said(rendered);
    if (ruling.verdict() != StepGate.Verdict.GO) {
      boolean refused = ruling.verdict() == StepGate.Verdict.REFUSED;
      String text =
          consent
              ? Sentences.noConsent(proposed.tool(), refused, language)
              : Sentences.notLost(refused, language);
      return observe(call, text, refused ? Step.By.PERSON : Step.By.ENGINE, /* ok= */ false, 0);
    }
    if (look instanceof ToolRegistry.Lookup.Callable callable) {
      return make(call, callable);
    }
    String refusal = ((ToolRegistry.Lookup.Refused) look).observation();
    return observe(call, refusal, Step.By.ENGINE, /* ok= */ false, 0);
  }

  /**
   * Returns what a person is asked before the call, or null. What was typed was meant; what was
   * heard may have been something else, so that it is asked for before something is lost.
   */
  private @Nullable String question(
      ToolRegistry.Lookup.Callable callable, Map<String, Object> args) {
    if (callable.tool().spec().needsConsent()) {
      return Sentences.mayI(callable.tool().spec().name(), args, language);
    }
    return task.spoken()
        ? callable.tool().loss(callable.args(), new Tool.Context(run.id(), language, cancel))
        : null;
  }

  /** A call that was not made: a person's words came first, or the run is to end. */
  private boolean dropped(Parsed.Action action) {
    if (people.hasCorrections()) {
      run.note("a person's words came before the call of " + action.tool() + ", which was dropped");
    }
    return true;
  }

  /**
   * A call that is made.
   *
   * @param args the model's, or a person's
   */
  private record Call(
      Parsed.Action proposed, Map<String, Object> args, boolean edited, double modelMs) {
    Step.@Nullable Before before() {
      return edited ? new Step.Before(proposed.args(), /* observation= */ null) : null;
    }
  }

  private boolean make(Call call, ToolRegistry.Lookup.Callable callable) {
    Set<Effect> effects = callable.tool().spec().effects();
    String tool = call.proposed().tool();
    if (!effects.isEmpty() && loops.timesInARow(tool, call.args()) >= 2) {
      step(call, Sentences.notRepeated(language), Step.By.ENGINE, /* ok= */ false, 0);
      return endCircles();
    }
    run.toolBegins();
    long start = clock.nanoTime();
    ToolResult result = call(callable, tool);
    double toolMs = millisSince(start);
    if (result.ok()) {
      happened.succeeded(callable.tool().spec(), callable.args(), result);
    }
    return observe(call, result.observation(), Step.By.TOOL, result.ok(), toolMs);
  }

  private ToolResult call(ToolRegistry.Lookup.Callable callable, String name) {
    try {
      return callable.tool().call(callable.args(), new Tool.Context(run.id(), language, cancel));
    } catch (RuntimeException e) {
      log.error("run {}: tool {} broke", run.id(), name, e);
      return ToolResult.failed(Sentences.toolBroke(callable.tool().spec().name(), language));
    }
  }

  private boolean observe(Call call, String result, Step.By by, boolean ok, double toolMs) {
    int times = loops.note(call.proposed().tool(), call.args(), result);
    String observation = times == 2 ? result + "\n" + Sentences.repeated(language) : result;
    step(call, observation, by, ok, toolMs);
    return times < 3 || endCircles();
  }

  private void step(Call call, String observation, Step.By by, boolean ok, double toolMs) {
    Parsed.Action action = call.proposed();
    context.observe(call.edited() ? Sentences.edited(language) + observation : observation);
    run.step(
        new Step(
            action.thought(),
            action.tool(),
            call.args(),
            observation,
            by,
            ok,
            call.modelMs(),
            toolMs,
            call.before()));
  }

  private boolean endCircles() {
    run.note("the run went in circles and was ended");
    String answer = Sentences.circles(language) + Sentences.lastResult(happened.last(), language);
    run.end(Run.Ended.LIMIT_STEPS, "", answer);
    return false;
  }

  private boolean answer(Parsed.Final answer, ChatModel.Reply reply, double modelMs) {
    if (gate.pass() != StepGate.Verdict.GO) {
      return true; // the answer was given without what the person says, or nobody wants it
    }
    if (settings.toolFirst() && !toolAsked && !reply.origin().isRules() && noToolYet()) {
      toolAsked = true;
      context.said(protocol.renderAnswer(answer.thought(), answer.answer()));
      run.note("the answer came before any tool was used and was sent back once");
      engineStep(answer.thought(), Sentences.toolFirst(language), modelMs);
      return true;
    }
    Set<Effect> open = happened.unsupported(answer.answer());
    List<String> files = filesNotMade(answer.answer(), open);
    if (!files.isEmpty()) {
      claimSentBack = true;
      run.note("the answer named " + files + ", which no tool made or deleted");
      context.said(protocol.renderAnswer(answer.thought(), answer.answer()));
      engineStep(answer.thought(), Sentences.filesNotMade(files, language), modelMs);
      return true;
    }
    if (open.isEmpty()) {
      return reply.origin().isRules() ? end(answer, answer.answer()) : checked(answer, modelMs);
    }
    run.note("the answer claimed " + open + ", which no tool brought about");
    if (claimSentBack) {
      return end(answer, Sentences.corrected(answer.answer(), open, language));
    }
    claimSentBack = true;
    String text = protocol.renderAnswer(answer.thought(), answer.answer());
    context.said(text);
    engineStep(answer.thought(), Sentences.claim(open, language), modelMs);
    return true;
  }

  /** Sends an answer back once that says otherwise than it happened; then the result is told. */
  private boolean checked(Parsed.Final answer, double modelMs) {
    Optional<Happened.Contradiction> wrong = happened.contradiction(answer.answer());
    if (wrong.isEmpty()) {
      return end(answer, answer.answer());
    }
    run.note("the answer said \"" + wrong.get().said() + "\" against the result");
    if (claimSentBack) {
      return end(answer, Sentences.corrected(answer.answer(), wrong.get(), language));
    }
    claimSentBack = true;
    context.said(protocol.renderAnswer(answer.thought(), answer.answer()));
    engineStep(answer.thought(), Sentences.contradicted(wrong.get(), language), modelMs);
    return true;
  }

  /** The files that are claimed one by one, where some were made and nothing else is open. */
  private List<String> filesNotMade(String answer, Set<Effect> open) {
    boolean ofFiles = happened.has(Effect.FILE) || happened.has(Effect.DELETE);
    return open.isEmpty() && ofFiles && !claimSentBack
        ? NamedFiles.unmade(answer, run.steps())
        : List.of();
  }

  private boolean noToolYet() {
    return run.steps().stream().allMatch(step -> step.action().isEmpty());
  }

  private boolean end(Parsed.Final answer, String words) {
    context.said(protocol.renderAnswer(answer.thought(), words));
    run.end(Run.Ended.ANSWERED, answer.thought(), words);
    return false;
  }

  private boolean fault(Parsed.Fault fault, ChatModel.Reply reply, double modelMs) {
    if (reply.finish() == ChatModel.Finish.REFUSED) {
      run.note("the model refused");
      run.end(Run.Ended.MODEL_ERROR, fault.thought(), Sentences.refused(language));
      return false;
    }
    faults++;
    boolean empty = fault.reason() == Parsed.Reason.EMPTY;
    empties = empty ? empties + 1 : 0;
    sameReason = fault.reason() == lastReason ? sameReason + 1 : 0;
    lastReason = fault.reason();
    boolean showIt = !empty && fault.reason() != Parsed.Reason.UNCLOSED_THINK;
    if (showIt) {
      String text = head(reply.text(), FAULTY_REPLY);
      context.said(text);
    }
    String prompt = protocol.repairPrompt(fault, tools.index(), language, sameReason);
    engineStep(fault.thought(), prompt, modelMs);
    if (empties >= 2) {
      run.note("the model gave empty replies");
      run.end(Run.Ended.MODEL_ERROR, "", Sentences.ending(Run.Ended.MODEL_ERROR, language));
      return false;
    }
    if (faults >= FAULTS_IN_A_ROW) {
      run.end(Run.Ended.PARSE_ERROR, "", Sentences.ending(Run.Ended.PARSE_ERROR, language));
      return false;
    }
    return true;
  }

  private void engineStep(String thought, String observation, double modelMs) {
    context.observe(observation);
    run.step(
        new Step(thought, "", Map.of(), observation, Step.By.ENGINE, /* ok= */ false, modelMs, 0));
  }

  private void applyCorrections() {
    Steering.Correction words = people.nextCorrection();
    while (words != null) {
      String text = words.text();
      if (words.step() == 0) {
        context.observe(text);
        run.note("a person added an observation");
        run.step(new Step("", "", Map.of(), text, Step.By.PERSON, /* ok= */ true, 0, 0));
        happened.told(text);
      } else {
        context.replace(words.step(), text);
        happened.replaced(run.replace(words.step(), text), text);
        run.note("a person replaced the observation of step " + words.step());
        run.changed();
      }
      words = people.nextCorrection();
    }
  }

  private static String head(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
