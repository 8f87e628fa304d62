package dev.earmark.agent;

import dev.earmark.base.Language;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One task given to the agent, as it stands now; a snapshot.
 *
 * @param id unique, sorts by time
 * @param task the user's words
 * @param protocol {@code text} or {@code xml}
 * @param model the model's name
 * @param steps so far
 * @param answer what is said to the user; empty while it runs
 * @param thought the model's thought before its answer
 * @param ended how it ended, or null while it runs
 * @param ms since its start, in milliseconds
 * @param tokens prompt and completion together
 * @param messages the raw conversation, for who wants to read it all
 * @param notes remarks of the engine: repairs, retries, that the model could not be reached
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
    List<String> notes) {
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
  }
}
