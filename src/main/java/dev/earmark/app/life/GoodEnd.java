package dev.earmark.app.life;

/**
 * Ends the daemon with status 0 when a signal arrives before it has set up its own shutdown: the
 * JVM's status for SIGTERM would be 143, which reads as a failure. Thread-safe.
 */
public final class GoodEnd {
  private static volatile boolean settled;

  private GoodEnd() {}

  /** Takes over the signals; the very first thing that the daemon does. */
  public static void ofSignals() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (!settled) {
                    Runtime.getRuntime().halt(0);
                  }
                },
                "good-end"));
  }

  /**
   * The status is decided elsewhere from here on: by a failed start, or by the daemon's own end.
   */
  public static void settled() {
    settled = true;
  }
}
