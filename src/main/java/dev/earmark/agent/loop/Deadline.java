package dev.earmark.agent.loop;

import dev.earmark.base.CancelFlag;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sets a flag when a run has used up its time, also in the middle of a model call; the time in
 * which a person holds the run does not count. Confined to the run's thread.
 */
final class Deadline implements AutoCloseable {
  private final ScheduledExecutorService timer;
  private final CancelFlag timeUp;
  private ScheduledFuture<?> alarm;
  private long leftNanos;

  Deadline(ScheduledExecutorService timer, CancelFlag timeUp, Duration limit) {
    this.timer = timer;
    this.timeUp = timeUp;
    this.alarm = timer.schedule(timeUp::set, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  CancelFlag timeUp() {
    return timeUp;
  }

  /** Stops the run's time, and calls back after the given time of waiting. */
  void hold(Duration limit, Runnable waitedTooLong) {
    leftNanos = Math.max(0, alarm.getDelay(TimeUnit.NANOSECONDS));
    alarm.cancel(/* mayInterruptIfRunning= */ false);
    alarm = timer.schedule(waitedTooLong, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Lets the run's time go on. */
  void goOn() {
    alarm.cancel(/* mayInterruptIfRunning= */ false);
    alarm = timer.schedule(timeUp::set, leftNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    alarm.cancel(/* mayInterruptIfRunning= */ false);
  }
}
