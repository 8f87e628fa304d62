package dev.earmark.base;

import java.time.Duration;
import java.time.Instant;

/** The machine's clock. */
enum SystemClock implements Clock {
  INSTANCE;

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
  }
}
