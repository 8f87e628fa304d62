package dev.earmark.agent;

/** What a tool can bring about; an answer may claim only what a tool of its run brought about. */
public enum Effect {
  /** A book plays, or is on its way. */
  PLAY,
  /** Playback is paused. */
  PAUSE,
  /** Playback is stopped. */
  STOP,
  /** The place in the book changed. */
  SEEK,
  /** The volume changed. */
  VOLUME,
  /** The speed changed. */
  SPEED,
  /** A sleep timer, timer, alarm or reminder was set or called off. */
  TIMER,
  /** A bookmark was set. */
  BOOKMARK,
  /** A download was started or called off. */
  DOWNLOAD,
  /** The queue of books was emptied or added to. */
  QUEUE,
  /** A file was written or moved. */
  FILE,
  /** A file was deleted. */
  DELETE
}
