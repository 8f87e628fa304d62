package dev.earmark.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thought–action–observation of a run.
 *
 * @param thought what the model wrote before its action, or empty
 * @param action the tool's name, or empty when the step had none (a format error)
 * @param actionInput the arguments as the model gave them
 * @param observation what came back
 * @param observationBy who wrote the observation
 * @param ok whether the tool did its work
 * @param modelMs the model's time, in milliseconds
 * @param toolMs the tool's time, in milliseconds
 * @param before what stood there before a person changed it, or null
 */
public record Step(
    String thought,
    String action,
    Map<String, Object> actionInput,
    String observation,
    By observationBy,
    boolean ok,
    double modelMs,
    double toolMs,
    @Nullable Before before) {
  /** Makes a step that no person has changed. */
  public Step(
      String thought,
      String action,
      Map<String, Object> actionInput,
      String observation,
      By observationBy,
      boolean ok,
      double modelMs,
      double toolMs) {
    this(thought, action, actionInput, observation, observationBy, ok, modelMs, toolMs, null);
  }

  /**
   * What a person replaced.
   *
   * @param actionInput the model's arguments, or null when they were left alone
   * @param observation the tool's observation, or null when it was left alone
   */
  public record Before(@Nullable Map<String, Object> actionInput, @Nullable String observation) {}

  /** Returns this step with a person's observation; the first one is kept beside it. */
  public Step observedByPerson(String text) {
    Before kept =
        new Before(
            before == null ? null : before.actionInput(),
            before == null || before.observation() == null ? observation : before.observation());
    return new Step(
        thought, action, actionInput, text, By.PERSON, /* ok= */ ok, modelMs, toolMs, kept);
  }

  /** Who wrote an observation. */
  public enum By {
    TOOL,
    PERSON,
    ENGINE
  }
}
