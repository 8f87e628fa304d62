package dev.earmark.remote.mcp;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.remote.offer.OfferedTools;
import java.util.List;

/**
 * What the MCP server offers.
 *
 * @param dropWish drops the wish to play that is on its way to the speaker; returns at once
 * @param events tell of downloads, and of what changes documents
 * @param version of Earmark
 */
public record McpPorts(
    OfferedTools tools,
    List<Document> documents,
    List<DocumentFamily> families,
    Runnable dropWish,
    Events events,
    Clock clock,
    String version) {
  /** Copies the lists. */
  public McpPorts {
    documents = List.copyOf(documents);
    families = List.copyOf(families);
  }
}
