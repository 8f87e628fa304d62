package dev.earmark.playback.habits;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Settings in memory. */
public final class FakeKeptSettings implements KeptSettings {
  private final Map<String, String> values = new ConcurrentHashMap<>();

  @Override
  public Optional<String> setting(String key) {
    return Optional.ofNullable(values.get(key));
  }

  @Override
  public Map<String, String> settings(String prefix) {
    Map<String, String> found = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            found.put(key.substring(prefix.length()), value);
          }
        });
    return found;
  }

  @Override
  public void put(String key, String value) {
    if (value.isEmpty()) {
      values.remove(key);
    } else {
      values.put(key, value);
    }
  }
}
