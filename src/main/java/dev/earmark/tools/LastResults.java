package dev.earmark.tools;

import dev.earmark.agent.Situation;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayService;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The list that was told last, as numbered on the screen: "the second one" means the second of
 * these, "next page" goes on with the same search. Besides what a search found, the books heard
 * lately and the queue are such lists.
 *
 * <p>They are on the screen until a book is started, and for {@link #LIFETIME} at most: later "the
 * second one" means something else. Thread-safe.
 */
public final class LastResults {
  /** How long somebody remembers the numbers of a list. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  private static final Search NOTHING = new Search(List.of(), List.of(), false, "", 1, 0);

  private final Clock clock;
  private volatile Search last = NOTHING;
  private volatile @Nullable Search wishedFrom; // what was shown when a book was wished

  /**
   * A list.
   *
   * @param titles what is shown where no albums are known behind it
   * @param left whether each goes on where it was left
   */
  private record Search(
      List<Album> albums,
      List<String> titles,
      boolean left,
      String keyword,
      int page,
      long shownNanos) {}

  /** Makes an empty list. */
  public LastResults(Clock clock) {
    this.clock = clock;
  }

  /**
   * Shows these albums from now on.
   *
   * @param keyword what they were found by; empty for the list of all books
   * @param page the part of the list that they are, 1-based
   */
  public void show(List<Album> found, String keyword, int page) {
    last = new Search(List.copyOf(found), List.of(), false, keyword, page, clock.nanoTime());
  }

  /** Shows titles from now on; a book that is taken from them goes on where it was left. */
  public void showTitles(List<String> titles) {
    last = new Search(List.of(), List.copyOf(titles), true, "", 1, clock.nanoTime());
  }

  /** Returns whether the words are a title of a list of which each goes on where it was left. */
  public boolean goesOn(String title) {
    Search search = current();
    return search.left() && search.titles().contains(title);
  }

  /** Takes the list off the screen, because a book was started. */
  public void hide() {
    last = NOTHING;
  }

  /**
   * Notes that a book is being fetched: the list stays, since the book may not be had, and goes
   * when it starts.
   */
  public void wished() {
    wishedFrom = last;
  }

  /**
   * Takes the list off when a book has started that was wished at a device and not in words, or
   * that started at once. What an agent wished is fetched for a while; a list that was asked for
   * meanwhile stays, the one from before goes.
   */
  public void onEvent(Events.Event event) {
    if (event.type().equals("play.started")
        && event.data() instanceof PlayService.Report report
        && (report.told()
            || last.equals(wishedFrom)
            || report.runId().isEmpty()
            || report.runId().startsWith(PlayService.FOLLOWED))) {
      hide();
    }
  }

  /** Returns the albums on the screen. */
  public List<Album> albums() {
    return current().albums();
  }

  /** Returns what the screen shows, for {@link Situation}. */
  public Situation.Shown shown() {
    Search search = current();
    List<Album> albums = search.albums();
    List<String> titles =
        albums.isEmpty()
            ? search.titles()
            : albums.stream().map(album -> label(album, albums)).toList();
    return new Situation.Shown(titles, search.keyword(), search.page());
  }

  /**
   * Returns the album on the screen that is called exactly so: by its label there, with its
   * narrator in brackets, or by its id.
   */
  public Optional<Album> named(String name) {
    List<Album> albums = current().albums();
    return albums.stream()
        .filter(
            album ->
                name.equals(label(album, albums))
                    || name.equals(withBrackets(album, album.narrator()))
                    || name.equals(album.id()))
        .findFirst();
  }

  /** Returns its title; where others have the same, with what tells it from them in brackets. */
  private static String label(Album album, List<Album> albums) {
    List<Album> same = albums.stream().filter(a -> a.title().equals(album.title())).toList();
    if (same.size() == 1) {
      return album.title();
    }
    List<Function<Album, String>> ways = List.of(Album::narrator, Album::author, Album::catalogue);
    for (Function<Album, String> way : ways) {
      String own = way.apply(album);
      if (!own.isBlank() && same.stream().map(way).filter(own::equals).count() == 1) {
        return withBrackets(album, own);
      }
    }
    return withBrackets(album, album.id());
  }

  private static String withBrackets(Album album, String what) {
    return album.title() + "（" + what + "）";
  }

  private Search current() {
    Search search = last;
    boolean forgotten = clock.nanoTime() - search.shownNanos() > LIFETIME.toNanos();
    return forgotten ? NOTHING : search;
  }
}
