package dev.earmark.playback;

/** What the listener wants, whether or not it is possible just now. */
enum Intent {
  PLAY,
  PAUSE,
  STOP
}
