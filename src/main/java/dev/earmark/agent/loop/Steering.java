package dev.earmark.agent.loop;

import dev.earmark.agent.Intervention.Outcome;
import dev.earmark.agent.Run;
import dev.earmark.base.CancelFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What people want of one run. Any thread may steer; the run's thread asks, and waits here while it
 * is held. All fields are guarded by this; nobody is called while the lock is held, but the flag of
 * a model call, which is set after it.
 */
final class Steering {
  private final Deque<Correction> corrections = new ArrayDeque<>();
  private @Nullable CancelFlag call;
  private Run.@Nullable Waiting waiting;
  private @Nullable Map<String, Object> edited;
  private @Nullable Boolean allowed;
  private boolean pause;
  private boolean expired;
  private boolean over;

  /**
   * A person's words.
   *
   * @param step the 1-based step whose observation they replace, or 0
   */
  record Correction(String text, int step) {}

  /** How a wait ended. */
  enum Went {
    /** The pause was taken back. */
    ON,
    /** The person's words are to be read first. */
    CORRECTED,
    ALLOWED,
    REFUSED,
    /** Nobody said anything in time. */
    TIME_OUT,
    /** The run is to end. */
    CANCELLED
  }

  // ---- any thread ----

  synchronized Outcome pause() {
    if (over) {
      return Outcome.ENDED;
    }
    pause = true;
    return Outcome.DONE;
  }

  synchronized Outcome resume() {
    if (over) {
      return Outcome.ENDED;
    }
    if (!pause) {
      return Outcome.notNow("The run is not paused.");
    }
    pause = false;
    notifyAll();
    return Outcome.DONE;
  }

  /** Takes a person's words; ends the model call that goes on. */
  Outcome observe(String text, int step) {
    CancelFlag going;
    synchronized (this) {
      if (over) {
        return Outcome.ENDED;
      }
      corrections.addLast(new Correction(text, step));
      going = call;
      notifyAll();
    }
    if (going != null) {
      going.set();
    }
    return Outcome.DONE;
  }

  /**
   * Changes the arguments of the call that waits; they have been checked.
   *
   * @param question what is asked of the call with them; empty where nothing was asked
   */
  synchronized Outcome input(Map<String, Object> args, String question) {
    Run.Waiting now = waiting;
    if (now == null || now.action().isEmpty()) {
      return Outcome.notNow("The run has no call that waits; pause it first.");
    }
    edited = args;
    String asked = now.question().isEmpty() ? "" : question;
    waiting = new Run.Waiting(now.why(), now.action(), args, asked, now.until());
    return Outcome.DONE;
  }

  synchronized Outcome consent(boolean yes) {
    if (waiting == null || waiting.why() != Run.Why.CONSENT) {
      return Outcome.notNow("The run asks for nothing.");
    }
    allowed = yes;
    notifyAll();
    return Outcome.DONE;
  }

  /** Returns what the run waits with, or null. */
  synchronized Run.@Nullable Waiting waiting() {
    return waiting;
  }

  /** Returns whether the run is paused, or will be before its next step. */
  synchronized boolean isPaused() {
    return pause && !over;
  }

  /** Wakes up the run's thread, to look at its flags. */
  synchronized void wake() {
    notifyAll();
  }

  /** Tells that the time of a wait is over. */
  synchronized void expire() {
    expired = true;
    notifyAll();
  }

  // ---- the run's thread ----

  /** Notes the flag of the model call that begins; false when a person's words wait. */
  synchronized boolean callBegins(CancelFlag flag) {
    call = flag;
    return corrections.isEmpty();
  }

  synchronized void callEnded() {
    call = null;
  }

  synchronized @Nullable Correction nextCorrection() {
    return corrections.pollFirst();
  }

  synchronized boolean hasCorrections() {
    return !corrections.isEmpty();
  }

  synchronized void over() {
    over = true;
    waiting = null;
  }

  /** Begins to wait; {@link #await} blocks then, and {@link #waited} ends it. */
  synchronized void waits(Run.Waiting what) {
    waiting = what;
    edited = null;
    allowed = null;
    expired = false;
  }

  /** Blocks until the wait is over. */
  synchronized Went await(CancelFlag cancel) {
    Went went = went(cancel);
    while (went == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Went.CANCELLED;
      }
      went = went(cancel);
    }
    return went;
  }

  private @Nullable Went went(CancelFlag cancel) {
    if (cancel.isSet()) {
      return Went.CANCELLED;
    }
    if (!corrections.isEmpty()) {
      return Went.CORRECTED;
    }
    boolean asks = waiting != null && waiting.why() == Run.Why.CONSENT;
    if (asks && allowed != null) {
      return allowed ? Went.ALLOWED : Went.REFUSED;
    }
    if (!asks && !pause) {
      return Went.ON;
    }
    return expired ? Went.TIME_OUT : null;
  }

  /** Ends a wait; returns the arguments that a person wants instead, or null. */
  synchronized @Nullable Map<String, Object> waited() {
    waiting = null;
    return edited;
  }
}
