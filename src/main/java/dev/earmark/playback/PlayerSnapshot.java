package dev.earmark.playback;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The player as it stands; immutable, published by the player thread.
 *
 * @param state what a listener would say it does
 * @param album the current album, or null
 * @param section 1-based, 0 when there is none
 * @param sectionTitle or empty
 * @param positionS seconds of the section that have really been heard
 * @param durationS the section's length in seconds, 0 when unknown
 * @param volume 0 to 100
 * @param speed 1.0 is normal
 * @param sleepEndsInS seconds until the sleep timer ends, or null
 * @param sleepSections sections until the sleep timer ends, or null
 * @param queue the titles of what comes next
 * @param problem why the last thing could not be played, or while it is buffering why it waits, or
 *     null
 * @param chapter the title of the mark inside the file at the heard position, or empty
 */
public record PlayerSnapshot(
    State state,
    @Nullable Album album,
    int section,
    String sectionTitle,
    double positionS,
    double durationS,
    int volume,
    double speed,
    @Nullable Double sleepEndsInS,
    @Nullable Integer sleepSections,
    List<String> queue,
    @Nullable Problem problem,
    String chapter) {
  /** What the player does. */
  public enum State {
    PLAYING,
    PAUSED,
    /** It is to play, and waits for bytes or for the decoder. */
    BUFFERING,
    STOPPED
  }

  /** Copies the queue. */
  public PlayerSnapshot {
    queue = List.copyOf(queue);
  }

  /** Returns one sentence when the last thing could not be played, else nothing. */
  public String problemIn(Language language) {
    return problem == null ? "" : problem.words(language);
  }

  /**
   * Returns whether it is {@link State#PAUSED} only until there is a speaker again, and then goes
   * on by itself. A key that plays and pauses in turn pauses it then, which calls the wait off.
   */
  public boolean waitsForSpeaker() {
    return state == State.PAUSED && problem != null && problem.waitsForSpeaker();
  }

  /** Returns whether the other one is the same but for what changes while time passes. */
  public boolean isLike(PlayerSnapshot other) {
    return state == other.state
        && section == other.section
        && Objects.equals(album, other.album)
        && volume == other.volume
        && speed == other.speed
        && (sleepEndsInS == null) == (other.sleepEndsInS == null)
        && Objects.equals(sleepSections, other.sleepSections)
        && Objects.equals(problem, other.problem)
        && chapter.equals(other.chapter);
  }
}
