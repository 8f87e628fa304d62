package dev.earmark.library;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store in memory; {@link #failWith} makes every further call fail. Thread-safe. */
public final class FakeProgressStore implements ProgressStore {
  private final Map<String, Position> positions = new HashMap<>();
  private final Map<String, Position> notes = new HashMap<>();
  private final List<Bookmark> bookmarks = new ArrayList<>();
  private final Map<String, Album> albums = new LinkedHashMap<>();
  private final Map<String, String> settings = new HashMap<>();
  private @Nullable Album noted;
  private @Nullable IOException failure;
  private @Nullable IOException recentFailure;
  private int saves;
  private long lastBookmark;

  /** Makes every further call throw this, or work again when null. */
  public synchronized void failWith(@Nullable IOException failure) {
    this.failure = failure;
  }

  /** Makes {@link #recent} alone throw this, or work again when null. */
  public synchronized void failRecentWith(@Nullable IOException failure) {
    this.recentFailure = failure;
  }

  /** Returns how often a position was saved. */
  public synchronized int saves() {
    return saves;
  }

  private void check() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public synchronized void save(Position position) throws IOException {
    check();
    saves++;
    positions.merge(
        position.albumId(), position, (old, now) -> now.at().isBefore(old.at()) ? old : now);
  }

  @Override
  public synchronized void note(Position position) {
    notes.merge(
        position.albumId(), position, (old, now) -> now.at().isBefore(old.at()) ? old : now);
  }

  @Override
  public synchronized void note(Album album) {
    noted = album;
  }

  /** Takes over what was noted, as a store does that is opened after its process was killed. */
  public synchronized void restart() {
    notes.forEach(
        (id, note) -> positions.merge(id, note, (a, b) -> b.at().isAfter(a.at()) ? b : a));
    if (noted != null) {
      albums.putIfAbsent(noted.id(), noted);
    }
  }

  @Override
  public synchronized Optional<Position> position(String albumId) throws IOException {
    check();
    return Optional.ofNullable(positions.get(albumId));
  }

  @Override
  public synchronized List<Position> recent(int limit) throws IOException {
    check();
    if (recentFailure != null) {
      throw recentFailure;
    }
    return positions.values().stream()
        .sorted(Comparator.comparing(Position::at).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized Bookmark addBookmark(String name, Position position) throws IOException {
    check();
    Bookmark bookmark = new Bookmark(++lastBookmark, name, position);
    bookmarks.add(bookmark);
    return bookmark;
  }

  @Override
  public synchronized boolean removeBookmark(long id) throws IOException {
    check();
    return bookmarks.removeIf(bookmark -> bookmark.id() == id);
  }

  @Override
  public synchronized List<Bookmark> bookmarks(String albumId) throws IOException {
    check();
    return bookmarks.stream()
        .filter(b -> albumId.isEmpty() || b.position().albumId().equals(albumId))
        .sorted(Comparator.comparingLong(Bookmark::id).reversed())
        .toList();
  }

  @Override
  public synchronized void remember(Album album) throws IOException {
    check();
    albums.put(album.id(), album);
  }

  @Override
  public synchronized void forget(String idPrefix) throws IOException {
    check();
    albums.keySet().removeIf(id -> id.startsWith(idPrefix));
  }

  @Override
  public synchronized List<Album> remembered() throws IOException {
    check();
    return List.copyOf(albums.values());
  }

  @Override
  public synchronized void put(String key, String value) throws IOException {
    check();
    settings.put(key, value);
  }

  @Override
  public synchronized Optional<String> get(String key) throws IOException {
    check();
    return Optional.ofNullable(settings.get(key));
  }

  @Override
  public synchronized Map<String, String> settings(String prefix) throws IOException {
    check();
    Map<String, String> found = new HashMap<>(settings);
    found.keySet().removeIf(key -> !key.startsWith(prefix));
    return found;
  }

  @Override
  public void close() {
    // Keeps its content, so that a test can go on with it as if after a restart.
  }
}
