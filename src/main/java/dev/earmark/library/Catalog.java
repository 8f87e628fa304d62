package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import java.io.IOException;
import java.util.List;

/**
 * Finds albums. Thread-safe; every method may block for the network and throws {@link
 * dev.earmark.base.FailureException} with the class of the failure.
 */
public interface Catalog {
  /** Returns the catalogue's name, which begins the ids of its albums. */
  String name();

  /**
   * Searches titles, authors and narrators.
   *
   * @param keyword as spoken or typed
   * @param page 1-based
   */
  Page search(String keyword, int page, CancelFlag cancel) throws IOException;

  /**
   * Lists albums without a keyword, those that {@link #known()} does not tell. A catalogue that can
   * only be searched lists none; one that still reads what it knows may wait for that.
   *
   * @param page 1-based
   */
  default Page browse(int page, CancelFlag cancel) throws IOException {
    return new Page(List.of(), page, 0);
  }

  /** Returns an album with all its sections. */
  Album detail(String albumId, CancelFlag cancel) throws IOException;

  /** Returns where a file of the album can be read now. */
  SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException;

  /**
   * Returns the marks inside a section that are told beside its file; empty when there are none, or
   * when they are not known yet. Never blocks.
   */
  default List<Section.Chapter> chapters(Album album, Section section) {
    return List.of();
  }

  /**
   * Returns an album that was remembered over a restart with the addresses that hold now, for a
   * catalogue whose own address changes from one start to the next. Never blocks.
   */
  default Album renewed(Album remembered) {
    return remembered;
  }

  /** Returns the albums that are known without asking anybody, for instant search; never blocks. */
  default List<Album> known() {
    return List.of();
  }

  /**
   * Returns the titles and other names that may be spoken, for the recogniser's grammar; never
   * blocks. A catalogue that tells nothing before it is asked may still name its titles here.
   */
  default List<String> titles() {
    return known().stream().flatMap(album -> album.names().stream()).distinct().toList();
  }

  /**
   * Returns whether {@link #titles()} tells all that it has, so that no search would find another
   * book. Never blocks.
   */
  default boolean tellsAllTitles() {
    return false;
  }

  /**
   * Returns whole albums that it fetched by itself and that shall be known after a restart too,
   * whether it can be asked then or not; never blocks. None of one that keeps its own memory.
   */
  default List<Album> fetched() {
    return List.of();
  }

  /** Asks it to look again for what is new, in the background; never blocks. */
  default void refresh() {}

  /** As {@link #refresh()}, because a person asks: what was looked at a minute ago is so again. */
  default void refreshNow() {
    refresh();
  }

  /**
   * Returns whether something was seen that cannot be taken yet, such as files that are still being
   * copied, so that {@link #refresh()} is worth while in a few seconds. Never blocks.
   */
  default boolean isUnsettled() {
    return false;
  }

  /**
   * Returns what is wrong with it just now, in one sentence with the remedy; empty when nothing is.
   * For what it does by itself in the background: a failed search tells its caller. Never blocks.
   */
  default String trouble() {
    return "";
  }

  /** Calls the listener on any thread whenever {@link #known()} changed. */
  default void onChange(Runnable listener) {}

  /**
   * One page of hits, best first.
   *
   * @param pages how many there are; one more than this page when the catalogue knows no end
   */
  record Page(List<Album> albums, int page, int pages) {
    /** Copies the list. */
    public Page {
      albums = List.copyOf(albums);
    }
  }
}
