package dev.earmark.timers;

import dev.earmark.base.Clock;
import dev.earmark.base.Role;
import java.time.Duration;

/** Lets due timers ring, within half a second of their time, on the thread {@code timers}. */
public final class TimerRole implements Role {
  private static final Duration TURN = Duration.ofMillis(500);

  private final Timers timers;
  private final Runnable lookAtZone;
  private final Clock clock;

  /**
   * Makes the role; the clock is the one of the timers.
   *
   * @param lookAtZone called each turn, before the timers ask for the time zone
   */
  public TimerRole(Timers timers, Runnable lookAtZone, Clock clock) {
    this.timers = timers;
    this.lookAtZone = lookAtZone;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "timers";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    lookAtZone.run();
    Duration wait = timers.tick();
    clock.sleep(wait.compareTo(TURN) < 0 ? wait : TURN);
    return true;
  }
}
