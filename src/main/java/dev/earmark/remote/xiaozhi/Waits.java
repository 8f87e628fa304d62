package dev.earmark.remote.xiaozhi;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Pauses between tries to connect: 1 s, doubling to 600 s, a fifth more or less, so that many
 * daemons do not come back at once. Short again only after a minute of good connection: a server
 * that takes and drops at once is not hammered. Confined to one thread.
 */
final class Waits {
  /** The shortest pause after a refusal that only a person can change. */
  static final Duration REFUSED = Duration.ofMinutes(1);

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration HEALTHY = Duration.ofMinutes(1);

  private final DoubleSupplier random;
  private Duration next = FIRST;

  /**
   * Makes it.
   *
   * @param random gives numbers from 0 to 1
   */
  Waits(DoubleSupplier random) {
    this.random = random;
  }

  /**
   * Returns the pause after a connection has ended or failed.
   *
   * @param connected how long it was good
   * @param least the shortest pause
   */
  Duration after(Duration connected, Duration least) {
    if (connected.compareTo(HEALTHY) >= 0) {
      next = FIRST;
    }
    if (next.compareTo(least) < 0) {
      next = least;
    }
    Duration pause = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    double factor = 0.8 + 0.4 * random.getAsDouble();
    Duration shaken = Duration.ofMillis(Math.round(pause.toMillis() * factor));
    return shaken.compareTo(least) < 0 ? least : shaken;
  }
}
