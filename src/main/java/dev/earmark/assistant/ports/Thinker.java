package dev.earmark.assistant.ports;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The agent as the assistant sees it. Thread-safe. */
public interface Thinker {
  /**
   * Works on a task and blocks until it has ended, well or badly.
   *
   * @param runId the id that the run gets
   * @param manner how the task came; one for the rules alone is shown to no other model, neither in
   *     its own run nor in a later one
   * @param cancel ends the work soon when set; the run then ends as cancelled
   * @param onProgress gets a snapshot after every step, on any thread; returns at once
   * @return the ended run
   */
  Run think(
      String runId,
      String text,
      Language language,
      Situation situation,
      Manner manner,
      CancelFlag cancel,
      Consumer<Run> onProgress);

  /**
   * How a command came.
   *
   * @param spoken whether it was heard, so that it is asked back before something is lost
   * @param rulesOnly whether it is for the embedded rules alone, whatever else thinks otherwise
   */
  record Manner(boolean spoken, boolean rulesOnly) {
    /** Typed, for whoever thinks. */
    public static final Manner TYPED = new Manner(/* spoken= */ false, /* rulesOnly= */ false);
  }

  /** What can be told of a command before anybody has thought about it. */
  enum Prospect {
    /** It may have to wait for a large model. */
    SLOW,
    /** It is answered at once. */
    QUICK,
    /** It is answered at once, and it decides what plays: play, pause, stop, another place. */
    QUICK_PLAYBACK
  }

  /** Tells, without asking a large model, how quick a command will be; returns at once. */
  default Prospect prospect(String text, Language language, Situation situation) {
    return Prospect.SLOW;
  }

  /** Returns a run that goes on or that is remembered; may block for the disk. */
  Optional<Run> find(String runId);

  /**
   * Returns the newest runs, newest first; may block for the disk.
   *
   * @param before only runs older than this one, or an empty text for all
   */
  List<Run> page(int limit, String before);

  /** Remembers a run that ended without the agent; never blocks. */
  void keep(Run run);

  /** Does what a person wants of a run that goes on; returns at once. */
  Intervention.Outcome intervene(String runId, Intervention what);
}
