package dev.earmark.base;

import java.time.Duration;
import java.time.Instant;

/** A clock that stands still until a test moves it; sleeping moves it. Thread-safe. */
public final class FakeClock implements Clock {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long nanos;
  private long suspendedNanos;

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized long nanosWithSuspend() {
    return nanos + suspendedNanos;
  }

  @Override
  public void sleep(Duration time) {
    advance(time);
  }

  /** Sets the wall clock forward, or back when negative, as a person or a time server does. */
  public synchronized void setBy(Duration time) {
    now = now.plus(time);
  }

  /** Suspends the machine: the wall clock goes on, the monotonic one does not. */
  public synchronized void suspend(Duration time) {
    now = now.plus(time);
    suspendedNanos += time.toNanos();
  }

  /** Moves the time forward. */
  public synchronized void advance(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
  }
}
