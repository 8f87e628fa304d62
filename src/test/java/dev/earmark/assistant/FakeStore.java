package dev.earmark.assistant;

import dev.earmark.library.Album;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Positions and settings in memory; broken on demand. */
public final class FakeStore implements ProgressStore {
  public final Map<String, Position> positions = new ConcurrentHashMap<>();
  public final List<Bookmark> bookmarks = new ArrayList<>();
  public volatile boolean broken;

  /** What happens in the middle of the next write of a setting. */
  public Runnable onPut = () -> {};

  private final Map<String, String> settings = new ConcurrentHashMap<>();
  private final List<Album> albums = new ArrayList<>();

  @Override
  public boolean removeBookmark(long id) {
    return bookmarks.removeIf(bookmark -> bookmark.id() == id);
  }

  @Override
  public Map<String, String> settings(String prefix) {
    Map<String, String> found = new HashMap<>(settings);
    found.keySet().removeIf(key -> !key.startsWith(prefix));
    return found;
  }

  @Override
  public void save(Position position) {
    positions.put(position.albumId(), position);
  }

  @Override
  public Optional<Position> position(String albumId) {
    return Optional.ofNullable(positions.get(albumId));
  }

  @Override
  public List<Position> recent(int limit) throws IOException {
    if (broken) {
      throw new IOException("the disk is gone");
    }
    return positions.values().stream()
        .sorted(Comparator.comparing(Position::at).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public Bookmark addBookmark(String name, Position position) {
    Bookmark bookmark = new Bookmark(bookmarks.size() + 1L, name, position);
    bookmarks.add(bookmark);
    return bookmark;
  }

  @Override
  public List<Bookmark> bookmarks(String albumId) {
    return bookmarks.stream()
        .filter(b -> albumId.isEmpty() || b.position().albumId().equals(albumId))
        .toList();
  }

  @Override
  public void remember(Album album) {
    albums.add(album);
  }

  @Override
  public void forget(String idPrefix) {
    throw new UnsupportedOperationException("nobody removes a source here");
  }

  @Override
  public List<Album> remembered() {
    return albums;
  }

  @Override
  public void put(String key, String value) throws IOException {
    if (broken) {
      throw new IOException("the disk is gone");
    }
    Runnable meanwhile = onPut;
    onPut = () -> {};
    meanwhile.run();
    settings.put(key, value);
  }

  @Override
  public Optional<String> get(String key) {
    return Optional.ofNullable(settings.get(key));
  }

  @Override
  public void close() {}
}
