package dev.earmark.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was read for each key. */
class Values {
  private final Map<String, Object> values = new LinkedHashMap<>();

  <T> void put(Key<T> key, T value) {
    values.put(key.path(), value);
  }

  @SuppressWarnings("unchecked") // put() takes only what the key's own parser returned
  <T> T get(Key<T> key) {
    Object value = values.get(key.path());
    if (value == null) {
      throw new IllegalStateException("no value was read for " + key.path());
    }
    return (T) value;
  }
}
