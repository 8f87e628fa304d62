package dev.earmark.agent.openai;

import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts requests, so that no more than a number go out within any minute. Thread-safe. */
final class Pace {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final int perMinute;
  private final Clock clock;
  private final Deque<Long> sent = new ArrayDeque<>(); // guarded by this

  /** Makes a pace; 0 requests for no limit. */
  Pace(int perMinute, Clock clock) {
    this.perMinute = perMinute;
    this.clock = clock;
  }

  /** Counts a request, or returns how long to wait before one may go out. */
  synchronized Duration take() {
    if (perMinute == 0) {
      return Duration.ZERO;
    }
    long now = clock.nanoTime();
    while (!sent.isEmpty() && now - sent.getFirst() >= MINUTE) {
      sent.removeFirst();
    }
    if (sent.size() < perMinute) {
      sent.addLast(now);
      return Duration.ZERO;
    }
    return Duration.ofNanos(MINUTE - (now - sent.getFirst()));
  }
}
