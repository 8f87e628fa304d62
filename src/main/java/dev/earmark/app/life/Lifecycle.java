package dev.earmark.app.life;

import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops parts in the reverse order of their start, each within a deadline, so that one stuck part
 * does not keep the others from closing.
 *
 * <p>Thread-safe. Closing twice does nothing the second time.
 */
public final class Lifecycle implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

  private static final Duration LEAST = Duration.ofMillis(100);

  private final Clock clock;
  private final Deque<Part> parts = new ArrayDeque<>(); // guarded by this

  private record Part(String name, Duration deadline, AutoCloseable closer) {}

  /** Makes one without parts; deadlines run on the given clock. */
  public Lifecycle(Clock clock) {
    this.clock = clock;
  }

  /** Remembers how a part that has just been started is closed. */
  public synchronized void started(String name, Duration deadline, AutoCloseable closer) {
    parts.push(new Part(name, deadline, closer));
  }

  /** Closes without a limit for the whole; each part still has its own. */
  @Override
  public void close() {
    close(Duration.ofDays(1));
  }

  /**
   * Closes everything within about the given time: what is left of it clips the deadline of each
   * part, so that a stuck part costs those behind it some of their patience but not their turn.
   */
  public void close(Duration total) {
    long end = clock.nanoTime() + total.toNanos();
    ExecutorService closers =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "close");
              thread.setDaemon(true);
              return thread;
            });
    for (Part part = next(); part != null; part = next()) {
      long began = clock.nanoTime();
      close(part, clip(part.deadline(), end - began), closers);
      log.debug(
          "{} closed in {} ms",
          part.name(),
          String.format(Locale.ROOT, "%.1f", (clock.nanoTime() - began) / 1e6));
    }
    closers.shutdownNow();
  }

  private synchronized @Nullable Part next() {
    return parts.poll();
  }

  private static Duration clip(Duration deadline, long leftNanos) {
    Duration left = Duration.ofNanos(Math.max(leftNanos, LEAST.toNanos()));
    return left.compareTo(deadline) < 0 ? left : deadline;
  }

  private static void close(Part part, Duration deadline, ExecutorService closers) {
    Future<?> closing =
        closers.submit(
            () -> {
              part.closer().close();
              return null;
            });
    try {
      closing.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      closing.cancel(/* mayInterruptIfRunning= */ true);
      log.warn("{} did not close within {} ms", part.name(), deadline.toMillis());
    } catch (ExecutionException e) {
      log.warn("{} failed while it closed", part.name(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
