package dev.earmark.base;

import java.time.Duration;
import java.time.Instant;

/**
 * The time, as a port, so that tests can run hours in milliseconds.
 *
 * <p>Thread-safe. {@link #system()} is the only production implementation.
 */
public interface Clock {
  /** Returns the wall-clock time; may jump when the machine's clock is set. */
  Instant now();

  /** Returns a monotonic reading in nanoseconds; only differences have a meaning. */
  long nanoTime();

  /**
   * Returns a monotonic reading in nanoseconds that also counts the time for which the machine was
   * suspended; where the machine does not tell it, the same as {@link #nanoTime}.
   */
  default long nanosWithSuspend() {
    return nanoTime();
  }

  /**
   * Blocks the calling thread for about the given time.
   *
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  void sleep(Duration time) throws InterruptedException;

  /** Returns the machine's clock. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
