package dev.earmark.timers;

/**
 * A timer that has rung, or should have.
 *
 * @param timer as it was when it rang
 * @param lateS by how many seconds it came too late, 0 when on time
 */
public record Fired(Timer timer, Outcome outcome, long lateS) {
  /** Whether there is still a point in ringing. */
  public enum Outcome {
    /** It rings now, as it should. */
    ON_TIME,
    /** The machine was off or asleep at its time, less than an hour ago: it rings with a note. */
    LATE,
    /** Its time was an hour ago or more: it does not ring, the listener is only told. */
    MISSED
  }
}
