package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A catalogue in memory. Its search finds every album of which a name, the author or the narrator
 * contains the keyword; {@link #block} makes it hang until it is released or cancelled, {@link
 * #failWith} makes it fail. Thread-safe.
 */
public final class FakeCatalog implements Catalog {
  private final String name;
  private final CopyOnWriteArrayList<Album> albums = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<Album> fetched = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger searches = new AtomicInteger();
  private final AtomicInteger listings = new AtomicInteger();
  private final AtomicInteger details = new AtomicInteger();
  private final AtomicInteger refreshes = new AtomicInteger();
  private volatile boolean remote = true;
  private volatile int pageSize = 10;
  private volatile @Nullable IOException failure;
  private volatile @Nullable CountDownLatch gate;

  /** Makes a catalogue with these albums, whose ids begin with its name and a colon. */
  public FakeCatalog(String name, Album... albums) {
    this.name = name;
    this.albums.addAll(List.of(albums));
  }

  /** Makes it behave like a local catalogue: all its albums are known. */
  public FakeCatalog local() {
    remote = false;
    return this;
  }

  /** Sets how many albums a page holds. */
  public FakeCatalog pageSize(int size) {
    pageSize = size;
    return this;
  }

  /** Adds an album; tells of it when all its albums are known. */
  public void add(Album album) {
    albums.add(album);
    if (!remote) {
      listeners.forEach(Runnable::run);
    }
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Makes it tell that it fetched an album by itself. */
  public void fetch(Album album) {
    fetched.add(album);
    listeners.forEach(Runnable::run);
  }

  @Override
  public List<Album> fetched() {
    return List.copyOf(fetched);
  }

  /** Makes every further call throw this, or work again when null. */
  public void failWith(@Nullable IOException failure) {
    this.failure = failure;
  }

  /** Makes every further call hang until the returned latch is counted down. */
  public CountDownLatch block() {
    CountDownLatch latch = new CountDownLatch(1);
    gate = latch;
    return latch;
  }

  /** Returns how often it was searched. */
  public int searches() {
    return searches.get();
  }

  /** Returns how often a detail was asked for. */
  public int details() {
    return details.get();
  }

  /** Returns how often it was asked to look again. */
  public int refreshes() {
    return refreshes.get();
  }

  @Override
  public boolean tellsAllTitles() {
    return !remote;
  }

  @Override
  public void refresh() {
    refreshes.incrementAndGet();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    searches.incrementAndGet();
    pass(cancel);
    String key = keyword.toLowerCase(Locale.ROOT);
    List<Album> hits = albums.stream().filter(album -> matches(album, key)).toList();
    int pages = (hits.size() + pageSize - 1) / pageSize;
    List<Album> onPage =
        hits.stream()
            .skip((page - 1L) * pageSize)
            .limit(pageSize)
            .map(album -> remote ? Albums.summary(album) : album)
            .toList();
    return new Page(onPage, page, pages);
  }

  @Override
  public Page browse(int page, CancelFlag cancel) throws IOException {
    listings.incrementAndGet();
    pass(cancel);
    List<Album> listed = remote ? albums.stream().map(Albums::summary).toList() : List.of();
    return new Page(
        listed.stream().skip((page - 1L) * pageSize).limit(pageSize).toList(),
        page,
        (listed.size() + pageSize - 1) / pageSize);
  }

  /** Returns how often it was asked for a page of its list. */
  public int listings() {
    return listings.get();
  }

  /** Removes an album. */
  public void remove(String albumId) {
    albums.removeIf(album -> album.id().equals(albumId));
  }

  private static boolean matches(Album album, String key) {
    return album.names().stream().anyMatch(n -> n.toLowerCase(Locale.ROOT).contains(key))
        || album.author().toLowerCase(Locale.ROOT).contains(key)
        || album.narrator().toLowerCase(Locale.ROOT).contains(key);
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    details.incrementAndGet();
    pass(cancel);
    return albums.stream()
        .filter(album -> album.id().equals(albumId))
        .findFirst()
        .orElseThrow(
            () -> new FailureException(Failure.Kind.NOT_FOUND, name + " has no album " + albumId));
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    pass(cancel);
    if (!detail(album.id(), cancel).sections().contains(section)) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
    }
    URI uri = URI.create("http://127.0.0.1:9/" + name + "/" + section.fileId());
    return new SectionSource(uri, Map.of(), "", section.sizeBytes());
  }

  @Override
  public List<Album> known() {
    return remote ? List.of() : List.copyOf(albums);
  }

  private void pass(CancelFlag cancel) throws IOException {
    CountDownLatch latch = gate;
    if (latch != null) {
      CancelFlag.Registration hook = cancel.onSet(latch::countDown);
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FailureException(Failure.Kind.CANCELLED, "interrupted");
      } finally {
        hook.close();
      }
    }
    if (cancel.isSet()) {
      throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
    }
    IOException thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
  }
}
