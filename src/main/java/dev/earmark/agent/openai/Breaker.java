package dev.earmark.agent.openai;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Knows how a model server fares, and spares callers the wait for one that has just failed.
 *
 * <p>States: <i>unknown</i> at first; <i>good</i> after an answer; <i>resting</i> after a failure:
 * every call fails at once with the same reason, for 15 s, doubled with each failure in a row up to
 * 5 min, or for as long as the server asks; then <i>trying</i>: one call is let through and
 * decides, the others still fail at once. A background look that finds the server again ends the
 * rest early. A request that the server refuses as such (400) says nothing about the server.
 *
 * <p>Thread-safe. Listeners are called on the thread that brought the news and must not block.
 */
public final class Breaker {
  private static final Duration FIRST = Duration.ofSeconds(15);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration LONGEST_ASKED = Duration.ofHours(1);

  private final Clock clock;
  private final boolean rests;
  private final List<Consumer<Condition>> listeners = new CopyOnWriteArrayList<>();

  // All guarded by this.
  private @Nullable Failure failure;
  private long restsUntilNanos;
  private int failures;
  private boolean trying;

  /**
   * How the server fares.
   *
   * @param failure what is wrong, or null when it works
   * @param latency how long the last answer took, or zero when only its list of models was read
   */
  public record Condition(@Nullable Failure failure, Duration latency) {}

  private Breaker(Clock clock, boolean rests) {
    this.clock = clock;
    this.rests = rests;
  }

  /** Returns one that rests after failures. */
  public static Breaker resting(Clock clock) {
    return new Breaker(clock, /* rests= */ true);
  }

  /** Returns one that lets every call through, for one-shot commands. */
  public static Breaker never(Clock clock) {
    return new Breaker(clock, /* rests= */ false);
  }

  /** Tells the listener whatever is learnt from now on. */
  public void onChange(Consumer<Condition> listener) {
    listeners.add(listener);
  }

  /** Returns what is wrong, or null when nothing is known to be. */
  public synchronized @Nullable Failure failure() {
    return failure;
  }

  /**
   * Begins a call.
   *
   * @return whether it is the one call that decides after a rest; whoever made it calls {@link
   *     #trialEnded} in the end, however it went
   * @throws FailureException the reason for the rest
   */
  synchronized boolean begin() throws FailureException {
    if (failure == null || !rests) {
      return false;
    }
    if (trying || clock.nanoTime() - restsUntilNanos < 0) {
      throw failure.asException();
    }
    trying = true;
    return true;
  }

  /** A call was answered. */
  void answered(Duration latency) {
    tell(good(latency));
  }

  /** The server was found without a call; the next call is let through. */
  void found() {
    Condition condition;
    synchronized (this) {
      restsUntilNanos = clock.nanoTime();
      condition = good(Duration.ZERO);
    }
    tell(condition);
  }

  private synchronized Condition good(Duration latency) {
    failure = null;
    failures = 0;
    return new Condition(null, latency);
  }

  /** A call, or a background look, failed. */
  void failed(Failure what, @Nullable Duration retryAfter) {
    synchronized (this) {
      if (what.kind() == Failure.Kind.BAD_REQUEST || what.kind() == Failure.Kind.CANCELLED) {
        return;
      }
      failure = what;
      restsUntilNanos = clock.nanoTime() + rest(retryAfter).toNanos();
      failures++;
    }
    tell(new Condition(what, Duration.ZERO));
  }

  /**
   * The call that was to decide is over; if it said nothing of the server, the next one decides.
   */
  synchronized void trialEnded() {
    trying = false;
  }

  private Duration rest(@Nullable Duration retryAfter) {
    Duration own = FIRST.multipliedBy(1L << Math.min(failures, 5));
    Duration rest = own.compareTo(LONGEST) < 0 ? own : LONGEST;
    if (retryAfter == null || retryAfter.compareTo(rest) < 0) {
      return rest;
    }
    return retryAfter.compareTo(LONGEST_ASKED) < 0 ? retryAfter : LONGEST_ASKED;
  }

  private void tell(Condition condition) {
    listeners.forEach(listener -> listener.accept(condition));
  }
}
