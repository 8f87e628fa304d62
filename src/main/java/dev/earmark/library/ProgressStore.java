package dev.earmark.library;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps positions, bookmarks and known albums over restarts and crashes. Thread-safe. Writing
 * blocks until the record is safe from {@code kill -9}; reading comes from memory or disk within
 * milliseconds.
 */
public interface ProgressStore extends AutoCloseable {
  /**
   * Saves the newest position of its album; an older record (by {@code at}) never replaces a newer
   * one.
   */
  void save(Position position) throws IOException;

  /**
   * Makes a place safe from {@code kill -9} before it is saved, where the store can do that without
   * waiting for the disk: from any thread, within microseconds. An older place than one that is
   * noted or saved changes nothing. A store that cannot leaves it to {@link #save}.
   */
  default void note(Position position) {}

  /**
   * Makes an album that is about to play safe from {@code kill -9} before it is remembered, where
   * the store can do that without waiting for the disk: from any thread. It may keep the last one
   * only. A store that cannot leaves it to {@link #remember}.
   */
  default void note(Album album) {}

  /** Returns the position of an album. */
  Optional<Position> position(String albumId) throws IOException;

  /** Returns the newest positions, one for each album, newest first. */
  List<Position> recent(int limit) throws IOException;

  /** Adds a bookmark and returns it with its id. */
  Bookmark addBookmark(String name, Position position) throws IOException;

  /** Removes a bookmark; false when there is none with this id. */
  boolean removeBookmark(long id) throws IOException;

  /** Returns the bookmarks of an album, or all when the id is empty, newest first. */
  List<Bookmark> bookmarks(String albumId) throws IOException;

  /**
   * Remembers an album with its sections, so that it can be found and played without its catalogue.
   */
  void remember(Album album) throws IOException;

  /** Forgets the remembered albums whose ids begin so; positions and bookmarks stay. */
  void forget(String idPrefix) throws IOException;

  /** Returns the remembered albums. */
  List<Album> remembered() throws IOException;

  /** Keeps a small setting, such as the volume. */
  void put(String key, String value) throws IOException;

  /** Returns a small setting. */
  Optional<String> get(String key) throws IOException;

  /** Returns all small settings whose keys begin so, by their whole keys. */
  Map<String, String> settings(String prefix) throws IOException;

  @Override
  void close();

  /** Returns whether what was written lies on the disk, and not in memory for now; never waits. */
  default boolean isKept() {
    return true;
  }

  /**
   * Lets a store that keeps what was written in memory for now try the disk again, now and then.
   * Waits for the disk, so one thread alone calls this: that which writes positions.
   *
   * @return what {@link #isKept} says then
   */
  default boolean keep() {
    return isKept();
  }
}
