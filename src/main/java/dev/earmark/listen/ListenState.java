package dev.earmark.listen;

/** What the listener is doing, for the status page. */
public enum ListenState {
  /** There is no microphone, or no model yet. */
  OFF,
  /** Muted or asleep: wakes only by button. */
  MUTED,
  /** Waits for the wake phrase. */
  IDLE,
  /** Waits for somebody to speak: after the wake phrase, a button or a question. */
  WINDOW_OPEN,
  /** Somebody speaks. */
  HEARING,
  /** Speech has ended; the transcript is being made. */
  RECOGNISING
}
