package dev.earmark.remote.http.guard;

import dev.earmark.base.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts wrong tokens by the address that they come from, so that nobody can try many. Thread-safe.
 *
 * <p>Each address has ten tries, and gets one back every six seconds. The same wrong token again is
 * no new guess: a forgotten script with an old token must not shut out those beside it.
 */
final class Guesses {
  static final int MOST = 10;
  static final long BACK_AFTER_NANOS = 6_000_000_000L;
  private static final int MOST_ADDRESSES = 1_000;

  private final Clock clock;
  private final Map<String, Tries> tries = // guarded by this
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  /** What one address has tried: how many tries are used up, at which moment, and the last one. */
  private record Tries(double used, long atNanos, String last) {}

  Guesses(Clock clock) {
    this.clock = clock;
  }

  /** Returns the seconds until this address may try a token, 0 when it may now. */
  synchronized long waitS(String address) {
    Tries known = tries.get(address);
    double over = known == null ? 0 : used(known) - (MOST - 1);
    return over <= 0 ? 0 : (long) Math.ceil(over * BACK_AFTER_NANOS / 1e9);
  }

  /** Takes note of a wrong token. */
  synchronized void wrong(String address, String token) {
    Tries known = tries.get(address);
    if (known != null && known.last().equals(token)) {
      return;
    }
    double used = known == null ? 0 : used(known);
    tries.put(address, new Tries(used + 1, clock.nanoTime(), token));
  }

  private double used(Tries known) {
    double back = (clock.nanoTime() - known.atNanos()) / (double) BACK_AFTER_NANOS;
    return Math.max(0, known.used() - back);
  }
}
