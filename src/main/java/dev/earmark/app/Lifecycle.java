package dev.earmark.app;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops parts in the reverse order of their start, each within a deadline, so that one stuck part
 * does not keep the others from closing.
 *
 * <p>Thread-safe. Closing twice does nothing the second time.
 */
final class Lifecycle implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

  private final Clock clock;
  private final Deque<Part> parts = new ArrayDeque<>(); // guarded by this

  private record Part(String name, Duration deadline, AutoCloseable closer) {}

  Lifecycle(Clock clock) {
    this.clock = clock;
  }

  /** Remembers how a part that has just been started is closed. */
  synchronized void started(String name, Duration deadline, AutoCloseable closer) {
    parts.push(new Part(name, deadline, closer));
  }

  @Override
  public void close() {
    ExecutorService closers =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "close");
              thread.setDaemon(true);
              return thread;
            });
    for (Part part = next(); part != null; part = next()) {
      long began = clock.nanoTime();
      close(part, closers);
      log.debug(
          "{} closed in {} ms",
          part.name(),
          String.format(Locale.ROOT, "%.1f", (clock.nanoTime() - began) / 1e6));
    }
    closers.shutdownNow();
  }

  private synchronized @org.jspecify.annotations.Nullable Part next() {
    return parts.poll();
  }

  private static void close(Part part, ExecutorService closers) {
    Future<?> closing =
        closers.submit(
            () -> {
              part.closer().close();
              return null;
            });
    try {
      closing.get(part.deadline().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      closing.cancel(/* mayInterruptIfRunning= */ true);
      log.warn("{} did not close within {} ms", part.name(), part.deadline().toMillis());
    } catch (ExecutionException e) {
      log.warn("{} failed while it closed", part.name(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
