package dev.earmark.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** How each part of the daemon fares; parts report here, the status page reads it. Thread-safe. */
public final class Health {
  private final Map<String, Part> parts = new ConcurrentSkipListMap<>();

  /**
   * The state of one part.
   *
   * @param part its name, such as {@code microphone}
   * @param ok whether it works
   * @param text one sentence, with the remedy when it does not work
   */
  public record Part(String part, boolean ok, String text) {}

  /** Reports that a part works. */
  public void ok(String part, String text) {
    parts.put(part, new Part(part, /* ok= */ true, text));
  }

  /** Reports that a part does not work. */
  public void problem(String part, String text) {
    parts.put(part, new Part(part, /* ok= */ false, text));
  }

  /** Returns all parts in the order of their names. */
  public List<Part> parts() {
    return new ArrayList<>(parts.values());
  }
}
