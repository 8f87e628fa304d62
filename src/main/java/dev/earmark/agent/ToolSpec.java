package dev.earmark.agent;

import java.util.List;
import java.util.Set;

/**
 * What a model needs to know of a tool.
 *
 * @param name as the model writes it
 * @param description one or two sentences for the model
 * @param parameters in declared order, which is the order of positional arguments
 * @param effects what a successful call brings about; empty for a tool that only looks
 * @param needsConsent whether a person is asked before each call
 */
public record ToolSpec(
    String name,
    String description,
    List<Parameter> parameters,
    Set<Effect> effects,
    boolean needsConsent) {
  /** Makes a tool that runs without asking a person. */
  public ToolSpec(
      String name, String description, List<Parameter> parameters, Set<Effect> effects) {
    this(name, description, parameters, effects, /* needsConsent= */ false);
  }

  /** Refuses a tool without a name or description, and copies the collections. */
  public ToolSpec {
    if (name.isBlank() || description.isBlank()) {
      throw new IllegalArgumentException("a tool needs a name and a description: '" + name + "'");
    }
    parameters = List.copyOf(parameters);
    effects = Set.copyOf(effects);
  }
}
