package dev.earmark.remote.mcp;

/**
 * How Earmark shows itself to MCP clients.
 *
 * @param enabled whether {@code /mcp} is there
 */
public record McpSettings(boolean enabled) {
  /** The defaults. */
  public static final McpSettings DEFAULT = new McpSettings(true);
}
