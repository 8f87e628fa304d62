/**
 * The MCP server: Earmark's tools, documents and prompts for other programs over Streamable HTTP,
 * with the official SDK. Two eras of the protocol are spoken at one path: the revisions with
 * sessions (2024-11-05 to 2025-11-25) and the stateless one (2026-07-28). Knows no other adapter.
 */
@NullMarked
package dev.earmark.remote.mcp;

import org.jspecify.annotations.NullMarked;
