package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the model of one run for its next step, and notes each call with its times and tokens.
 * Confined to the run's thread.
 */
final class Asking {
  private static final Logger log = LoggerFactory.getLogger(Asking.class);

  private final ChatModel model;
  private final Protocol protocol;
  private final ToolRegistry tools;
  private final Clock clock;
  private final AgentEngine.Task task;
  private final LiveRun run;
  private final CancelFlag cancel;
  private final CancelFlag timeUp;
  private final Steering people;
  private final Dialogue context;

  Asking(
      ChatModel model,
      Protocol protocol,
      ToolRegistry tools,
      Clock clock,
      AgentEngine.Task task,
      LiveRun run,
      CancelFlag cancel,
      CancelFlag timeUp,
      Dialogue context) {
    this.model = model;
    this.protocol = protocol;
    this.tools = tools;
    this.clock = clock;
    this.task = task;
    this.run = run;
    this.cancel = cancel;
    this.timeUp = timeUp;
    this.people = run.steering();
    this.context = context;
  }

  /** A reply and the time it took. */
  record Asked(ChatModel.Reply reply, double ms) {}

  /**
   * Asks the model; null when a correction came in the meantime and it has to be asked again.
   *
   * @param onAnswer gets the answer as far as it has come
   */
  @Nullable Asked next(Consumer<String> onAnswer) throws FailureException {
    CancelFlag call = new CancelFlag();
    ActionWatch watch = new ActionWatch(protocol, tools.index(), call, onAnswer);
    run.answering("");
    if (!people.callBegins(call)) {
      people.callEnded();
      return null;
    }
    CallTimes times = new CallTimes(clock, run.elapsedMs(), watch);
    ChatModel.Reply reply;
    CancelFlag.Registration onCancel = cancel.onSet(call::set);
    CancelFlag.Registration onTime = timeUp.onSet(call::set);
    try {
      reply = replied(call, watch, times);
    } catch (FailureException e) {
      times.ended();
      run.chatFailed(times, model.origin(), e.failure().kind());
      if (interrupted(watch)) {
        return null;
      }
      throw e;
    } finally {
      onTime.close();
      onCancel.close();
      people.callEnded();
    }
    return taken(reply, call, watch, times);
  }

  private ChatModel.Reply replied(CancelFlag call, ActionWatch watch, CallTimes times)
      throws FailureException {
    try {
      return watch.cut(model.reply(request(), call, times));
    } catch (FailureException e) {
      if (watch.complete() && !cancel.isSet()) {
        return watch.reply(context.messages(), model.origin());
      }
      throw e;
    } catch (RuntimeException e) {
      log.error("run {}: the model {} broke", run.id(), model.name(), e);
      throw new FailureException(
          new Failure(Failure.Kind.INTERNAL, "the model " + model.name() + " broke: see the log"),
          e);
    }
  }

  /** Notes a reply, also one that is worth nothing any more: its tokens have been paid. */
  private @Nullable Asked taken(
      ChatModel.Reply reply, CancelFlag call, ActionWatch watch, CallTimes times)
      throws FailureException {
    times.ended();
    run.chat(times, model.origin(), reply);
    if (interrupted(watch)) {
      return null;
    }
    if (call.isSet() && !watch.complete()) {
      throw new FailureException(Failure.Kind.CANCELLED, "the model call was ended");
    }
    return new Asked(reply, times.ms());
  }

  /** A correction that came while the model was asked makes its reply worthless. */
  private boolean interrupted(ActionWatch watch) {
    return !watch.complete() && !cancel.isSet() && people.hasCorrections();
  }

  private ChatModel.Request request() {
    return new ChatModel.Request(
        context.messages(),
        protocol.stop(),
        protocol.name(),
        tools.index().specs(),
        task.text(),
        task.language(),
        task.situation(),
        run.steps());
  }
}
