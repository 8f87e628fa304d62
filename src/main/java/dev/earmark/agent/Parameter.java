package dev.earmark.agent;

import org.jspecify.annotations.Nullable;

/**
 * One parameter of a tool.
 *
 * @param name as the model writes it
 * @param type what values are taken
 * @param required whether a call without it is refused
 * @param defaultValue what counts when it is left out, or null
 * @param description one sentence for the model, with the unit
 */
public record Parameter(
    String name, Type type, boolean required, @Nullable Object defaultValue, String description) {
  /** The JSON types of values. */
  public enum Type {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    ARRAY,
    OBJECT
  }

  /** Makes a parameter that must be given. */
  public static Parameter required(String name, Type type, String description) {
    return new Parameter(name, type, /* required= */ true, null, description);
  }

  /** Makes a parameter that may be left out. */
  public static Parameter optional(
      String name, Type type, @Nullable Object defaultValue, String description) {
    return new Parameter(name, type, /* required= */ false, defaultValue, description);
  }
}
