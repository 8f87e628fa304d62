package dev.earmark.audio.device;

import dev.earmark.base.Clock;
import java.io.IOException;
import java.time.Duration;

/**
 * Keeps what a program delivers to the pace of time, as a leaky bucket: a second may come at once,
 * as the buffers of sound servers do, and two percent more than time passes may come for ever,
 * since no sound card's clock agrees with the machine's. What is faster is no device but a
 * recording, or a device whose rate or channels are other than configured: it is waited for, and
 * after some seconds {@link #isTooFast()} says so.
 *
 * <p>{@link #take} is confined to the reading thread.
 */
final class DeliveryPace {
  private static final double FASTEST = 1.02;
  private static final long BURST_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long WINDOW_NANOS = Duration.ofSeconds(5).toNanos();

  /** A window in which more than this share was spent waiting was not filled by a device. */
  private static final double WAITED_SHARE = 0.2;

  private final Clock clock;
  private long budgetNanos = BURST_NANOS;
  private long lastNanos;
  private long windowStartNanos;
  private long waitedNanos;
  private volatile boolean tooFast;

  DeliveryPace(Clock clock) {
    this.clock = clock;
    this.lastNanos = clock.nanoTime();
    this.windowStartNanos = lastNanos;
  }

  /**
   * Takes what was delivered, and waits until it may have been recorded.
   *
   * @param nanos its length
   */
  void take(long nanos) throws IOException {
    long now = clock.nanoTime();
    budgetNanos = Math.min(BURST_NANOS, budgetNanos + Math.round((now - lastNanos) * FASTEST));
    lastNanos = now;
    budgetNanos -= nanos;
    if (budgetNanos < 0) {
      waitedNanos -= budgetNanos;
      Pace.sleep(clock, Duration.ofNanos(-budgetNanos));
    }
    long window = clock.nanoTime() - windowStartNanos;
    if (window >= WINDOW_NANOS) {
      tooFast = waitedNanos > window * WAITED_SHARE;
      windowStartNanos += window;
      waitedNanos = 0;
    }
  }

  /** Returns whether the last seconds came faster than time passes; from any thread. */
  boolean isTooFast() {
    return tooFast;
  }
}
