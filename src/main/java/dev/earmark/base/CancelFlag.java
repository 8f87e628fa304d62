package dev.earmark.base;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A one-way switch that asks running work to end.
 *
 * <p>Work checks {@link #isSet()} in its loop; what blocks outside of the loop (a socket, a pipe)
 * registers a hook that closes it. Thread-safe; a hook runs once, on the thread that sets the flag,
 * or at once on the registering thread when the flag is set already.
 */
public final class CancelFlag {
  private final AtomicBoolean set = new AtomicBoolean();
  private final CopyOnWriteArrayList<Runnable> hooks = new CopyOnWriteArrayList<>();

  /** Returns whether the work is to end. */
  public boolean isSet() {
    return set.get();
  }

  /** Asks the work to end and runs the hooks; further calls do nothing. */
  public void set() {
    if (set.compareAndSet(false, true)) {
      for (Runnable hook : hooks) {
        runOnce(hook);
      }
    }
  }

  /**
   * Runs the hook when the flag is set.
   *
   * @return a handle that takes the hook back
   */
  public Registration onSet(Runnable hook) {
    hooks.add(hook);
    if (set.get()) {
      runOnce(hook);
    }
    return () -> hooks.remove(hook);
  }

  private void runOnce(Runnable hook) {
    if (hooks.remove(hook)) {
      hook.run();
    }
  }

  /** Takes a hook back when closed. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
