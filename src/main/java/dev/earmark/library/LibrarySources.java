package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import java.io.IOException;
import java.util.List;

/**
 * Where the books come from, and what the listener adds to that and removes again while it runs.
 * Thread-safe; every method may block for disk or network.
 */
public interface LibrarySources {
  /**
   * A source.
   *
   * @param name by which it is removed; of a folder or file it begins the ids of its albums
   * @param kind {@code folder}, {@code file}, {@code feed}, or the type of a configured catalogue
   * @param where a path, or an address without secrets
   * @param title what a podcast calls itself; empty for others, and before its feed has come
   * @param albums how many are known of it
   * @param episodes of a podcast; 0 for others
   * @param isAway whether its disk or share is not there just now
   * @param isAdded whether the listener has added it, and may remove it; else the configuration has
   */
  record Source(
      String name,
      String kind,
      String where,
      String title,
      int albums,
      int episodes,
      boolean isAway,
      boolean isAdded) {
    /** Makes a source that is no podcast. */
    public Source(
        String name, String kind, String where, int albums, boolean isAway, boolean isAdded) {
      this(name, kind, where, /* title= */ "", albums, /* episodes= */ 0, isAway, isAdded);
    }
  }

  /** Returns all sources, those of the configuration first. */
  List<Source> sources();

  /**
   * Adds a folder, a single audio file or a podcast, and keeps it over restarts.
   *
   * @param what a path, or the address of a feed
   * @throws dev.earmark.base.FailureException with one sentence when it cannot be used
   */
  Source add(String what, CancelFlag cancel) throws IOException;

  /**
   * Removes a source that was added; its files and the places in its books stay.
   *
   * @param which its name, or what was added
   * @throws dev.earmark.base.FailureException {@code NOT_FOUND} when none is called so
   */
  Source remove(String which) throws IOException;

  /** Returns the podcasts as OPML 2.0. */
  String exportOpml();

  /**
   * Adds the podcasts of an OPML document; nobody is asked yet.
   *
   * @param added how many are new
   * @param known how many were there before
   */
  record Imported(int added, int known) {}

  /**
   * Adds the podcasts of a list.
   *
   * @throws dev.earmark.base.FailureException when it is no OPML, or names no feed
   */
  Imported importOpml(byte[] document) throws IOException;
}
