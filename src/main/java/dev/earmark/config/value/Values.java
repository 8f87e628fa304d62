package dev.earmark.config.value;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was read for each key. */
public class Values {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Keeps what the key's parser returned. */
  public <T> void put(Key<T> key, T value) {
    values.put(key.path(), value);
  }

  /**
   * Returns what was read for the key.
   *
   * @throws IllegalStateException when nothing was read, which is a fault of the program
   */
  @SuppressWarnings("unchecked") // put() takes only what the key's own parser returned
  public <T> T get(Key<T> key) {
    Object value = values.get(key.path());
    if (value == null) {
      throw new IllegalStateException("no value was read for " + key.path());
    }
    return (T) value;
  }
}
