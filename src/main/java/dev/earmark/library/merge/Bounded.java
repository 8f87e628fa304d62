package dev.earmark.library.merge;

import java.util.LinkedHashMap;
import java.util.Map;

/** Forgets the entry that was put in first when it grows beyond its size. Not thread-safe. */
final class Bounded<V> extends LinkedHashMap<String, V> {
  private static final long serialVersionUID = 1L;
  private final int most;

  Bounded(int most) {
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > most;
  }
}
