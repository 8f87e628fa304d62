package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The data of the events that the assistant publishes; {@code docs/http.md} lists their types. */
public final class TurnEvents {
  private TurnEvents() {}

  /** {@code turn.started}: somebody began a turn. */
  public record Started(String turnId, String origin) {}

  /**
   * {@code turn.ended}.
   *
   * @param reason {@code answered}, {@code nothing_said}, {@code noise}, {@code not_understood},
   *     {@code dismissed}, {@code interrupted}, {@code cancelled}, {@code paused} or {@code
   *     no_reply}
   * @param ms from the beginning to the end
   * @param marks milliseconds since the beginning: {@code speech_start}, {@code speech_end}, {@code
   *     understood}, {@code step_1} …, {@code thought}, {@code speaking}, {@code spoken}
   */
  public record Ended(String turnId, String reason, double ms, Map<String, Double> marks) {
    /** Copies the marks and keeps their order. */
    public Ended {
      marks = Collections.unmodifiableMap(new LinkedHashMap<>(marks));
    }
  }

  /** {@code listen.wake}; of several microphones, the one that heard it. */
  public record Wake(String phrase, double confidence, double atS, String microphone) {}

  /** {@code listen.speech_start} and {@code listen.speech_end}. */
  public record SpeechEdge(double atS) {}

  /** {@code listen.partial}: what has been understood so far. */
  public record Partial(String text, String language, double atS) {}

  /** {@code listen.final}: the command that was understood. */
  public record Final(
      String text, String language, double confidence, double startS, double endS) {}

  /** {@code listen.rejected}. */
  public record Rejected(String reason, String text, double atS) {}

  /** {@code listen.muted}: it sleeps, or is awake again. */
  public record Muted(boolean muted) {}

  /** {@code run.started}. */
  public record RunStarted(String runId, String task, String language, String origin) {}

  /**
   * {@code run.step}: a step that is new, or that changed since it was last told.
   *
   * @param number 1-based
   */
  public record RunStep(
      String runId,
      int number,
      String thought,
      String action,
      Map<String, Object> actionInput,
      String observation,
      String observationBy,
      boolean ok,
      double modelMs,
      double toolMs,
      Step.@Nullable Before before) {}

  /**
   * {@code run.state}: a run was paused, asks for consent, or goes on; or the call that it waits
   * with was changed.
   *
   * @param state {@code running}, {@code paused} or {@code asking}
   * @param action the tool that it would call next, or empty
   * @param question what a person is asked, or empty
   * @param until when it is decided without the person, or empty
   */
  public record RunState(
      String runId,
      String state,
      String action,
      Map<String, Object> actionInput,
      String question,
      String until) {}

  /** {@code run.ended}. */
  public record RunEnded(
      String runId,
      String task,
      String thought,
      String answer,
      String ended,
      double ms,
      int tokens,
      String model,
      List<String> notes) {
    /** Copies the notes. */
    public RunEnded {
      notes = List.copyOf(notes);
    }
  }

  /** {@code say.started}: Earmark begins to speak. */
  public record SayStarted(String runId, String text, String language) {}

  /**
   * {@code say.ended}.
   *
   * @param outcome {@code heard}, {@code cut_off} or {@code no_voice}
   */
  public record SayEnded(String runId, String outcome) {}

  /**
   * {@code notice}: something happened in the background that a person should know.
   *
   * @param kind {@code play_failed}, {@code timer}, {@code alarm}, {@code reminder} or {@code
   *     answer}
   */
  public record Notice(String kind, String text, String language, String runId) {}

  /** {@code player.changed}. */
  public record PlayerChanged(
      String state,
      @Nullable String albumId,
      @Nullable String albumTitle,
      int section,
      String sectionTitle,
      double positionS,
      double durationS,
      int volume,
      double speed,
      @Nullable Double sleepEndsInS,
      @Nullable Integer sleepSections,
      String problemZh,
      String problemEn) {}

  static RunStep step(String runId, int number, Step step) {
    return new RunStep(
        runId,
        number,
        step.thought(),
        step.action(),
        step.actionInput(),
        step.observation(),
        Words.lower(step.observationBy()),
        step.ok(),
        step.modelMs(),
        step.toolMs(),
        step.before());
  }

  static RunState state(Run run) {
    Run.Waiting waiting = run.waiting();
    return waiting == null
        ? new RunState(run.id(), run.state(), "", Map.of(), "", "")
        : new RunState(
            run.id(),
            run.state(),
            waiting.action(),
            waiting.actionInput(),
            waiting.question(),
            waiting.until().toString());
  }

  static RunEnded ended(Run run) {
    Run.Ended ended = run.ended();
    return new RunEnded(
        run.id(),
        run.task(),
        run.thought(),
        run.answer(),
        ended == null ? "" : Words.lower(ended),
        run.ms(),
        run.tokens(),
        run.model(),
        run.notes());
  }

  static PlayerChanged player(PlayerSnapshot snapshot) {
    Album album = snapshot.album();
    return new PlayerChanged(
        Words.lower(snapshot.state()),
        album == null ? null : album.id(),
        album == null ? null : album.title(),
        snapshot.section(),
        snapshot.sectionTitle(),
        snapshot.positionS(),
        snapshot.durationS(),
        snapshot.volume(),
        snapshot.speed(),
        snapshot.sleepEndsInS(),
        snapshot.sleepSections(),
        snapshot.problemIn(Language.ZH),
        snapshot.problemIn(Language.EN));
  }

  static RunStarted started(Turn turn) {
    return new RunStarted(turn.id, turn.text, turn.language.code(), Words.lower(turn.origin));
  }

  static Notice notice(String kind, String text, Language language, String runId) {
    return new Notice(kind, text, language.code(), runId);
  }
}
