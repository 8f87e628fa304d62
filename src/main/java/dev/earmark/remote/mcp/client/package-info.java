/**
 * The MCP client: tools of other MCP servers join the agent's, each server behind a prefix of its
 * own. Knows no other adapter.
 */
@NullMarked
package dev.earmark.remote.mcp.client;

import org.jspecify.annotations.NullMarked;
