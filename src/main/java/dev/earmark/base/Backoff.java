package dev.earmark.base;

import java.time.Duration;

/**
 * Pauses between tries to reopen a device: 1, 2, 4 … 30 s; never more than 2 s for one that has
 * worked, since it was unplugged and is found within 3 s of its return. Confined to one thread.
 */
public final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration LONGEST_ONCE_THERE = Duration.ofSeconds(2);

  private Duration next = FIRST;
  private Duration longest = LONGEST;

  /** Returns the pause before the next try. */
  public Duration next() {
    Duration pause = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(longest) > 0 ? longest : doubled;
    return pause;
  }

  /** Begins with short pauses again, because the device works. */
  public void reset() {
    next = FIRST;
    longest = LONGEST_ONCE_THERE;
  }
}
