package dev.earmark.base;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Marks the lines of the log that are written for a run with its id. The mark hangs on the thread;
 * work that goes on elsewhere takes it along with {@link #current()}. Thread-safe.
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
    set(runId);
    try {
      work.run();
    } finally {
      set(before);
    }
  }

  /** Returns the run that this thread works for, or null. */
  public static @Nullable String current() {
    return MDC.get(KEY);
  }

  private static void set(@Nullable String runId) {
    if (runId == null || runId.isEmpty()) {
      MDC.remove(KEY);
    } else {
      MDC.put(KEY, runId);
    }
  }
}
