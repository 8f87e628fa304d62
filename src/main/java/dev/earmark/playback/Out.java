package dev.earmark.playback;

import dev.earmark.audio.PcmBlock;

/** What was decoded and waits for room in the pipe. */
sealed interface Out {
  /** Sound of a section, from a second of it to another. */
  record Sound(PcmBlock block, int section, double fromS, double toS) implements Out {}

  /** Here a section begins. */
  record Mark(int section) implements Out {}

  /** Nothing follows. */
  record End() implements Out {}
}
