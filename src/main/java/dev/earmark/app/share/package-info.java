/** Wires what other programs may call and read: the MCP server, xiaozhi endpoints, MCP clients. */
@NullMarked
package dev.earmark.app.share;

import org.jspecify.annotations.NullMarked;
