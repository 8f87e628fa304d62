package dev.earmark.assistant.ports;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One turn at a time. Thread-safe; every method returns at once unless it says otherwise. */
public interface Assistant {
  /**
   * Gives it a command as if it had been spoken. Commands that come while one is worked on wait
   * their turn.
   *
   * @param language the language of the reply, or null to guess it from the text
   * @param aloud whether the answer is also spoken
   */
  Begun begin(String text, @Nullable Language language, boolean aloud);

  /**
   * Gives it a command as if it had been spoken.
   *
   * @param language the language of the reply, or null to guess it from the text
   * @param aloud whether the answer is also spoken
   * @return completes with the ended run; exceptionally never
   */
  default CompletionStage<Run> say(String text, @Nullable Language language, boolean aloud) {
    return begin(text, language, aloud).ended();
  }

  /** Opens the ears for a command without the wake phrase; wakes it up when it sleeps. */
  void pushToTalk();

  /**
   * Lets it hear no wake phrase any more, or hear it again; kept over a restart. Nothing is said
   * and no run comes of it.
   */
  void setMuted(boolean muted);

  /** Returns whether it hears no wake phrase by wish, also where there is no microphone. */
  boolean isMuted();

  /**
   * Returns the newest runs, newest first; may block for the disk.
   *
   * @param before only runs older than this one, or an empty text for all
   */
  List<Run> runs(int limit, String before);

  /** Returns a run, ended or not; may block for the disk. */
  Optional<Run> run(String id);

  /** Does what a person wants of a run that goes on; returns at once. */
  Intervention.Outcome intervene(String runId, Intervention what);

  /** Cancels a run, also one that still waits its turn; false when it has ended. */
  boolean cancel(String runId);

  /**
   * A command that was taken.
   *
   * @param runId the id of its run
   * @param ended completes with the ended run; exceptionally never
   */
  record Begun(String runId, CompletionStage<Run> ended) {}
}
