package dev.earmark.playback;

import java.util.Optional;

/**
 * From a spoken wish to sound: looks into the cache and plays at once, or else hands search,
 * download and decode to the background, where playback starts by itself. Thread-safe; answers
 * within milliseconds, whatever the network does.
 *
 * <p>What becomes of a wish is published as an event with a {@link Report}, exactly one for each
 * wish: {@code play.started}, {@code play.failed}, or {@code play.dropped} when it was forgotten,
 * overtaken by a newer wish, or joined by one for the same section. A wish that was answered with
 * {@link PlayOutcome.Kind#PLAYING} gets its event when its file sounds, or cannot be played. The
 * first two are to be told to the listener, unless the answer to the wish has told it already; the
 * last one is not.
 */
public interface PlayService {
  /** What the ids of wishes begin with that no run made, and whose maker follows them. */
  String FOLLOWED = "wish-";

  /**
   * Plays a section of the album that is meant by the keyword.
   *
   * @param section its number, 1 also for the first one of a book that begins with another number;
   *     0 for where the listener left off, else the first
   * @param runId the agent's run that wishes it, or one that begins with {@link #FOLLOWED}, or
   *     empty
   */
  PlayOutcome play(String keyword, int section, String runId);

  /** Plays a section of a known album. */
  PlayOutcome playAlbum(String albumId, int section, String runId);

  /**
   * Drops the wish that is on its way to the speaker, if there is one; its download goes on or ends
   * by rule.
   */
  void forgetPending();

  /** Returns the wish that is on its way to the speaker. */
  default Optional<PlayOutcome> pending() {
    return Optional.empty();
  }

  /**
   * What became of a wish.
   *
   * @param runId the run that wished it, or empty
   * @param albumId empty when none was found
   * @param reasonZh why it failed, for the listener; empty when it started
   * @param reasonEn the same in English
   * @param told whether {@link #play} itself has answered that already, so that nobody needs to be
   *     told again
   */
  record Report(
      String runId,
      String albumId,
      String title,
      int section,
      boolean ok,
      String reasonZh,
      String reasonEn,
      boolean told) {}
}
