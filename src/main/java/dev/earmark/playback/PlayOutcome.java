package dev.earmark.playback;

import dev.earmark.library.Album;
import org.jspecify.annotations.Nullable;

/**
 * What a wish to play led to, at once.
 *
 * @param kind what happens now
 * @param album the album if it is known already
 * @param title what to call it: the album's title, or the words of the wish
 * @param section its number
 */
public record PlayOutcome(Kind kind, @Nullable Album album, String title, int section) {
  /** What happens now. */
  public enum Kind {
    /** It was on this machine and plays. */
    PLAYING,
    /** It is being searched and fetched, and will start by itself. */
    FETCHING,
    /** The very same section was being fetched already. */
    JOINED,
    /** The album is known and has no such section. */
    NO_SUCH_SECTION
  }
}
