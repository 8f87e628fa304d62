package dev.earmark.remote.offer;

import java.util.Map;

/**
 * A tool as other programs see it.
 *
 * @param title for people
 * @param inputSchema JSON Schema of the arguments
 * @param outputSchema JSON Schema of the structured result of a call that went well
 * @param hints what a caller may expect of a call
 */
public record OfferedTool(
    String name,
    String title,
    String description,
    Map<String, Object> inputSchema,
    Map<String, Object> outputSchema,
    Hints hints) {
  /**
   * What a caller may expect of a call (MCP 2025-11-25, ToolAnnotations).
   *
   * @param readOnly whether it changes nothing
   * @param destructive whether it may undo or delete something
   * @param idempotent whether a second call with the same arguments changes nothing more
   * @param openWorld whether it asks services outside of this machine
   */
  public record Hints(
      boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {}
}
