package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All catalogues as one. Thread-safe.
 *
 * <p>{@link #find} and {@link #known()} never block and never touch the network; the other methods
 * may.
 */
public interface LibraryService {
  /**
   * Returns the known album whose title is meant by the spoken words, when one clearly is. Forgives
   * brackets, traditional characters, articles, subtitles, and Chinese words that sound alike.
   */
  Optional<Album> find(String spokenTitle);

  /**
   * Returns what {@link #find} does, if it may be played without asking any catalogue. A book that
   * was never heard and whose title only sounds a little like the words may not, while a catalogue
   * that has not been asked for them could have a book of exactly that name (西洋记 is not 西游记).
   */
  default Optional<Album> surely(String spokenTitle) {
    return find(spokenTitle);
  }

  /**
   * Returns every album known without asking: of local catalogues, remembered ones, last results.
   */
  List<Album> known();

  /**
   * Decides which known album spoken words mean, and tells whether several may be meant. Like
   * {@link #find}, it never blocks.
   */
  default TitleSearch.Answer decide(String spokenTitle) {
    return TitleSearch.of(known()).decide(spokenTitle, Set.of());
  }

  /**
   * Notes that an album is listened to from now on, so that of several recordings of one book this
   * one is meant. Never blocks.
   */
  default void heard(String albumId) {}

  /**
   * Returns who reads a known book that was asked for with another reader, see {@link
   * TitleSearch#otherReaders}. Never blocks.
   */
  default List<String> otherReaders(String spokenTitle) {
    return TitleSearch.of(known()).otherReaders(spokenTitle);
  }

  /**
   * Returns the titles and other names that may be spoken, for the recogniser's grammar: of the
   * known albums and those that catalogues name beforehand. Never blocks.
   */
  default List<String> titles() {
    return known().stream().flatMap(album -> album.names().stream()).distinct().toList();
  }

  /** Returns a known album by its id. */
  Optional<Album> byId(String albumId);

  /**
   * Searches all catalogues side by side with a time limit each; broken ones are named in {@link
   * Found#troubles}.
   *
   * <p>An empty keyword lists what is known and what the catalogues list, those heard before first.
   * It waits a second at most: a catalogue that has not answered by then is named, and what it
   * lists is there the next time.
   */
  Found search(String keyword, int page, CancelFlag cancel) throws IOException;

  /**
   * Returns which catalogues have failed by now in a search for this that still goes on, or that
   * was done lately. Never blocks.
   */
  default List<Trouble> troublesOf(String keyword) {
    return List.of();
  }

  /** Returns an album with its sections, asking its catalogue when need be. */
  Album detail(String albumId, CancelFlag cancel) throws IOException;

  /** Returns where a section's file can be read now. */
  SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException;

  /** Returns the marks inside a section that its catalogue tells, see {@link Catalog#chapters}. */
  default List<Section.Chapter> chapters(Album album, Section section) {
    return List.of();
  }

  /**
   * Returns what is wrong with catalogues just now, by their names, see {@link Catalog#trouble}.
   */
  default Map<String, String> troubles() {
    return Map.of();
  }

  /** Asks the catalogues to look again for what is new, in the background; never blocks. */
  default void refresh() {}

  /** As {@link #refresh()}, because a person asks, see {@link Catalog#refreshNow}. */
  default void refreshNow() {
    refresh();
  }

  /** Lets catalogues look again that are waiting for something, see {@link Catalog#isUnsettled}. */
  default void refreshUnsettled() {}

  /** Calls the listener on any thread whenever the set of known albums changed. */
  void onChange(Runnable listener);

  /**
   * Why a catalogue did not answer.
   *
   * @param catalogue its name
   */
  record Trouble(String catalogue, Failure failure) {
    /** Returns its name and the reason with all details. */
    public String detail() {
      return catalogue + ": " + failure.detail();
    }

    /**
     * Returns its name and the reason for the listener, in the service's own words if it has any.
     */
    public String said(Language language) {
      // What a catalogue gives are lists: that it is no sound is not what is wrong with them.
      boolean isBare = failure.words() == null && failure.kind() == Failure.Kind.WRONG_CONTENT;
      String why = isBare ? Failure.Kind.BAD_ANSWER.words(language) : failure.said(language);
      return why.startsWith(catalogue) ? why : catalogue + language.pick("：", ": ") + why;
    }
  }

  /**
   * Merged hits, best first.
   *
   * @param scores by ids, how surely each album is meant, see {@link TitleSearch}; empty where no
   *     book was looked for
   * @param pages how many pages are known by now
   * @param troubles of each catalogue that did not answer
   * @param more whether a catalogue may have further ones, so that the pages may become more
   */
  record Found(
      List<Album> albums,
      Map<String, Double> scores,
      int page,
      int pages,
      List<Trouble> troubles,
      boolean more) {
    /** Makes hits behind which nothing comes. */
    public Found(
        List<Album> albums,
        Map<String, Double> scores,
        int page,
        int pages,
        List<Trouble> troubles) {
      this(albums, scores, page, pages, troubles, /* more= */ false);
    }

    /** Copies the collections. */
    public Found {
      albums = List.copyOf(albums);
      scores = Map.copyOf(scores);
      troubles = List.copyOf(troubles);
    }

    /**
     * Returns one sentence for each catalogue that did not answer, for the log and for programs.
     */
    public List<String> problems() {
      return troubles.stream().map(Trouble::detail).toList();
    }

    /** Returns the album that fits best, if any fits at least so well; of equal ones the first. */
    public Optional<Album> best(double least) {
      Album best = null;
      double score = least;
      for (Album album : albums) {
        double own = scores.getOrDefault(album.id(), 0.0);
        if (own > score || (best == null && own >= least)) {
          best = album;
          score = own;
        }
      }
      return Optional.ofNullable(best);
    }
  }
}
