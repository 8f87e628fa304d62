package dev.earmark.audio.device;

import dev.earmark.base.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Waiting in stream code. */
final class Pace {
  private Pace() {}

  /** Sleeps by the clock; an interrupt becomes an I/O failure and stays set on the thread. */
  static void sleep(Clock clock, Duration time) throws IOException {
    try {
      clock.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException failure = new InterruptedIOException("interrupted while waiting");
      failure.initCause(e);
      throw failure;
    }
  }

  /** Sleeps until nothing is pending, by the clock, at most for the given time. */
  static void drain(Clock clock, LongSupplier pendingFrames, Duration longest) {
    long deadline = clock.nanoTime() + longest.toNanos();
    try {
      while (pendingFrames.getAsLong() > 0 && clock.nanoTime() < deadline) {
        clock.sleep(Duration.ofMillis(10));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
