package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.RunLog;
import dev.earmark.speak.Announcer.Chime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the agent on the workers and tells its steps. {@link #think} and {@link #progressed} are
 * called on the assistant thread; what the worker finds out comes back through the inbox.
 */
final class Agents {
  private static final Logger log = LoggerFactory.getLogger(Agents.class);

  private final TurnPorts ports;
  private final LocalRuns runs;
  private final Inbox inbox;
  private final OnEnd onState;
  private final OnEnd onAnswer;

  /** What to do with a run that has ended, or whose state has changed. */
  interface OnEnd {
    void ended(Turn turn, Run run);
  }

  /**
   * @param onState gets a turn whose run begins or ends to wait for a person
   * @param onAnswer gets a turn whose run has written further sentences of its answer, or taken it
   *     back
   */
  Agents(TurnPorts ports, LocalRuns runs, Inbox inbox, OnEnd onState, OnEnd onAnswer) {
    this.ports = ports;
    this.runs = runs;
    this.inbox = inbox;
    this.onState = onState;
    this.onAnswer = onAnswer;
  }

  /**
   * Starts the agent on the turn's text.
   *
   * @param situation asked on the worker, because it may read the disk
   * @param onEnd called on the assistant thread
   */
  void think(Turn turn, Supplier<Situation> situation, OnEnd onEnd) {
    try {
      ports
          .workers()
          .execute(
              () ->
                  RunLog.during(
                      turn.id,
                      () -> {
                        RunLines.begins(turn);
                        Run run = thought(turn, situation);
                        RunLines.ended(run);
                        inbox.postEnd(() -> onEnd.ended(turn, run));
                      }));
    } catch (RejectedExecutionException e) {
      log.error("no worker takes the run {}", turn.id, e);
      onEnd.ended(turn, failed(turn));
    }
  }

  private Run thought(Turn turn, Supplier<Situation> situation) {
    try {
      return ports
          .thinker()
          .think(
              turn.id,
              turn.text,
              turn.language,
              situation.get(),
              new Thinker.Manner(turn.byVoice(), turn.rulesOnly),
              turn.cancel,
              run -> inbox.post(() -> progressed(turn, run)));
    } catch (RuntimeException | StackOverflowError e) {
      log.error("the run {} failed", turn.id, e);
      return failed(turn);
    }
  }

  private Run failed(Turn turn) {
    String answer = Words.broken(Run.Ended.MODEL_ERROR, turn.language);
    return runs.end(turn, answer, Run.Ended.MODEL_ERROR);
  }

  /** Publishes the steps that are new or changed since the last snapshot. */
  void progressed(Turn turn, Run run) {
    List<Step> steps = run.steps();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (i < turn.shownSteps.size() && turn.shownSteps.get(i).equals(step)) {
        continue;
      }
      if (i < turn.shownSteps.size()) {
        turn.shownSteps.set(i, step);
      } else {
        turn.shownSteps.add(step);
        turn.mark("step_" + (i + 1), ports.clock().nanoTime());
      }
      ports.events().publish("run.step", TurnEvents.step(run.id(), i + 1, step));
    }
    if (!Objects.equals(turn.waiting, run.waiting())) {
      turn.waiting = run.waiting();
      ports.events().publish("run.state", TurnEvents.state(run));
      onState.ended(turn, run);
    }
    if (run.ended() == null && !run.answer().equals(turn.written)) {
      onAnswer.ended(turn, run);
    }
  }

  /**
   * Looks after a turn that is thought about: a short signal after a while, and an end after its
   * limit.
   */
  void watch(Turn turn, TurnSettings settings, OnEnd onEnd) {
    Duration since = Duration.ofNanos(ports.clock().nanoTime() - turn.phaseSinceNanos);
    if (since.compareTo(settings.thinkLimit()) > 0) {
      turn.cancel.set();
      String answer = Words.broken(Run.Ended.LIMIT_TIME, turn.language);
      onEnd.ended(turn, runs.end(turn, answer, Run.Ended.LIMIT_TIME));
    } else if (turn.byVoice()
        && !turn.signalled
        && since.compareTo(settings.thinkingSignal()) > 0) {
      turn.signalled = true;
      ports.voice().chime(Chime.HEARD);
      ports
          .events()
          .publish("turn.thinking", new TurnEvents.Started(turn.id, Words.lower(turn.origin)));
    }
  }
}
