package dev.earmark.playback;

/**
 * From a spoken wish to sound: looks into the cache and plays at once, or else hands search,
 * download and decode to the background, where playback starts by itself. Thread-safe; answers
 * within milliseconds, whatever the network does.
 *
 * <p>What becomes of a wish in the background is published as events {@code play.started} and
 * {@code play.failed} with a {@link Report}.
 */
public interface PlayService {
  /**
   * Plays a section of the album that is meant by the keyword.
   *
   * @param section 1-based; 0 for where the listener left off, else the first
   * @param runId the agent's run that wishes it, or empty
   */
  PlayOutcome play(String keyword, int section, String runId);

  /** Plays a section of a known album. */
  PlayOutcome playAlbum(String albumId, int section, String runId);

  /**
   * Drops the wish that is on its way to the speaker, if there is one; its download goes on or ends
   * by rule.
   */
  void forgetPending();

  /**
   * What became of a wish.
   *
   * @param runId the run that wished it, or empty
   * @param albumId empty when none was found
   * @param reasonZh why it failed, for the listener; empty when it started
   * @param reasonEn the same in English
   */
  record Report(
      String runId,
      String albumId,
      String title,
      int section,
      boolean ok,
      String reasonZh,
      String reasonEn) {}
}
