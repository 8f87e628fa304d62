package dev.earmark.base;

import java.time.Duration;

/**
 * Pauses between tries: 1 s, doubled up to a longest one. Those for a device: up to 30 s, and never
 * more than 2 s for one that has worked, since it was unplugged and is found within 3 s of its
 * return. Confined to one thread.
 */
public final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration LONGEST_ONCE_THERE = Duration.ofSeconds(2);

  private final Duration longestOnceThere;
  private Duration next = FIRST;
  private Duration longest;

  /** Makes the pauses for a device. */
  public Backoff() {
    this(LONGEST, LONGEST_ONCE_THERE);
  }

  /** Makes pauses for something else; what has worked is tried as it was before. */
  public Backoff(Duration longest) {
    this(longest, longest);
  }

  private Backoff(Duration longest, Duration longestOnceThere) {
    this.longest = longest;
    this.longestOnceThere = longestOnceThere;
  }

  /** Returns the pause before the next try. */
  public Duration next() {
    Duration pause = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(longest) > 0 ? longest : doubled;
    return pause;
  }

  /** Begins with short pauses again, because it works. */
  public void reset() {
    next = FIRST;
    longest = longestOnceThere;
  }
}
