package dev.earmark.tools;

import dev.earmark.agent.Situation;
import dev.earmark.library.Album;
import java.util.List;

/**
 * The albums of the last search, as numbered on the screen: "the second one" means the second of
 * these, "next page" goes on with the same search. Thread-safe.
 */
public final class LastResults {
  private volatile Search last = new Search(List.of(), "", 1);

  private record Search(List<Album> albums, String keyword, int page) {}

  /**
   * Shows these albums from now on.
   *
   * @param keyword what they were found by; empty for the list of all books
   * @param page the part of the list that they are, 1-based
   */
  public void show(List<Album> found, String keyword, int page) {
    last = new Search(List.copyOf(found), keyword, page);
  }

  /** Returns the albums on the screen. */
  public List<Album> albums() {
    return last.albums();
  }

  /** Returns what the screen shows, for {@link Situation}. */
  public Situation.Shown shown() {
    Search search = last;
    List<String> titles = search.albums().stream().map(Album::title).toList();
    return new Situation.Shown(titles, search.keyword(), search.page());
  }
}
