package dev.earmark.app.life;

import dev.earmark.base.RunLog;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes pools whose threads are named after what they do. */
public final class Threads {
  private static final int WAITING = 1_000;

  private Threads() {}

  /**
   * Returns a pool of up to {@code most} daemon threads {@code name-1} …; they end after half a
   * minute without work. A thousand tasks may wait; one more is refused with {@link
   * java.util.concurrent.RejectedExecutionException}, as is every task after the shutdown, and the
   * caller says what becomes of it. It never runs on the caller, which may be a loop that has to
   * turn. What a run starts there is done for it, see {@link RunLog}.
   */
  public static ExecutorService pool(String name, int most) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            most,
            most,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            }) {
          @Override
          public void execute(Runnable task) {
            super.execute(RunLog.carried(task));
          }
        };
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Returns a single daemon thread {@code name} for something short that is done now and then. */
  public static ScheduledExecutorService timer(String name) {
    return new ScheduledThreadPoolExecutor(
        1,
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
