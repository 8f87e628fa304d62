package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The pauses between attempts: 1 s, doubled each time up to a minute, with a jitter of a half
 * either way so that many clients do not come back at once; or what Retry-After asks for. One that
 * asks for more than five minutes is given up at once: somebody waits for the book.
 */
final class Waits {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration LONGEST_ASKED = Duration.ofMinutes(5);
  private static final Duration SLICE = Duration.ofMillis(100);

  private final Clock clock;
  private final RandomGenerator random;

  Waits(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** Returns whether a server asks for more patience than a listener has. */
  boolean isTooLong(@Nullable Duration retryAfter) {
    return retryAfter != null && retryAfter.compareTo(LONGEST_ASKED) > 0;
  }

  /** Returns the pause before the n-th repetition, counted from 0. */
  Duration pause(int repetition, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter;
    }
    Duration base = SHORTEST.multipliedBy(1L << Math.min(repetition, 6));
    base = base.compareTo(LONGEST) > 0 ? LONGEST : base;
    return Duration.ofMillis(Math.round(base.toMillis() * (0.5 + random.nextDouble())));
  }

  /** Waits; a cancelled job ends the wait within a tenth of a second. */
  void await(Duration pause, CancelFlag cancel) throws IOException {
    long deadline = clock.nanoTime() + pause.toNanos();
    try {
      while (true) {
        if (cancel.isSet()) {
          throw new FailureException(Failure.Kind.CANCELLED, "the download was cancelled");
        }
        Duration left = Duration.ofNanos(deadline - clock.nanoTime());
        if (left.isNegative() || left.isZero()) {
          return;
        }
        clock.sleep(left.compareTo(SLICE) < 0 ? left : SLICE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          new Failure(Failure.Kind.CANCELLED, "the download was interrupted"), e);
    }
  }
}
