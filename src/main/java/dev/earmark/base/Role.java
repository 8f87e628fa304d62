package dev.earmark.base;

/**
 * One long-running job of the daemon, without a thread of its own: {@link RoleRunner} calls it in a
 * loop on a thread named after it.
 */
public interface Role {
  /** Returns the role's name, which is its thread's name too. */
  String name();

  /**
   * Called once on the role's thread before the first {@link #doWork()}, and again after a restart.
   */
  default void onStart() throws Exception {}

  /**
   * Does one turn of the loop. Waits for work at most about half a second, so that the watchdog
   * sees the loop turn.
   *
   * @return false when the role has done its job and the loop is to end
   */
  boolean doWork() throws Exception;

  /**
   * Returns whether the role is blocked on purpose just now, with its own limits, so that a long
   * turn is no fault; called from any thread.
   */
  default boolean waits() {
    return false;
  }

  /** Called once on the role's thread when the loop ends, also after a failure. */
  default void onClose() {}

  /** Called from another thread to wake up a blocked {@link #doWork()}; must not block. */
  default void wakeUp() {}
}
