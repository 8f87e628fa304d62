package dev.earmark.remote.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as JSON.
 *
 * @param ended as {@link Run.Ended}, in lower case; null while it runs
 * @param ms since its start
 * @param tokens prompt and completion together
 * @param messages the raw conversation, only where one run is asked for
 */
public record RunJson(
    String id,
    Instant startedAt,
    String task,
    String language,
    String protocol,
    String model,
    String thought,
    String answer,
    @Nullable String ended,
    double ms,
    int tokens,
    List<StepJson> steps,
    List<String> notes,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Message> messages) {
  /** Copies the lists. */
  public RunJson {
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** One step. */
  public record StepJson(
      String thought,
      String action,
      Map<String, Object> actionInput,
      String observation,
      String observationBy,
      boolean ok,
      double modelMs,
      double toolMs) {}

  /** One message of the raw conversation. */
  public record Message(String author, String text) {}

  /** Returns a run without its raw conversation. */
  public static RunJson of(Run run) {
    return of(run, /* messages= */ null);
  }

  /** Returns a run with its raw conversation. */
  public static RunJson whole(Run run) {
    return of(run, run.messages().stream().map(RunJson::message).toList());
  }

  private static RunJson of(Run run, @Nullable List<Message> messages) {
    Run.Ended ended = run.ended();
    return new RunJson(
        run.id(),
        run.startedAt(),
        run.task(),
        run.language().code(),
        run.protocol(),
        run.model(),
        run.thought(),
        run.answer(),
        ended == null ? null : Json.lower(ended),
        run.ms(),
        run.tokens(),
        run.steps().stream().map(RunJson::step).toList(),
        run.notes(),
        messages);
  }

  private static StepJson step(Step step) {
    return new StepJson(
        step.thought(),
        step.action(),
        step.actionInput(),
        step.observation(),
        Json.lower(step.observationBy()),
        step.ok(),
        step.modelMs(),
        step.toolMs());
  }

  private static Message message(ChatModel.Message message) {
    return new Message(Json.lower(message.author()), message.text());
  }
}
