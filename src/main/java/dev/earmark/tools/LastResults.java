package dev.earmark.tools;

import dev.earmark.library.Album;
import java.util.List;

/**
 * The albums of the last search, as numbered on the screen: "the second one" means the second of
 * these. Thread-safe.
 */
public final class LastResults {
  private volatile List<Album> albums = List.of();

  /** Shows these albums from now on. */
  public void show(List<Album> found) {
    albums = List.copyOf(found);
  }

  /** Returns the albums on the screen. */
  public List<Album> albums() {
    return albums;
  }

  /** Returns their titles, for {@link dev.earmark.agent.Situation#results()}. */
  public List<String> titles() {
    return albums.stream().map(Album::title).toList();
  }
}
