package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The pauses between attempts: 1 s, doubled each time up to a minute, with a jitter of a half
 * either way so that many clients do not come back at once; or what Retry-After asks for, at most
 * five minutes.
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

  /** Returns the pause before the n-th repetition, counted from 0. */
  Duration pause(int repetition, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter.compareTo(LONGEST_ASKED) > 0 ? LONGEST_ASKED : retryAfter;
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

  /** Reads a Retry-After header, seconds or a date; null when there is none that makes sense. */
  static @Nullable Duration retryAfter(@Nullable String header, Instant now) {
    if (header == null || header.isBlank()) {
      return null;
    }
    String text = header.strip();
    try {
      if (text.chars().allMatch(Character::isDigit)) {
        return Duration.ofSeconds(Math.min(Long.parseLong(text), 1_000_000));
      }
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(now, until);
      return left.isNegative() ? Duration.ZERO : left;
    } catch (DateTimeParseException | NumberFormatException e) {
      return null;
    }
  }
}
