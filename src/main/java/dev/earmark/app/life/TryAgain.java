package dev.earmark.app.life;

import dev.earmark.base.Health;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that a full disk kept from being written at the start, tried again every few seconds
 * until it works. {@link Health} names it until then.
 */
public final class TryAgain implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(TryAgain.class);

  private final String part;
  private final String problem;
  private final Work work;
  private final Health health;
  private final ScheduledExecutorService timer;

  /** What is tried. */
  @FunctionalInterface
  public interface Work {
    /** Does it, or throws when it cannot be done yet. */
    void run() throws IOException;
  }

  /**
   * Makes it; {@link #start} begins.
   *
   * @param part what health calls it
   * @param problem what health says until it works, with the remedy
   * @param timer ended when it has worked
   */
  public TryAgain(
      String part, String problem, Work work, Health health, ScheduledExecutorService timer) {
    this.part = part;
    this.problem = problem;
    this.work = work;
    this.health = health;
    this.timer = timer;
  }

  /** Reports the problem, and tries it again and again from now on. */
  public void start(Duration every) {
    health.problem(part, problem);
    var unused =
        timer.scheduleWithFixedDelay(
            this, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Tries it once. */
  @Override
  public void run() {
    try {
      work.run();
    } catch (IOException e) {
      log.debug("{}: not yet", part, e);
      return;
    } catch (RuntimeException e) { // which would end the schedule without a word
      log.error("{}: failed by a fault of ours, and is tried again", part, e);
      return;
    }
    health.ok(part, "is written");
    log.info("{}: works again", part);
    timer.shutdown();
  }
}
