package dev.earmark.agent.openai;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Role;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks in the background whether the model server is there: once at the start, and again every 15
 * s while it is not, on the thread {@code model-watch}. Reads its list of models only, which costs
 * nothing.
 */
public final class ModelWatch implements Role {
  /** What may be over at any moment, whatever was called. */
  private static final Set<Failure.Kind> FLEETING =
      Set.of(Failure.Kind.NETWORK, Failure.Kind.UNREACHABLE, Failure.Kind.TIMEOUT);

  private static final Duration TURN = Duration.ofMillis(500);
  private static final Duration EVERY = Duration.ofSeconds(15);

  private final ModelList list;
  private final Breaker breaker;
  private final Clock clock;
  private long nextNanos;
  private boolean lastLookFailed = true; // none yet

  /** Makes a watch that tells the breaker what it finds. */
  public ModelWatch(ModelList list, Breaker breaker, Clock clock) {
    this.list = list;
    this.breaker = breaker;
    this.clock = clock;
    this.nextNanos = clock.nanoTime();
  }

  @Override
  public String name() {
    return "model-watch";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    if (clock.nanoTime() - nextNanos >= 0) {
      nextNanos = clock.nanoTime() + EVERY.toNanos();
      if (mayHaveChanged(breaker.failure())) {
        look();
      }
    }
    clock.sleep(TURN);
    return true;
  }

  @Override
  public boolean waits() {
    return true; // for the server, within the limits of the list
  }

  /**
   * Returns whether a look at the list can tell more than is known: a server that refuses a call
   * may well show its list, so that such a failure is left to the next call.
   */
  private boolean mayHaveChanged(@Nullable Failure failure) {
    return lastLookFailed || (failure != null && FLEETING.contains(failure.kind()));
  }

  /**
   * Looks whether the server answers. That its list lacks the model is no reason to leave it alone:
   * gateways serve names that they do not list, and only a call tells.
   */
  private void look() {
    try {
      list.names();
      lastLookFailed = false;
      breaker.found();
    } catch (FailureException e) {
      lastLookFailed = true;
      breaker.failed(e.failure(), null);
    }
  }
}
