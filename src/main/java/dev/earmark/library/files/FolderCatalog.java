package dev.earmark.library.files;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.TitleSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The books in a local folder (see {@link FolderScan} for what is one). Thread-safe.
 *
 * <p>The first scan runs in the background after {@link #refresh()}; until it has ended nothing is
 * known, and {@link #search} waits for it. An album whose files have gone, such as those of a disk
 * that was unplugged, stays known as missing for a day, so that its position and its place in the
 * library are not lost; while the root itself cannot be read, everything stays. So it does when the
 * root is an empty folder of another disk than before: what a share leaves behind that is gone.
 */
public final class FolderCatalog implements Catalog, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FolderCatalog.class);
  private static final int PAGE = 10;
  private static final Duration KEEP_MISSING = Duration.ofDays(1);
  private static final long POLL_MS = 50;
  private static final Duration FIRST_SCAN_LIMIT = Duration.ofSeconds(60);

  /** A search looks through the folder itself when the last scan is older and took less. */
  private static final Duration FRESH = Duration.ofSeconds(5);

  private static final Duration QUICK = Duration.ofSeconds(1);

  /** What is growing is looked at again after so many times what the last scan took. */
  private static final int REST_TIMES = 50;

  /** What has changed is looked at after so many times what the last scan took. */
  private static final int REST_TIMES_OF_NEWS = 10;

  private static final Duration SETTLE_TURN = Duration.ofMillis(500);

  private final String name;
  private final Path root;
  private final Clock clock;
  private final FileTags.Reader tags;
  private final Executor background;
  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch scanned = new CountDownLatch(1);
  private final Object scanning = new Object();
  private Map<Path, FolderScan.Shelf> shelves = Map.of(); // guarded by scanning
  private @Nullable ShelfMemory memory; // guarded by scanning
  private @Nullable String rootKey; // of the root when books were in it; guarded by scanning
  private volatile @Nullable FolderWatch watch;
  private boolean isUnread; // whether what the memory holds is still to be read; by scanning
  private boolean queued; // guarded by this
  private final AtomicBoolean searchScans = new AtomicBoolean();
  private volatile boolean away;
  private volatile boolean unsettled;
  private volatile long scannedNanos;
  private volatile long tookNanos = Long.MAX_VALUE; // before the first scan
  private volatile Snapshot snapshot = new Snapshot(Map.of(), Map.of(), TitleSearch.empty());

  /**
   * Makes a catalogue of a folder, which need not exist yet. Nothing is read before {@link
   * #refresh()} or {@link #scan()}.
   *
   * @param name begins the ids of its albums
   * @param tags reads the audio files' tags and chapters
   * @param background runs the scans that {@link #refresh()} asks for
   */
  public FolderCatalog(
      String name, Path root, FileTags.Reader tags, Clock clock, Executor background) {
    this.tags = tags;
    this.name = name;
    this.root = root.toAbsolutePath().normalize();
    this.clock = clock;
    this.background = background;
  }

  /**
   * Lets what is found be kept over restarts, and takes in what was found before the last one; of a
   * large library with the first scan, since reading it would hold up the start. Called once,
   * before anything else.
   *
   * @param file where it is kept; its folder is there
   */
  public FolderCatalog remembering(Path file) {
    ShelfMemory kept = new ShelfMemory(file);
    synchronized (scanning) {
      memory = kept;
      isUnread = kept.isLarge();
      if (!isUnread) {
        takeIn(kept);
      }
    }
    return this;
  }

  /**
   * Lets changes be heard of when they happen, as far as the system tells them; without, and where
   * it does not, they are found by {@link #refresh()} alone. Called once, before anything else; the
   * catalogue is to be closed then.
   */
  public FolderCatalog watching() {
    watch = new FolderWatch(root);
    return this;
  }

  /** Ends the watch; everything else goes on. */
  @Override
  public void close() {
    FolderWatch watching = watch;
    if (watching != null) {
      watching.close();
    }
  }

  /** Reads what was found before, holding {@code scanning}; returns whether that was anything. */
  private boolean takeIn(ShelfMemory kept) {
    shelves = kept.read(root);
    rootKey = kept.rootKey();
    boolean found = swap(books(shelves), /* rootGone= */ false);
    if (!shelves.isEmpty()) {
      scanned.countDown(); // what was there before is enough to be asked for
    }
    return found;
  }

  private static Map<String, FolderScan.Book> books(Map<Path, FolderScan.Shelf> shelves) {
    Map<String, FolderScan.Book> books = new LinkedHashMap<>();
    for (FolderScan.Shelf shelf : shelves.values()) {
      shelf.books().forEach(book -> books.put(book.album().id(), book));
    }
    return books;
  }

  /** Makes a catalogue that knows files by their names alone. */
  public FolderCatalog(String name, Path root, Clock clock, Executor background) {
    this(name, root, file -> FileTags.NONE, clock, background);
  }

  /**
   * What is known.
   *
   * @param missing since when albums are missing by the monotonic clock, by their ids
   */
  private record Snapshot(
      Map<String, FolderScan.Book> books, Map<String, Long> missing, TitleSearch titles) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean tellsAllTitles() {
    return scanned.getCount() == 0;
  }

  @Override
  public List<Album> known() {
    return snapshot.titles().albums();
  }

  /** Returns whether the folder could not be read when it was looked through last. */
  public boolean isAway() {
    return away;
  }

  @Override
  public String trouble() {
    return away ? Unreadable.root(root) : "";
  }

  /** Returns whether a file of this name is one that is played. */
  public static boolean isAudio(String fileName) {
    return Names.isAudio(fileName);
  }

  /**
   * Waits for the first scan.
   *
   * @return whether it has ended
   */
  public boolean awaitScan(Duration limit) throws InterruptedException {
    return scanned.await(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Returns the ids of the known albums whose files are not there just now. */
  public Set<String> missing() {
    return snapshot.missing().keySet();
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Scans in the background; does nothing while a scan waits to begin, or when it is refused. */
  @Override
  public void refresh() {
    synchronized (this) {
      if (queued) {
        return;
      }
      queued = true;
    }
    try {
      background.execute(
          () -> {
            queued(false);
            scan();
          });
    } catch (RejectedExecutionException e) {
      queued(false);
      log.warn("{} is not looked through now: {}", root, e.getMessage());
    }
  }

  private synchronized void queued(boolean is) {
    queued = is;
  }

  /** Scans on the calling thread; a folder that has not changed since the last scan is not read. */
  public void scan() {
    boolean changed;
    boolean isKnown = false;
    Map<Path, FolderScan.Shelf> found;
    synchronized (scanning) {
      if (isUnread && memory != null) {
        isUnread = false;
        isKnown = takeIn(memory);
      }
    }
    if (isKnown) {
      listeners.forEach(Runnable::run);
    }
    synchronized (scanning) {
      long began = clock.nanoTime();
      FolderScan scan = new FolderScan(name, root, tags, clock.now(), shelves, changes());
      found = scan.run();
      boolean rootGone = scan.unreadable().contains(root) || isLeftBehind(found);
      away = rootGone;
      ShelfMemory kept = memory;
      if (!rootGone) {
        boolean isNews = !found.equals(shelves);
        if (kept != null && (isNews || !Objects.equals(rootKey, kept.rootKey()))) {
          kept.write(root, rootKey, found);
        }
        shelves = found;
      }
      changed = swap(books(found), rootGone);
      unsettled = scan.isUnsettled();
      scannedNanos = clock.nanoTime();
      tookNanos = scannedNanos - began;
    }
    scanned.countDown();
    if (changed) {
      listeners.forEach(Runnable::run);
    }
    if (!away) {
      watchFolders(found);
    }
  }

  private FolderScan.Changes changes() {
    FolderWatch watching = watch;
    return watching == null
        ? FolderScan.Changes.NOT_WATCHED
        : new FolderScan.Changes(watching.take(), watching.isOn());
  }

  private void watchFolders(Map<Path, FolderScan.Shelf> found) {
    FolderWatch watching = watch;
    if (watching == null || !watching.whyNot().isEmpty() || Files.isRegularFile(root)) {
      return;
    }
    Set<Path> folders = new HashSet<>(found.keySet());
    for (FolderScan.Shelf shelf : found.values()) {
      shelf.watched().stream().filter(FolderCatalog::isDisc).forEach(folders::add);
    }
    watching.watch(folders);
  }

  private static boolean isDisc(Path path) {
    return Names.isDisc(Names.display(path));
  }

  /**
   * Returns whether the root holds nothing at all and is not the folder that it was: the place of a
   * share that is not mounted now. Of a root that is not known from before its books go after a
   * day. Holding {@code scanning}.
   */
  private boolean isLeftBehind(Map<Path, FolderScan.Shelf> found) {
    String key = fileKey();
    FolderScan.Shelf top = found.get(root);
    boolean isEmpty = top != null && top.isEmpty();
    if (!isEmpty) {
      rootKey = key;
      return false;
    }
    boolean hadBooks = shelves.values().stream().anyMatch(shelf -> !shelf.books().isEmpty());
    return hadBooks && rootKey != null && !rootKey.equals(key);
  }

  private @Nullable String fileKey() {
    try {
      Object key = Files.readAttributes(root, BasicFileAttributes.class).fileKey();
      return key == null ? null : key.toString();
    } catch (IOException e) {
      log.debug("{} cannot be read: {}", root, e.toString());
      return null;
    }
  }

  /**
   * Returns whether something has changed, as far as that is watched, or files were left out by the
   * last scan because they may still be growing, and it is time for another one: after some fifty
   * times what the last one took, or ten times where changes were heard of, so that a folder into
   * which somebody writes for hours costs a tenth of a core at most.
   */
  @Override
  public boolean isUnsettled() {
    FolderWatch watching = watch;
    boolean hasNews = watching != null && watching.hasNews();
    long rested = clock.nanoTime() - scannedNanos;
    return (hasNews && scanned.getCount() == 0 && rested / REST_TIMES_OF_NEWS >= tookNanos)
        || (isGrowing() && rested >= tookNanos * REST_TIMES);
  }

  private boolean isGrowing() {
    return unsettled && tookNanos <= QUICK.toNanos();
  }

  /** Scans again and again until files that are being copied are whole, or the time is over. */
  public void awaitSettled(Duration limit) throws InterruptedException {
    long began = clock.nanoTime();
    while (isGrowing() && clock.nanoTime() - began < limit.toNanos()) {
      clock.sleep(SETTLE_TURN);
      scan();
    }
  }

  /**
   * Scans when the last scan is not of this moment, if that is quick, so that what was just put
   * there is found. One search does it for all; a share that hangs holds up no other.
   */
  private void scanForSearch() {
    boolean isOld = clock.nanoTime() - scannedNanos > FRESH.toNanos();
    if (isOld && tookNanos <= QUICK.toNanos() && searchScans.compareAndSet(false, true)) {
      try {
        scan();
      } finally {
        searchScans.set(false);
      }
    }
  }

  /** Puts the new snapshot in place; returns whether anything is different. */
  private boolean swap(Map<String, FolderScan.Book> found, boolean rootGone) {
    Snapshot old = snapshot;
    long now = clock.nanoTime();
    Map<String, FolderScan.Book> books = new LinkedHashMap<>(found);
    Map<String, Long> missing = new HashMap<>();
    old.books()
        .forEach(
            (id, book) -> {
              long since = old.missing().getOrDefault(id, now);
              boolean keep = rootGone || now - since < KEEP_MISSING.toNanos();
              if (!found.containsKey(id) && keep) {
                books.put(id, book);
                missing.put(id, since);
              }
            });
    long lost = missing.keySet().stream().filter(id -> !old.missing().containsKey(id)).count();
    if (lost > 0) {
      log.warn("{} albums of the catalogue {} are missing in {}", lost, name, root);
    }
    if (books.equals(old.books()) && missing.equals(old.missing())) {
      return false;
    }
    List<Album> albums =
        books.values().stream().map(FolderScan.Book::album).collect(Collectors.toList());
    snapshot = new Snapshot(books, Map.copyOf(missing), old.titles().with(albums));
    return true;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    awaitFirstScan(cancel);
    scanForSearch();
    List<TitleSearch.Hit> hits = snapshot.titles().search(keyword, /* limit= */ 1_000);
    List<Album> onPage =
        hits.stream().skip((page - 1L) * PAGE).limit(PAGE).map(TitleSearch.Hit::album).toList();
    return new Page(onPage, page, (hits.size() + PAGE - 1) / PAGE);
  }

  /** Waits for the first scan, which makes all albums known. */
  @Override
  public Page browse(int page, CancelFlag cancel) throws IOException {
    awaitFirstScan(cancel);
    return new Page(List.of(), page, 0);
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    awaitFirstScan(cancel);
    return book(albumId).album();
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    awaitFirstScan(cancel);
    FolderScan.Book book = book(album.id());
    Section own =
        book.album().sections().stream()
            .filter(one -> one.fileId().equals(section.fileId()))
            .findFirst()
            .orElseThrow(
                () ->
                    new FailureException(
                        Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId()));
    Path file = Names.file(book.folder(), own.fileId());
    if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
      throw Unreadable.file(file, book.folder()).asException();
    }
    return new SectionSource(file.toUri(), Map.of(), "", Files.size(file));
  }

  private FolderScan.Book book(String albumId) throws FailureException {
    FolderScan.Book book = snapshot.books().get(albumId);
    if (book == null) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, "there is no album " + albumId + " in " + root);
    }
    return book;
  }

  private void awaitFirstScan(CancelFlag cancel) throws FailureException {
    if (scanned.getCount() == 0) {
      return;
    }
    try {
      for (long waited = 0; waited < FIRST_SCAN_LIMIT.toMillis(); waited += POLL_MS) {
        if (scanned.await(POLL_MS, TimeUnit.MILLISECONDS)) {
          return;
        }
        if (cancel.isSet()) {
          throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(new Failure(Failure.Kind.CANCELLED, "interrupted"), e);
    }
    throw new FailureException(
        Failure.Kind.TIMEOUT, "the first scan of " + root + " has not ended yet");
  }
}
