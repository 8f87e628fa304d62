package dev.earmark.agent;

import java.util.Map;

/**
 * What came of a tool call.
 *
 * @param ok whether the effect was brought about
 * @param observation what the model reads, in the user's language
 * @param data the same for programs: plain values, lists and maps, snake_case names
 */
public record ToolResult(boolean ok, String observation, Map<String, Object> data) {
  /** Makes a result without data. */
  public static ToolResult ok(String observation) {
    return new ToolResult(/* ok= */ true, observation, Map.of());
  }

  /** Makes a result with data. */
  public static ToolResult ok(String observation, Map<String, Object> data) {
    return new ToolResult(/* ok= */ true, observation, data);
  }

  /** Makes a failure that says why, and what to do. */
  public static ToolResult failed(String observation) {
    return new ToolResult(/* ok= */ false, observation, Map.of());
  }
}
