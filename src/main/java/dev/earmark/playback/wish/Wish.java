package dev.earmark.playback.wish;

import dev.earmark.base.CancelFlag;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import org.jspecify.annotations.Nullable;

/**
 * One wish to hear a section, on its way to the speaker.
 *
 * <p>Its fields are written by the worker that serves it, and read by anybody.
 */
final class Wish {
  final String runId;
  final String keyword;
  final String albumId;
  final int wantedSection;
  final CancelFlag dropped = new CancelFlag();

  /** Set when even the search of a dropped wish is to end. */
  final CancelFlag givenUp = new CancelFlag();

  private volatile @Nullable Album album;
  private volatile int section;

  /**
   * Makes a wish.
   *
   * @param keyword the spoken title, or empty when the album is known by its id
   * @param albumId or empty
   * @param wantedSection its number, or 0 for where the listener left off
   */
  Wish(String runId, String keyword, String albumId, int wantedSection) {
    this.runId = runId;
    this.keyword = keyword;
    this.albumId = albumId;
    this.wantedSection = wantedSection;
    this.section = Math.max(1, wantedSection);
  }

  /** Says which album and section are meant. */
  void means(Album found, int foundSection) {
    album = found;
    section = foundSection;
  }

  @Nullable Album album() {
    return album;
  }

  int section() {
    return section;
  }

  String title() {
    Album known = album;
    return known != null ? known.title() : keyword.isEmpty() ? albumId : keyword;
  }

  /** Returns whether the other wish is for the same section, as far as can be told yet. */
  boolean isSameAs(Wish other) {
    Album mine = album;
    Album theirs = other.album;
    if (mine != null && theirs != null) {
      return mine.id().equals(theirs.id()) && section == other.section;
    }
    return keyword.equals(other.keyword)
        && albumId.equals(other.albumId)
        && wantedSection == other.wantedSection;
  }

  PlayOutcome outcome(PlayOutcome.Kind kind) {
    return new PlayOutcome(kind, album, title(), section);
  }

  /** Returns what became of it in the background. */
  PlayService.Report report(boolean ok, String reasonZh, String reasonEn) {
    return report(ok, reasonZh, reasonEn, /* told= */ false);
  }

  /** Returns what became of it; {@code told} when the answer to the wish has said so. */
  PlayService.Report report(boolean ok, String reasonZh, String reasonEn, boolean told) {
    Album known = album;
    String id = known != null ? known.id() : albumId;
    return new PlayService.Report(runId, id, title(), section, ok, reasonZh, reasonEn, told);
  }
}
