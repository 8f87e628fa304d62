package dev.earmark.base;

import java.time.Duration;

/** Pauses between tries to reopen a device: 1, 2, 4 … 30 s. Confined to one thread. */
public final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Duration next = FIRST;

  /** Returns the pause before the next try. */
  public Duration next() {
    Duration pause = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    return pause;
  }

  /** Begins with short pauses again, because the device works. */
  public void reset() {
    next = FIRST;
  }
}
