package dev.earmark.speak;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Kills a synthesiser that does not answer in time. One daemon thread watches over all of them and
 * ends when there is none to watch. Thread-safe.
 */
public final class ProcessLimit implements AutoCloseable {
  private static final ScheduledThreadPoolExecutor GUARD = guard();

  private final ScheduledFuture<?> end;
  private volatile boolean over;

  /** Begins to count. */
  public ProcessLimit(Process process, Duration time) {
    end =
        GUARD.schedule(
            () -> {
              over = true;
              kill(process);
            },
            time.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /**
   * Kills a process and what it has started: the program may be a script, and its child would hold
   * the output open as long as it likes. Thread-safe; does not wait.
   */
  public static void kill(Process process) {
    List<ProcessHandle> started = process.descendants().toList(); // orphans cannot be told any more
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /** Returns whether the time was over and the process has been killed. */
  public boolean isOver() {
    return over;
  }

  /** Counts no longer; the process is left alone. */
  @Override
  public void close() {
    end.cancel(/* mayInterruptIfRunning= */ false);
  }

  private static ScheduledThreadPoolExecutor guard() {
    ScheduledThreadPoolExecutor guard =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "voice-guard");
              thread.setDaemon(true);
              return thread;
            });
    guard.setRemoveOnCancelPolicy(true);
    guard.setKeepAliveTime(1, TimeUnit.SECONDS);
    guard.allowCoreThreadTimeOut(true);
    return guard;
  }
}
