package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A library in memory with one catalogue's worth of albums: known ones, and hidden ones that only a
 * search or a detail finds. Names match when they are equal without regard to case. Thread-safe.
 */
public final class FakeLibraryService implements LibraryService {
  private final Map<String, Album> known = new LinkedHashMap<>(); // guarded by this
  private final Map<String, Album> hidden = new LinkedHashMap<>(); // guarded by this
  private final Map<String, SectionSource> sources = new HashMap<>(); // guarded by this
  private final List<Trouble> problems = new ArrayList<>(); // guarded by this
  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger searches = new AtomicInteger();
  private final Map<String, List<Section.Chapter>> chapters = new HashMap<>(); // guarded by this
  private volatile @Nullable IOException failure;
  private volatile boolean more;
  private volatile Runnable beforeNetwork = () -> {};
  private volatile Consumer<CancelFlag> inSearch = cancel -> {};

  /** Makes a library that knows these albums. */
  public FakeLibraryService(Album... albums) {
    for (Album album : albums) {
      known.put(album.id(), album);
    }
  }

  /** Says from now on whether a catalogue may have more than what is found. */
  public void more(boolean may) {
    more = may;
  }

  /** Adds a known album and tells the listeners. */
  public void add(Album album) {
    synchronized (this) {
      known.put(album.id(), album);
    }
    listeners.forEach(Runnable::run);
  }

  /** Adds an album that is found by searching only. */
  public synchronized FakeLibraryService hide(Album album) {
    hidden.put(album.id(), album);
    return this;
  }

  /** Makes this the source of a section. */
  public synchronized FakeLibraryService source(String albumId, int section, SectionSource source) {
    sources.put(albumId + "#" + section, source);
    return this;
  }

  /** Makes searches tell that the catalogue "far" did not answer, with this detail. */
  public void problem(String detail) {
    trouble(new Trouble("far", new Failure(Failure.Kind.TIMEOUT, detail)));
  }

  /** Makes searches tell this. */
  public synchronized void trouble(Trouble trouble) {
    problems.add(trouble);
  }

  /** Makes every further call that may use the network throw this, or work again when null. */
  public void failWith(@Nullable IOException failure) {
    this.failure = failure;
  }

  /** Runs this at the start of each call that may use the network, for example to wait. */
  public void beforeNetwork(Runnable action) {
    beforeNetwork = action;
  }

  /** Runs this in each search with its cancel flag, for example to hang until it is set. */
  public void searchHangs(Consumer<CancelFlag> action) {
    inSearch = action;
  }

  /** Returns how often it was searched. */
  public int searches() {
    return searches.get();
  }

  @Override
  public synchronized Optional<Album> find(String spokenTitle) {
    List<Album> hits =
        known.values().stream()
            .filter(album -> album.names().stream().anyMatch(spokenTitle::equalsIgnoreCase))
            .toList();
    return hits.size() == 1 ? Optional.of(hits.get(0)) : Optional.empty();
  }

  @Override
  public synchronized List<Album> known() {
    return List.copyOf(known.values());
  }

  @Override
  public synchronized Optional<Album> byId(String albumId) {
    return Optional.ofNullable(known.get(albumId));
  }

  @Override
  public Found search(String keyword, int page, CancelFlag cancel) throws IOException {
    searches.incrementAndGet();
    inSearch.accept(cancel);
    network(cancel);
    String key = keyword.toLowerCase(Locale.ROOT);
    synchronized (this) {
      Map<String, Album> all = new LinkedHashMap<>(known);
      all.putAll(hidden);
      List<Album> hits =
          all.values().stream()
              .filter(
                  album ->
                      album.names().stream()
                              .map(n -> n.toLowerCase(Locale.ROOT))
                              .anyMatch(n -> n.contains(key) || key.contains(n))
                          || album.author().toLowerCase(Locale.ROOT).contains(key))
              .toList();
      int pages = (hits.size() + 9) / 10;
      Map<String, Double> scores = new HashMap<>();
      TitleSearch.of(hits)
          .search(keyword, hits.size())
          .forEach(hit -> scores.put(hit.album().id(), hit.score()));
      return new Found(
          hits.stream().skip((page - 1L) * 10).limit(10).toList(),
          scores,
          page,
          pages,
          problems,
          more);
    }
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    network(cancel);
    Album album;
    synchronized (this) {
      album = known.containsKey(albumId) ? known.get(albumId) : hidden.get(albumId);
    }
    if (album == null) {
      throw new FailureException(Failure.Kind.NOT_FOUND, "there is no album " + albumId);
    }
    add(album);
    return album;
  }

  /** Tells the marks inside the sections of an album. */
  public synchronized void putChapters(String albumId, List<Section.Chapter> marks) {
    chapters.put(albumId, List.copyOf(marks));
  }

  @Override
  public synchronized List<Section.Chapter> chapters(Album album, Section section) {
    return chapters.getOrDefault(album.id(), List.of());
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    network(cancel);
    synchronized (this) {
      SectionSource given = sources.get(album.id() + "#" + section.number());
      return given != null
          ? given
          : new SectionSource(
              URI.create("http://127.0.0.1:9/" + section.fileId()),
              Map.of(),
              "",
              section.sizeBytes());
    }
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  private void network(CancelFlag cancel) throws IOException {
    beforeNetwork.run();
    if (cancel.isSet()) {
      throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
    }
    IOException thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
  }
}
