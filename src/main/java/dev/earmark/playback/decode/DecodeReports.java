package dev.earmark.playback.decode;

import dev.earmark.base.Failure;
import dev.earmark.media.MediaInfo.Chapter;
import java.util.List;

/** Told on the decode thread what becomes of a {@link DecodeLoop.Job}; must not block. */
public interface DecodeReports {
  /**
   * A section was opened.
   *
   * @param durationS 0 when it is unknown
   * @param chapters the marks of its file, in seconds of the section
   */
  void opened(long generation, int section, double durationS, List<Chapter> chapters);

  /** A section was decoded to its end, and this is how long it is. */
  void measured(long generation, int section, double durationS);

  /** A failure that may pass; it is being tried again. */
  void trouble(long generation, int section, Failure failure);

  /**
   * The loop gave up at a place.
   *
   * @param cut whether all bytes are there and the sound ends too early, so that trying again is no
   *     use
   */
  void failed(long generation, int section, double atS, Failure failure, boolean cut);
}
