package dev.earmark.library.http;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Spaces the requests to one service, and keeps still while the service has asked for that.
 * Thread-safe; waits on the caller's thread, {@link #PATIENCE} at most.
 */
final class Pace {
  /** The longest wait before a request; who would have to wait longer is refused at once. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration LONGEST_REST = Duration.ofHours(1);
  private static final Duration SLICE = Duration.ofMillis(20);

  private final String who;
  private final WebSettings settings;
  private final Clock clock;
  private long nextNanos; // guarded by this
  private int today; // guarded by this
  private @Nullable LocalDate day; // guarded by this

  Pace(String who, WebSettings settings, Clock clock) {
    this.who = who;
    this.settings = settings;
    this.clock = clock;
    this.nextNanos = clock.nanoTime();
  }

  /** Lets nobody ask for this long, an hour at most. */
  synchronized void rest(Duration time) {
    Duration rest = time.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : time;
    long until = clock.nanoTime() + rest.toNanos();
    if (until - nextNanos > 0) {
      nextNanos = until;
    }
  }

  /**
   * Waits until it is the caller's turn to ask.
   *
   * @throws FailureException {@code THROTTLED} when the turn is too far away or the day's requests
   *     are used up; {@code CANCELLED} when the flag is set
   */
  void await(CancelFlag cancel) throws FailureException {
    long turn = turn();
    while (turn - clock.nanoTime() > 0) {
      checkCancel(cancel);
      try {
        long left = turn - clock.nanoTime();
        clock.sleep(Duration.ofNanos(Math.max(1, Math.min(left, SLICE.toNanos()))));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FailureException(new Failure(Failure.Kind.CANCELLED, "interrupted"), e);
      }
    }
    checkCancel(cancel);
  }

  private static void checkCancel(CancelFlag cancel) throws FailureException {
    if (cancel.isSet()) {
      throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
    }
  }

  private synchronized long turn() throws FailureException {
    countDay();
    long now = clock.nanoTime();
    long turn = nextNanos - now > 0 ? nextNanos : now;
    Duration wait = Duration.ofNanos(turn - now);
    if (wait.compareTo(PATIENCE) > 0) {
      throw new FailureException(
          Failure.Kind.THROTTLED,
          who + " may not be asked for another " + (wait.toMillis() + 999) / 1_000 + " s");
    }
    nextNanos = turn + settings.pace().toNanos();
    today++;
    return turn;
  }

  private void countDay() throws FailureException {
    LocalDate date = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
    if (!date.equals(day)) {
      day = date;
      today = 0;
    }
    if (settings.mostPerDay() > 0 && today >= settings.mostPerDay()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.THROTTLED,
              who
                  + " was asked "
                  + today
                  + " times today, which is the configured limit (most-per-day)",
              new Failure.Words("今天的查询次数用完了", "today's requests are used up")),
          null);
    }
  }
}
