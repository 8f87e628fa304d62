package dev.earmark.agent.loop;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.Run;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stops for people: while it is paused, and before a tool that needs consent. Confined
 * to the run's thread.
 */
final class StepGate {
  private final AgentSettings settings;
  private final LiveRun run;
  private final Steering steering;
  private final Clock clock;
  private final Deadline deadline;
  private final CancelFlag cancel;
  private long heldNanos;
  private boolean givenUp;

  StepGate(AgentSettings settings, LiveRun run, Clock clock, Deadline deadline, CancelFlag cancel) {
    this.settings = settings;
    this.run = run;
    this.steering = run.steering();
    this.clock = clock;
    this.deadline = deadline;
    this.cancel = cancel;
  }

  /** What is to be done. */
  enum Verdict {
    GO,
    /** Nothing of the reply: the person's words are to be read, or the run is to end. */
    LOOK_AGAIN,
    /** A person does not want the call. */
    REFUSED,
    /** Nobody has said whether the call may be made. */
    NO_ANSWER
  }

  /**
   * What becomes of a call.
   *
   * @param args the arguments to use
   * @param edited whether a person gave them
   */
  record Ruling(Verdict verdict, Map<String, Object> args, boolean edited) {}

  /** Holds the run while it is paused, with no call that waits. */
  Verdict pass() {
    return pass("", Map.of()).verdict();
  }

  /** Holds the run while it is paused. */
  Ruling pass(String tool, Map<String, Object> args) {
    Map<String, Object> wanted = args;
    boolean edited = false;
    while (steering.isPaused() || steering.hasCorrections()) {
      if (cancel.isSet() || steering.hasCorrections()) {
        return new Ruling(Verdict.LOOK_AGAIN, wanted, edited);
      }
      Run.Waiting what =
          new Run.Waiting(
              Run.Why.PAUSED, tool, wanted, "", clock.now().plus(settings.pauseLimit()));
      Waited waited = waitFor(what, settings.pauseLimit());
      if (waited.args() != null) {
        wanted = waited.args();
        edited = true;
      }
      if (waited.went() == Steering.Went.TIME_OUT) {
        givenUp = true;
        run.note("nobody went on with the paused run in time");
        return new Ruling(Verdict.LOOK_AGAIN, wanted, edited);
      }
      if (waited.went() != Steering.Went.ON) {
        return new Ruling(Verdict.LOOK_AGAIN, wanted, edited);
      }
    }
    return new Ruling(Verdict.GO, wanted, edited);
  }

  /** Asks a person whether the call may be made. */
  Ruling consent(ToolSpec tool, Map<String, Object> args, String question) {
    Run.Waiting what =
        new Run.Waiting(
            Run.Why.CONSENT,
            tool.name(),
            args,
            question,
            clock.now().plus(settings.consentLimit()));
    Waited waited = waitFor(what, settings.consentLimit());
    boolean edited = waited.args() != null;
    Verdict verdict =
        switch (waited.went()) {
          case ALLOWED, ON -> Verdict.GO;
          case REFUSED -> Verdict.REFUSED;
          case TIME_OUT -> Verdict.NO_ANSWER;
          case CORRECTED, CANCELLED -> Verdict.LOOK_AGAIN;
        };
    return new Ruling(verdict, waited.args() != null ? waited.args() : args, edited);
  }

  private record Waited(Steering.Went went, @Nullable Map<String, Object> args) {}

  private Waited waitFor(Run.Waiting what, Duration limit) {
    long begun = clock.nanoTime();
    steering.waits(what);
    deadline.hold(limit, steering::expire);
    run.changed();
    CancelFlag.Registration onCancel = cancel.onSet(steering::wake);
    try {
      Steering.Went went = steering.await(cancel);
      return new Waited(went, steering.waited());
    } finally {
      onCancel.close();
      deadline.goOn();
      heldNanos += clock.nanoTime() - begun;
      run.changed();
    }
  }

  /** Returns how long people have held the run, in milliseconds; its limit does not count it. */
  double heldMs() {
    return heldNanos / 1e6;
  }

  /** Returns whether a pause went past its limit, which ends the run. */
  boolean givenUp() {
    return givenUp;
  }
}
