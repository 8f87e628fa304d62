package dev.earmark.library.http;

import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the newest values, each for its time: links, and what is needed to give links out. Albums
 * are kept by the library itself. Thread-safe.
 *
 * @param <V> what is kept
 */
public final class Recent<V> {
  private final int most;
  private final Clock clock;
  private final Map<String, Kept<V>> values = new LinkedHashMap<>(); // guarded by this

  /** Makes an empty one that holds so many values at most. */
  public Recent(int most, Clock clock) {
    this.most = most;
    this.clock = clock;
  }

  private record Kept<V>(V value, long untilNanos) {}

  /** Keeps a value; a lifetime of zero or less keeps nothing. */
  public synchronized void put(String key, V value, Duration lifetime) {
    values.remove(key);
    if (lifetime.isZero() || lifetime.isNegative()) {
      return;
    }
    values.put(key, new Kept<>(value, clock.nanoTime() + lifetime.toNanos()));
    if (values.size() > most) {
      values.remove(values.keySet().iterator().next());
    }
  }

  /** Returns a value whose time has not passed. */
  public synchronized Optional<V> get(String key) {
    Kept<V> kept = values.get(key);
    if (kept != null && kept.untilNanos - clock.nanoTime() <= 0) {
      values.remove(key);
      return Optional.empty();
    }
    return Optional.ofNullable(kept).map(Kept::value);
  }

  /** Forgets a value. */
  public synchronized void remove(String key) {
    values.remove(key);
  }
}
