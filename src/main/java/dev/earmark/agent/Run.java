package dev.earmark.agent;

import dev.earmark.base.Language;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One task given to the agent, as it stands now; a snapshot.
 *
 * @param id unique, sorts by time
 * @param task the user's words
 * @param protocol {@code text} or {@code xml}
 * @param model the model's name
 * @param steps so far
 * @param answer what is said to the user; while it runs, the sentences of its answer that have come
 *     and that nothing speaks against, or empty
 * @param thought the model's thought before its answer
 * @param ended how it ended, or null while it runs
 * @param ms since its start, in milliseconds
 * @param tokens prompt and completion together
 * @param messages the raw conversation, for who wants to read it all
 * @param notes remarks of the engine: repairs, retries, that the model could not be reached
 * @param waiting what it waits for a person with, or null
 * @param forgotten what its model was no longer told, oldest first; the record itself holds all
 * @param calls the calls of models and tools with their times, tokens and cost
 */
public record Run(
    String id,
    Instant startedAt,
    String task,
    Language language,
    String protocol,
    String model,
    List<Step> steps,
    String thought,
    String answer,
    @Nullable Ended ended,
    double ms,
    int tokens,
    List<ChatModel.Message> messages,
    List<String> notes,
    @Nullable Waiting waiting,
    List<Forgotten> forgotten,
    CallLog calls) {
  /** The remark of a run that stands apart from the conversation; it is kept with the run. */
  public static final String APART = "for the embedded rules alone: no other model is told of it";

  /** Makes a run that waits for nobody, and whose calls are not known. */
  public Run(
      String id,
      Instant startedAt,
      String task,
      Language language,
      String protocol,
      String model,
      List<Step> steps,
      String thought,
      String answer,
      @Nullable Ended ended,
      double ms,
      int tokens,
      List<ChatModel.Message> messages,
      List<String> notes) {
    this(
        id,
        startedAt,
        task,
        language,
        protocol,
        model,
        steps,
        thought,
        answer,
        ended,
        ms,
        tokens,
        messages,
        notes,
        null,
        List.of(),
        CallLog.EMPTY);
  }

  /** Makes a run that has forgotten nothing, and whose calls are not known. */
  public Run(
      String id,
      Instant startedAt,
      String task,
      Language language,
      String protocol,
      String model,
      List<Step> steps,
      String thought,
      String answer,
      @Nullable Ended ended,
      double ms,
      int tokens,
      List<ChatModel.Message> messages,
      List<String> notes,
      @Nullable Waiting waiting) {
    this(
        id,
        startedAt,
        task,
        language,
        protocol,
        model,
        steps,
        thought,
        answer,
        ended,
        ms,
        tokens,
        messages,
        notes,
        waiting,
        List.of(),
        CallLog.EMPTY);
  }

  /**
   * Something that the model was no longer told, because it cannot read more.
   *
   * @param what {@code shortened} for observations, {@code summarised} for rounds, {@code turns}
   *     for the turns before the task
   * @param fromStep the first step, from 1; 0 for turns
   * @param toStep the last step; 0 for turns
   * @param tokens how many were saved, about
   * @param by who wrote what stands there instead: {@code rule} or {@code model}
   * @param text what stands there instead; empty when it is only shorter
   */
  public record Forgotten(
      String what, int fromStep, int toStep, int tokens, String by, String text) {}

  /**
   * What a run waits for a person with, before its next step.
   *
   * @param action the tool that it would call next, or empty
   * @param actionInput the arguments of that call, which a person may still change
   * @param question what the person is asked, in the run's language; empty while it is paused
   * @param until when it is decided without the person
   */
  public record Waiting(
      Why why, String action, Map<String, Object> actionInput, String question, Instant until) {
    /** Copies the arguments and keeps their order; values may be null. */
    public Waiting {
      actionInput = Collections.unmodifiableMap(new LinkedHashMap<>(actionInput));
    }
  }

  /** Why a run waits. */
  public enum Why {
    /** A person has paused it. */
    PAUSED,
    /** Its next tool needs a person's consent. */
    CONSENT
  }

  /** Returns whether no model of another run may be told of this one. */
  public boolean isApart() {
    return notes.contains(APART);
  }

  /** Returns {@code running}, {@code paused}, {@code asking} or {@code ended}. */
  public String state() {
    if (ended != null) {
      return "ended";
    }
    if (waiting == null) {
      return "running";
    }
    return waiting.why() == Why.PAUSED ? "paused" : "asking";
  }

  /** How a run ended. */
  public enum Ended {
    ANSWERED,
    LIMIT_STEPS,
    LIMIT_TIME,
    LIMIT_TOKENS,
    PARSE_ERROR,
    MODEL_ERROR,
    CANCELLED
  }

  /** Copies the lists. */
  public Run {
    steps = List.copyOf(steps);
    messages = List.copyOf(messages);
    notes = List.copyOf(notes);
    forgotten = List.copyOf(forgotten);
  }
}
