package dev.earmark.playback.habits;

import java.util.Map;
import java.util.Optional;

/**
 * Small texts that are kept over restarts. Thread-safe; reading comes from memory and writing never
 * waits for the disk.
 */
public interface KeptSettings {
  /** Returns what is kept under a key; empty when there is nothing. */
  Optional<String> setting(String key);

  /** Returns all that is kept under keys with this beginning, by the rest of the key. */
  Map<String, String> settings(String prefix);

  /** Keeps a text; an empty one forgets the key. */
  void put(String key, String value);

  /**
   * Returns whether all that was put is on the disk by now, or soon will be: waits for the next
   * write, half a second at most, and is true when that was too short to tell.
   */
  default boolean isKept() {
    return true;
  }
}
