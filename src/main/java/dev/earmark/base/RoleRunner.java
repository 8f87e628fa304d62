package dev.earmark.base;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the thread of one {@link Role}, restarts it after a failure, and closes it within a
 * deadline.
 *
 * <p>A role that throws is closed, and started again after {@code restartPause}. {@link
 * #sinceLastTurn()} feeds the watchdog: it tells how long the loop has not turned.
 */
public final class RoleRunner {
  private static final Logger log = LoggerFactory.getLogger(RoleRunner.class);

  private final Role role;
  private final Clock clock;
  private final Duration restartPause;
  private final Thread thread;
  private volatile boolean stopping;
  private volatile long lastTurnNanos;
  private volatile @Nullable String lastFailure;

  /** Makes a runner; nothing runs before {@link #start()}. */
  public RoleRunner(Role role, Clock clock, Duration restartPause) {
    this.role = role;
    this.clock = clock;
    this.restartPause = restartPause;
    this.thread = new Thread(this::run, role.name());
    this.thread.setDaemon(true);
    this.lastTurnNanos = clock.nanoTime();
  }

  /** Starts the role's thread. */
  public RoleRunner start() {
    lastTurnNanos = clock.nanoTime();
    thread.start();
    return this;
  }

  /** Returns the role's name. */
  public String name() {
    return role.name();
  }

  /** Returns how long ago the loop turned last. */
  public Duration sinceLastTurn() {
    return Duration.ofNanos(clock.nanoTime() - lastTurnNanos);
  }

  /** Returns whether the role's thread lives. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Returns the message of the failure after which the role was last restarted, or null. */
  public @Nullable String lastFailure() {
    return lastFailure;
  }

  /**
   * Ends the role and waits for it. Past the deadline the stack of the stuck thread goes to the log
   * and the thread is interrupted.
   *
   * @return whether the role ended in time
   */
  public boolean close(Duration deadline) {
    stopping = true;
    role.wakeUp();
    if (!join(deadline)) {
      StringBuilder stack = new StringBuilder();
      for (StackTraceElement frame : thread.getStackTrace()) {
        stack.append("\n  at ").append(frame);
      }
      log.warn("role {} did not end within {} ms:{}", role.name(), deadline.toMillis(), stack);
      thread.interrupt();
      return join(Duration.ofMillis(200));
    }
    return true;
  }

  private boolean join(Duration deadline) {
    try {
      thread.join(Math.max(1, deadline.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private void run() {
    while (!stopping) {
      boolean done = false;
      try {
        role.onStart();
        boolean more = true;
        while (more && !stopping) {
          lastTurnNanos = clock.nanoTime();
          more = role.doWork();
        }
        done = true;
      } catch (InterruptedException e) {
        done = true;
      } catch (
          Throwable e) { // also an error of the VM: a silent role is worse than a restarted one
        lastFailure =
            String.format(Locale.ROOT, "%s: %s", e.getClass().getSimpleName(), e.getMessage());
        log.error("role {} failed, restarting in {} ms", role.name(), restartPause.toMillis(), e);
      } finally {
        closeQuietly();
      }
      if (done) {
        return;
      }
      pause();
    }
  }

  private void closeQuietly() {
    try {
      role.onClose();
    } catch (Throwable e) { // also an error of the VM: it would end the thread without a restart
      log.error("role {} failed while it closed", role.name(), e);
    }
  }

  private void pause() {
    try {
      clock.sleep(restartPause);
    } catch (InterruptedException e) {
      stopping = true;
    }
  }
}
