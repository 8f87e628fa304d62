package dev.earmark.library.merge;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.LibraryService;
import dev.earmark.library.TitleSearch;
import dev.earmark.text.ReadBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One search over all catalogues, merged and ranked. Further pages are fetched as they are wanted;
 * what was given out on earlier pages keeps its place. Guarded by its own monitor.
 */
final class MergedSearch {
  /** As near as two scores must be to be equally good, so that the one heard before is first. */
  private static final double HEARD = 0.03;

  private final String keyword;
  private String question; // what the catalogues are asked for
  private final Set<String> heard;
  private final long madeNanos;
  private final Map<String, Album> merged = new LinkedHashMap<>();
  private final Map<String, Double> scores = new HashMap<>();
  private final List<Source> sources = new ArrayList<>();
  private List<Album> own;

  /**
   * Begins a search; nobody is asked yet.
   *
   * @param own hits among what is known already
   * @param heard ids of albums that were listened to; of equally good hits they come first
   * @param madeNanos now, by the monotonic clock
   */
  MergedSearch(
      String keyword, List<Catalog> catalogs, List<Album> own, Set<String> heard, long madeNanos) {
    this.keyword = keyword;
    this.question = keyword;
    this.own = own;
    this.heard = heard;
    this.madeNanos = madeNanos;
    catalogs.forEach(catalog -> sources.add(new Source(catalog)));
  }

  /** A catalogue and how far it was asked. */
  private static final class Source {
    private final Catalog catalog;
    private int asked;
    private int pages = 1;

    /** Why it did not answer; set before anybody waits for it. */
    private volatile @Nullable Failure failure;

    Source(Catalog catalog) {
      this.catalog = catalog;
    }

    void failed(Failure reason) {
      if (reason.kind() != Failure.Kind.CANCELLED) {
        failure = reason;
      }
    }

    boolean hasMore() {
      return asked < pages;
    }

    /** Lets it be asked something else, unless it is out of order. */
    void startAgain() {
      if (failure == null) {
        asked = 0;
        pages = 1;
      }
    }
  }

  /**
   * Returns why catalogues did not answer, as far as they have failed by now, while it goes on too;
   * they are not asked again here. Callable on any thread, without the monitor.
   */
  List<LibraryService.Trouble> troubles() {
    List<LibraryService.Trouble> troubles = new ArrayList<>();
    for (Source source : sources) {
      Failure failure = source.failure;
      if (failure != null) {
        troubles.add(new LibraryService.Trouble(source.catalog.name(), failure));
      }
    }
    return troubles;
  }

  /** Returns whether somebody did not answer in time. */
  boolean isSlow() {
    return troubles().stream().anyMatch(one -> one.failure().kind() == Failure.Kind.TIMEOUT);
  }

  /** Returns when it began, by the monotonic clock. */
  long madeNanos() {
    return madeNanos;
  }

  /**
   * Asks for further pages, side by side, until so many hits are there or no more can be had.
   *
   * @param limit how long each may take for one page
   * @return the albums that are new
   * @throws FailureException {@code CANCELLED} when the flag is set
   */
  List<Album> fetch(int wanted, Workers workers, Duration limit, CancelFlag cancel)
      throws FailureException {
    List<Album> fresh = new ArrayList<>();
    boolean again = false;
    while ((merged.size() < wanted || again) && sources.stream().anyMatch(Source::hasMore)) {
      List<Album> round = new ArrayList<>(own);
      own = List.of();
      round.addAll(askAll(workers, limit, cancel));
      List<Album> added = round.stream().filter(album -> !merged.containsKey(album.id())).toList();
      for (Album album : ranked(added)) {
        merged.putIfAbsent(album.id(), album);
      }
      fresh.addAll(added);
      again = asksAgainWithoutReader();
    }
    return fresh;
  }

  /**
   * Goes on with the title alone when nothing fits a book and its reader: few services find 三体 by
   * 王明军播的三体. Which recording it is to be tells the ranking.
   */
  private boolean asksAgainWithoutReader() {
    boolean fits = scores.values().stream().anyMatch(score -> score >= TitleSearch.CLEAR);
    if (fits || !question.equals(keyword) || !ReadBy.isSure(keyword)) {
      return false;
    }
    question = ReadBy.of(keyword).get(0).title();
    sources.forEach(Source::startAgain);
    return true;
  }

  private List<Album> askAll(Workers workers, Duration limit, CancelFlag cancel)
      throws FailureException {
    String asked = question;
    Map<Source, Workers.Pending<Catalog.Page>> pending = new LinkedHashMap<>();
    for (Source source : sources) {
      if (source.hasMore()) {
        int page = source.asked + 1;
        source.failure = null;
        Workers.Pending<Catalog.Page> answer =
            workers.start(
                source.catalog.name(), flag -> source.catalog.search(asked, page, flag), limit);
        // Known at once, not after those that are slower.
        answer.then(told -> {}, e -> source.failed(e.failure()));
        pending.put(source, answer);
      }
    }
    List<Album> albums = new ArrayList<>();
    for (Map.Entry<Source, Workers.Pending<Catalog.Page>> entry : pending.entrySet()) {
      Source source = entry.getKey();
      try {
        Catalog.Page page = entry.getValue().await(cancel);
        source.asked++;
        source.pages = page.albums().isEmpty() ? source.asked : page.pages();
        albums.addAll(page.albums());
      } catch (FailureException e) {
        if (cancel.isSet()) {
          throw new FailureException(new Failure(Failure.Kind.CANCELLED, "cancelled"), e);
        }
        source.pages = source.asked;
        source.failed(e.failure());
      }
    }
    return albums;
  }

  /** Sorts by how well albums fit, where having been heard counts a little, then as they came. */
  private List<Album> ranked(List<Album> albums) {
    TitleSearch.of(albums)
        .search(keyword, albums.size())
        .forEach(hit -> scores.put(hit.album().id(), hit.score()));
    return albums.stream()
        .sorted(
            Comparator.comparingDouble(
                album ->
                    -scores.getOrDefault(album.id(), 0.0)
                        - (heard.contains(album.id()) ? HEARD : 0)))
        .toList();
  }

  LibraryService.Found page(int page, int size) {
    List<Album> albums = merged.values().stream().skip((page - 1L) * size).limit(size).toList();
    int pages = (merged.size() + size - 1) / size;
    boolean more = sources.stream().anyMatch(Source::hasMore);
    return new LibraryService.Found(
        albums,
        scores,
        page,
        more ? Math.max(pages, page) + 1 : pages,
        troubles(),
        more || isSlow());
  }
}
