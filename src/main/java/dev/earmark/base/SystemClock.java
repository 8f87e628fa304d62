package dev.earmark.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The machine's clock. */
enum SystemClock implements Clock {
  INSTANCE;

  private static final Path UPTIME = Path.of("/proc/uptime");

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  /** Linux tells it in {@code /proc/uptime} (proc(5)), in seconds with two decimals. */
  @Override
  public long nanosWithSuspend() {
    try {
      String text = Files.readString(UPTIME);
      return (long) (Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1e9);
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
      return nanoTime(); // another system, or one that hides it
    }
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
  }
}
