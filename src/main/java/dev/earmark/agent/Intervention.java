package dev.earmark.agent;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a person does to a run that goes on. */
public sealed interface Intervention {
  /** Holds the run before its next step: before a call is made, or the answer is given. */
  record Pause() implements Intervention {}

  /** Lets a paused run go on. */
  record Resume() implements Intervention {}

  /**
   * Adds an observation, or replaces one. A model call that goes on, or a call of a tool that has
   * not been made yet, is dropped, and the model is asked anew with the person's words.
   *
   * @param step the 1-based step whose observation is replaced; 0 to add one
   */
  record Observe(String text, int step) implements Intervention {}

  /** Changes the arguments of the call that a held run would make next. */
  record Input(Map<String, Object> args) implements Intervention {
    /** Copies the arguments and keeps their order; values may be null. */
    public Input {
      args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
    }
  }

  /** Answers the question whether a tool that needs consent may be called. */
  record Consent(boolean allowed) implements Intervention {}

  /**
   * What came of it.
   *
   * @param detail why not, in one English sentence with the remedy; empty when it was done
   */
  record Outcome(Kind kind, String detail) {
    /** It is done. */
    public static final Outcome DONE = new Outcome(Kind.DONE, "");

    /** There is no such run, or it does not go on. */
    public static final Outcome ENDED =
        new Outcome(Kind.ENDED, "The run has ended, or has not begun yet.");

    /** Makes the outcome of something that does not fit the run's state. */
    public static Outcome notNow(String detail) {
      return new Outcome(Kind.NOT_NOW, detail);
    }

    /** Makes the outcome of something that is wrong in itself. */
    public static Outcome refused(String detail) {
      return new Outcome(Kind.REFUSED, detail);
    }

    /** Returns whether it was done. */
    public boolean done() {
      return kind == Kind.DONE;
    }
  }

  /** The kinds of outcomes. */
  enum Kind {
    DONE,
    ENDED,
    NOT_NOW,
    REFUSED
  }
}
