package dev.earmark.library.merge;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.LibraryService;
import dev.earmark.library.ProgressStore;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.TitleSearch;
import dev.earmark.text.Sounds;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All catalogues as one library. Thread-safe.
 *
 * <p>What is known is one immutable index that is swapped whenever something changes: the albums
 * that catalogues know by themselves, those whose details were fetched or that the store remembers,
 * those that catalogues list without a keyword (see {@link Listings}), and those of the latest
 * searches. {@link #find}, {@link #known}, {@link #byId} and {@link #titles} read it and nothing
 * else. Of one album the version with sections counts, and the newest of those.
 *
 * <p>A search goes to all catalogues side by side on threads named {@code library-n}; who does not
 * answer within the limit is named and left behind. Chinese sounds are worked out on these threads
 * too, so right after {@link #start()} a misheard title may not be found yet.
 */
public final class Library implements LibraryService, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Library.class);
  private static final int PAGE = 10;
  private static final int KEPT_RESULTS = 500;
  private static final Duration DETAIL_LIMIT = Duration.ofSeconds(15);
  private static final Duration DETAIL_LIFETIME = Duration.ofHours(24);
  private static final Duration LISTING_LIFETIME = Duration.ofMinutes(10);
  private static final Duration IDLE_LISTING_LIFETIME = Duration.ofHours(24);
  private static final Duration ASKED_LISTING_LIFETIME = Duration.ofMinutes(1);
  private static final Duration LISTING_PATIENCE = Duration.ofSeconds(1);

  private final CopyOnWriteArrayList<Catalog> catalogs;
  private final ProgressStore store;
  private final Clock clock;
  private final Duration searchLimit;
  private final Workers workers = new Workers();
  private final Searches searches;
  private final Listings listings;
  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean preparing = new AtomicBoolean(/* initialValue= */ true);

  private final Object changing = new Object();
  private final Map<String, Album> details = new LinkedHashMap<>(); // guarded by changing
  private final Map<String, Long> fetchedNanos = new LinkedHashMap<>(); // guarded by changing
  private final Map<String, Album> results; // guarded by changing
  private final Set<String> shown = new LinkedHashSet<>(); // ids listed; guarded by changing

  private volatile Known known = new Known(Map.of(), TitleSearch.empty());
  private final Heard heard;

  /**
   * Makes a library and indexes what is known without asking anybody. What was heard before and how
   * titles sound counts from {@link #start()} on.
   *
   * @param catalogs in the order of preference; each with its own name
   * @param limit how long a catalogue may take to answer a search; for one album it has 15 s
   */
  public Library(List<Catalog> catalogs, ProgressStore store, Clock clock, Duration limit) {
    this.catalogs = new CopyOnWriteArrayList<>(catalogs);
    this.store = store;
    this.clock = clock;
    this.searchLimit = limit;
    this.results = new Bounded<>(KEPT_RESULTS);
    this.searches = new Searches(clock);
    this.heard = new Heard(clock);
    this.listings =
        new Listings(this.catalogs, workers, limit, LISTING_PATIENCE, store, clock, this::changed);
    loadRemembered();
    rebuild();
    for (Catalog catalog : this.catalogs) {
      catalog.onChange(() -> renewed(catalog));
    }
  }

  /**
   * Begins to read in the background what was heard before, and to work out how titles sound. Apart
   * from the constructor, since the sounds' dictionary would slow down the start of a daemon.
   */
  public void start() {
    preparing.set(false);
    prepareSoon();
  }

  /** What is known at one moment. */
  private record Known(Map<String, Album> albums, TitleSearch titles) {}

  /** Takes a catalogue in, as the last in the order of preference. */
  public void add(Catalog catalog) {
    catalogs.add(catalog);
    listings.add(catalog);
    catalog.onChange(() -> renewed(catalog));
    searches.clear();
    changed();
  }

  /** Returns the catalogues of a kind, in the order of preference. */
  public <T extends Catalog> List<T> catalogues(Class<T> kind) {
    return catalogs.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Lets a catalogue go with all that is known of it; positions and bookmarks stay. */
  public void remove(String name) {
    catalogs.removeIf(catalog -> catalog.name().equals(name));
    listings.remove(name);
    drop(name + ":");
    changed();
  }

  /** Forgets what is known of one album that its catalogue no longer has. */
  public void forgetAlbum(String albumId) {
    listings.forget(albumId);
    drop(albumId);
    changed();
  }

  private void drop(String idPrefix) {
    searches.clear();
    synchronized (changing) {
      details.keySet().removeIf(id -> id.startsWith(idPrefix));
      fetchedNanos.keySet().removeIf(id -> id.startsWith(idPrefix));
      results.keySet().removeIf(id -> id.startsWith(idPrefix));
    }
    try {
      store.forget(idPrefix);
    } catch (IOException e) {
      log.warn("albums of {} may come back after a restart: {}", idPrefix, e.getMessage());
    }
  }

  @Override
  public Optional<Album> find(String spokenTitle) {
    return decide(spokenTitle) instanceof TitleSearch.Clear clear
        ? Optional.of(clear.hit().album())
        : Optional.empty();
  }

  @Override
  public Optional<Album> surely(String spokenTitle) {
    return find(spokenTitle)
        .filter(
            album ->
                heard.newestFirst().contains(album.id())
                    || searches.current(spokenTitle).isPresent()
                    || catalogs.stream().allMatch(Catalog::tellsAllTitles)
                    || !known.titles().isGuess(spokenTitle, album));
  }

  @Override
  public TitleSearch.Answer decide(String spokenTitle) {
    if (heard.isOld()) {
      prepareSoon();
    }
    return spokenTitle.length() > Searches.LONGEST_KEYWORD
        ? new TitleSearch.Unknown()
        : known.titles().decide(spokenTitle, heard.newestFirst());
  }

  @Override
  public void heard(String albumId) {
    heard.began(albumId);
  }

  @Override
  public List<String> otherReaders(String spokenTitle) {
    return known.titles().otherReaders(spokenTitle);
  }

  @Override
  public List<Album> known() {
    return List.copyOf(known.albums().values());
  }

  @Override
  public Optional<Album> byId(String albumId) {
    return Optional.ofNullable(known.albums().get(albumId));
  }

  @Override
  public List<String> titles() {
    Set<String> titles = new LinkedHashSet<>();
    known.albums().values().forEach(album -> titles.addAll(album.names()));
    catalogs.forEach(catalog -> titles.addAll(catalog.titles()));
    return List.copyOf(titles);
  }

  @Override
  public Map<String, String> troubles() {
    Map<String, String> troubles = new LinkedHashMap<>();
    for (Catalog catalog : catalogs) {
      String trouble = catalog.trouble();
      if (!trouble.isEmpty()) {
        troubles.put(catalog.name(), trouble);
      }
    }
    return troubles;
  }

  @Override
  public void refresh() {
    catalogs.forEach(Catalog::refresh);
    listings.refresh(IDLE_LISTING_LIFETIME);
  }

  @Override
  public void refreshNow() {
    catalogs.forEach(Catalog::refreshNow);
    listings.refresh(ASKED_LISTING_LIFETIME);
  }

  @Override
  public void refreshUnsettled() {
    catalogs.stream().filter(Catalog::isUnsettled).forEach(Catalog::refresh);
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public Found search(String keyword, int page, CancelFlag cancel) throws IOException {
    if (page < 1) {
      throw new FailureException(Failure.Kind.BAD_REQUEST, "pages count from 1");
    }
    if (keyword.isBlank()) {
      return browse(page, cancel);
    }
    Searches.check(keyword);
    MergedSearch search = searches.of(keyword, () -> made(keyword));
    Found found;
    List<Album> fresh;
    // One thread at a time fetches further pages of one search.
    synchronized (search) {
      fresh = search.fetch(page * PAGE, workers, searchLimit, cancel);
      found = search.page(page, PAGE);
    }
    learn(fresh);
    if (!found.troubles().isEmpty() && !search.isSlow()) {
      searches.forget(keyword); // so that the next try asks them again
    }
    return found;
  }

  @Override
  public List<Trouble> troublesOf(String keyword) {
    return searches.last(keyword).map(MergedSearch::troubles).orElse(List.of());
  }

  /** Lists a page; an album that was given out on a page keeps its place on the later ones. */
  private Found browse(int page, CancelFlag cancel) throws FailureException {
    if (page == 1) {
      listings.refresh(LISTING_LIFETIME);
    }
    List<Trouble> troubles = listings.reach(() -> known.albums().size(), page * PAGE, cancel);
    Map<String, Album> albums = known.albums();
    List<Album> ordered;
    synchronized (changing) {
      if (page == 1) {
        shown.clear();
      }
      albums.keySet().stream().filter(heard.newestFirst()::contains).forEach(shown::add);
      shown.addAll(albums.keySet());
      ordered = shown.stream().flatMap(id -> Stream.ofNullable(albums.get(id))).toList();
    }
    int pages = (ordered.size() + PAGE - 1) / PAGE;
    boolean more = listings.hasMore();
    return new Found(
        ordered.stream().skip((page - 1L) * PAGE).limit(PAGE).toList(),
        Map.of(),
        page,
        more ? Math.max(pages, page) + 1 : pages,
        troubles,
        more);
  }

  private MergedSearch made(String keyword) {
    List<Album> own =
        known.titles().search(keyword, /* limit= */ 50).stream()
            .map(TitleSearch.Hit::album)
            .toList();
    return new MergedSearch(keyword, catalogs, own, heard.newestFirst(), clock.nanoTime());
  }

  /** Takes albums of a search into what is known. */
  private void learn(List<Album> albums) {
    if (albums.isEmpty()) {
      return;
    }
    synchronized (changing) {
      albums.forEach(album -> results.put(album.id(), album));
    }
    changed();
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    Album old = known.albums().get(albumId);
    Album whole = old == null || old.sections().isEmpty() ? null : old;
    if (whole != null && isFresh(albumId)) {
      return whole;
    }
    Catalog catalog = catalogOf(albumId);
    if (catalog == null) {
      if (whole != null) {
        return whole;
      }
      if (old == null) {
        throw new FailureException(
            Failure.Kind.NOT_FOUND,
            "there is no book with the id '" + albumId + "'; ./earmark library lists the ids");
      }
      throw orphan(albumId);
    }
    try {
      Album album =
          workers.call(catalog.name(), flag -> catalog.detail(albumId, flag), DETAIL_LIMIT, cancel);
      keep(album);
      return album;
    } catch (FailureException e) {
      if (whole != null && e.failure().kind() != Failure.Kind.CANCELLED) {
        log.warn("{} is used as it was remembered: {}", albumId, e.failure().detail());
        return whole;
      }
      throw e;
    }
  }

  private boolean isFresh(String albumId) {
    synchronized (changing) {
      Long at = fetchedNanos.get(albumId);
      return at != null && !isOlder(at, DETAIL_LIFETIME);
    }
  }

  private boolean isOlder(long sinceNanos, Duration age) {
    return clock.nanoTime() - sinceNanos > age.toNanos();
  }

  private void keep(Album album) {
    if (take(album)) {
      changed();
    }
  }

  /** Takes a whole album into what is known and remembered; returns whether it is another one. */
  private boolean take(Album album) {
    boolean isNew;
    synchronized (changing) {
      isNew = !album.equals(details.put(album.id(), album));
      fetchedNanos.put(album.id(), clock.nanoTime());
    }
    if (isNew) {
      try {
        store.remember(album);
      } catch (IOException e) {
        log.warn("{} is not remembered: {}", album.id(), e.getMessage());
      }
    }
    return isNew;
  }

  private boolean isOther(Album album) {
    synchronized (changing) {
      return !album.equals(details.get(album.id()));
    }
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    Catalog catalog = catalogOf(album.id());
    if (catalog == null) {
      throw orphan(album.id());
    }
    return workers.call(
        catalog.name(), flag -> catalog.resolve(album, section, flag), DETAIL_LIMIT, cancel);
  }

  @Override
  public List<Section.Chapter> chapters(Album album, Section section) {
    Catalog catalog = catalogOf(album.id());
    return catalog == null ? List.of() : catalog.chapters(album, section);
  }

  private static FailureException orphan(String albumId) {
    return new FailureException(
        new Failure(
            Failure.Kind.NOT_FOUND,
            "no catalogue has the album "
                + albumId
                + "; add its folder or podcast again with ./earmark library add, or put its"
                + " catalogue back into config.yml; your place is kept",
            new Failure.Words(
                "它的书库已经去掉了，重新添加就能听，听到哪里还记着",
                "its folder, podcast or catalogue was removed; add it again, your place is kept")),
        null);
  }

  private @Nullable Catalog catalogOf(String albumId) {
    for (Catalog catalog : catalogs) {
      if (albumId.startsWith(catalog.name() + ":")) {
        return catalog;
      }
    }
    return null;
  }

  private void loadRemembered() {
    try {
      synchronized (changing) {
        for (Album album : store.remembered()) {
          Catalog catalog = catalogOf(album.id());
          details.put(album.id(), catalog == null ? album : catalog.renewed(album));
        }
      }
    } catch (IOException e) {
      log.warn("remembered albums cannot be read: {}", e.getMessage());
    }
  }

  /** A catalogue has other books by itself: what was searched before may lack them. */
  private void renewed(Catalog catalog) {
    searches.clear();
    catalog.fetched().stream().filter(this::isOther).forEach(this::take);
    changed();
  }

  private void changed() {
    rebuild();
    listeners.forEach(Runnable::run);
  }

  private void rebuild() {
    synchronized (changing) {
      Map<String, Album> albums = new LinkedHashMap<>();
      for (Catalog catalog : catalogs) {
        catalog.known().forEach(album -> albums.put(album.id(), album));
      }
      Set<String> local = Set.copyOf(albums.keySet());
      listings.albums().forEach(album -> albums.putIfAbsent(album.id(), album));
      results.values().forEach(album -> albums.putIfAbsent(album.id(), album));
      details
          .values()
          .forEach(
              album -> {
                if (!local.contains(album.id())) {
                  albums.put(album.id(), album);
                }
              });
      known = new Known(Collections.unmodifiableMap(albums), known.titles().with(albums.values()));
    }
    prepareSoon();
  }

  private void prepareSoon() {
    if (preparing.compareAndSet(false, true) && !workers.background(this::prepare)) {
      preparing.set(false); // the next question tries again
    }
  }

  /** Reads what was heard before and works out the sounds of new titles. */
  private void prepare() {
    preparing.set(false);
    try {
      heard.read(store);
    } catch (IOException e) {
      log.warn("earlier positions cannot be read: {}", e.getMessage());
    }
    Sounds.warmUp();
    known.titles().prepareSounds();
  }

  /** Ends the threads; calls that are under way are interrupted. */
  @Override
  public void close() {
    workers.close();
  }
}
