package dev.earmark.agent;

import java.util.Map;

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
 */
public record Step(
    String thought,
    String action,
    Map<String, Object> actionInput,
    String observation,
    By observationBy,
    boolean ok,
    double modelMs,
    double toolMs) {
  /** Who wrote an observation. */
  public enum By {
    TOOL,
    PERSON,
    ENGINE
  }
}
