package dev.earmark.playback.player;

import dev.earmark.base.Failure;
import dev.earmark.media.MediaInfo.Chapter;
import java.util.List;

/** What other threads tell the player. */
sealed interface PlayerMessage {
  /** Look what is to be done. */
  PlayerMessage WAKE = new Wake();

  /** As {@link #WAKE}. */
  record Wake() implements PlayerMessage {}

  /** As {@link DecodeReports#opened}. */
  record Opened(long serial, int section, double durationS, List<Chapter> chapters)
      implements PlayerMessage {}

  /** As {@link DecodeReports#measured}. */
  record Measured(long serial, int section, double durationS) implements PlayerMessage {}

  /** As {@link DecodeReports#trouble}. */
  record Trouble(long serial, int section, Failure failure) implements PlayerMessage {}

  /** As {@link DecodeReports#failed}. */
  record Failed(long serial, int section, double atS, Failure failure, boolean cut)
      implements PlayerMessage {}
}
