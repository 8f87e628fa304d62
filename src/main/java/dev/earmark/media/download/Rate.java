package dev.earmark.media.download;

import dev.earmark.base.Clock;
import java.io.IOException;
import java.time.Duration;

/**
 * Holds a transfer back to a number of bytes a second.
 *
 * @param limitBytes a second; 0 or less for no limit
 */
record Rate(long limitBytes, Clock clock) {
  /** Waits as long as what was received since the start came too early. */
  void hold(long startedNanos, long received) throws IOException {
    if (limitBytes <= 0) {
      return;
    }
    double due = (double) received / limitBytes;
    double early = due - (clock.nanoTime() - startedNanos) / 1e9;
    if (early > 0.005) {
      try {
        clock.sleep(Duration.ofNanos((long) (early * 1e9)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Attempt.cancelled(e);
      }
    }
  }
}
