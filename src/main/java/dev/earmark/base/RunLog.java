package dev.earmark.base;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Marks the lines of the log that are written for a run with its id. The mark hangs on the thread;
 * work that goes on elsewhere takes it along with {@link #carried}, or keeps {@link #current()}
 * beside what it will do. Thread-safe.
 */
public final class RunLog {
  /** The mark's name in the log. */
  public static final String KEY = "run";

  private RunLog() {}

  /**
   * Does work for a run; its lines are marked.
   *
   * @param runId empty or null for none
   */
  public static void during(@Nullable String runId, Runnable work) {
    String before = MDC.get(KEY);
    mark(runId);
    try {
      work.run();
    } finally {
      mark(before);
    }
  }

  /**
   * As {@link #during}, for work that has a result.
   *
   * @param runId empty or null for none
   */
  public static <T> T result(@Nullable String runId, Supplier<T> work) {
    String before = MDC.get(KEY);
    mark(runId);
    try {
      return work.get();
    } finally {
      mark(before);
    }
  }

  /** Returns the work so that, on whatever thread it is done, it is done for this thread's run. */
  public static Runnable carried(Runnable work) {
    String runId = current();
    return () -> during(runId, work);
  }

  /** Returns the run that this thread works for, or null. */
  public static @Nullable String current() {
    return MDC.get(KEY);
  }

  /**
   * Marks all that this thread does from now on; for a role, whose thread is its own, and which
   * does too much for {@link #during}.
   *
   * @param runId empty or null for none
   */
  public static void mark(@Nullable String runId) {
    if (runId == null || runId.isEmpty()) {
      MDC.remove(KEY);
    } else {
      MDC.put(KEY, runId);
    }
  }
}
