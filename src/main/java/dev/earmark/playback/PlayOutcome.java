package dev.earmark.playback;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import org.jspecify.annotations.Nullable;

/**
 * What a wish to play led to, at once.
 *
 * @param kind what happens now
 * @param album the album if it is known already
 * @param title what to call it: the album's title, or the words of the wish
 * @param section its number
 * @param why why its file cannot be read; null unless that is so
 */
public record PlayOutcome(
    Kind kind, @Nullable Album album, String title, int section, @Nullable Failure why) {
  /** Makes an outcome with nothing wrong about the file. */
  public PlayOutcome(Kind kind, @Nullable Album album, String title, int section) {
    this(kind, album, title, section, null);
  }

  /** Returns the outcome of a wish for a file that belongs on this machine and cannot be read. */
  public static PlayOutcome unreadable(
      @Nullable Album album, String title, int section, Failure why) {
    return new PlayOutcome(Kind.UNREADABLE, album, title, section, why);
  }

  /** Returns whether the section plays, or will by itself. */
  public boolean ok() {
    return kind != Kind.NO_SUCH_SECTION && kind != Kind.UNREADABLE;
  }

  /** Returns the sentence for a section that cannot be played, with the reason and the remedy. */
  public String refusal(Language language) {
    if (kind == Kind.NO_SUCH_SECTION && album != null) {
      return MissingSection.words(album, section, language);
    }
    if (why == null) {
      return language.pick("没有第" + section + "集", "there is no section " + section);
    }
    return language.pick(
        "《" + title + "》第" + section + "集放不了，" + why.said(language),
        title + ", section " + section + ", cannot be played: " + why.said(language));
  }

  /** What happens now. */
  public enum Kind {
    /** It was on this machine and plays. */
    PLAYING,
    /** It is being searched and fetched, and will start by itself. */
    FETCHING,
    /** The very same section was being fetched already. */
    JOINED,
    /** The album is known and has no such section. */
    NO_SUCH_SECTION,
    /** Its file belongs on this machine, and is gone or may not be read. */
    UNREADABLE
  }
}
