package dev.earmark.timers;

import dev.earmark.base.Clock;
import dev.earmark.base.Role;
import java.time.Duration;

/** Lets due timers ring, within half a second of their time, on the thread {@code timers}. */
public final class TimerRole implements Role {
  private static final Duration TURN = Duration.ofMillis(500);

  private final Timers timers;
  private final Clock clock;

  /** Makes the role; the clock is the one of the timers. */
  public TimerRole(Timers timers, Clock clock) {
    this.timers = timers;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "timers";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    Duration wait = timers.tick();
    clock.sleep(wait.compareTo(TURN) < 0 ? wait : TURN);
    return true;
  }
}
