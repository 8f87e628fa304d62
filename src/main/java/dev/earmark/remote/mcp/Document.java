package dev.earmark.remote.mcp;

import java.util.List;
import java.util.function.Supplier;

/**
 * Something to read under a fixed URI.
 *
 * @param uri such as {@code earmark://status}
 * @param name for programs
 * @param title for people
 * @param events beginnings of the types of events that change it
 * @param content gives records, maps and lists, written as JSON with snake_case names; may block
 *     for the disk
 */
public record Document(
    String uri,
    String name,
    String title,
    String description,
    List<String> events,
    Supplier<Object> content) {
  /** Copies the list. */
  public Document {
    events = List.copyOf(events);
  }
}
