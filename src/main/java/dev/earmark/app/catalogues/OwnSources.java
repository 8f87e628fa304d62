package dev.earmark.app.catalogues;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.LibrarySources;
import dev.earmark.library.feed.FeedCatalog;
import dev.earmark.library.feed.Opml;
import dev.earmark.library.files.FolderCatalog;
import dev.earmark.library.merge.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders, files and podcasts that a listener adds while it runs. Each folder or file is a
 * catalogue of its own; all podcasts are one, named {@value #FEEDS}. Guarded by its own monitor,
 * but for {@link #isLocal}.
 */
public final class OwnSources implements LibrarySources, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OwnSources.class);
  private static final String FEEDS = "feeds";
  private static final Set<String> NO_BOOKS = Set.of("proc", "sys", "dev");
  private static final Duration FIRST_SCAN = Duration.ofSeconds(3);

  /** How long files that are being copied are waited for. */
  private static final Duration SETTLED = Duration.ofSeconds(7);

  private final SourceFile file;
  private final Library library;
  private final List<CatalogueSettings> configured;
  private final BiFunction<String, Path, FolderCatalog> folders;
  private final Function<String, FeedCatalog> feedCatalogs;
  private final Object writing = new Object();
  private volatile List<SourceFile.Entry> entries = List.of(); // written under writing
  private final Map<String, FolderCatalog> open = new HashMap<>();
  private final Set<String> local = ConcurrentHashMap.newKeySet();
  private @Nullable FeedCatalog feeds;

  private OwnSources(
      Path file,
      Library library,
      List<CatalogueSettings> configured,
      BiFunction<String, Path, FolderCatalog> folders,
      Function<String, FeedCatalog> feedCatalogs) {
    this.file = new SourceFile(file);
    this.library = library;
    this.configured = List.copyOf(configured);
    this.folders = folders;
    this.feedCatalogs = feedCatalogs;
  }

  /**
   * Opens what was added before and takes it into the library; nothing is looked through yet.
   *
   * @param file where it is kept
   * @param configured the catalogues of the configuration
   * @param folders makes the catalogue of a folder or file, by name and path
   * @param feeds makes the catalogue of the podcasts, by name
   */
  public static OwnSources open(
      Path file,
      Library library,
      List<CatalogueSettings> configured,
      BiFunction<String, Path, FolderCatalog> folders,
      Function<String, FeedCatalog> feeds)
      throws IOException {
    OwnSources sources = new OwnSources(file, library, configured, folders, feeds);
    sources.load();
    return sources;
  }

  private synchronized void load() throws IOException {
    for (SourceFile.Entry entry : file.read()) {
      if (configured.stream().anyMatch(one -> one.name().equals(entry.name()))) {
        log.warn("{} is named in the configuration too; that one is used", entry.name());
        continue;
      }
      entries = with(List.of(entry));
      if (entry.kind().equals("feed")) {
        feeds().follow(entry.name(), entry.where());
      } else {
        take(entry).refresh();
      }
    }
  }

  /** Ends the watches of the folders that are there still; those removed have ended theirs. */
  @Override
  public synchronized void close() {
    open.values().forEach(FolderCatalog::close);
  }

  private FolderCatalog take(SourceFile.Entry entry) {
    FolderCatalog catalog = folders.apply(entry.name(), Path.of(entry.where()));
    open.put(entry.name(), catalog);
    local.add(entry.name());
    library.add(catalog);
    return catalog;
  }

  private FeedCatalog feeds() {
    FeedCatalog known = feeds;
    if (known == null) {
      known = feedCatalogs.apply(unused(FEEDS));
      feeds = known;
      FeedCatalog made = known;
      known.onChange(() -> keepMoved(made));
      library.add(known);
    }
    return known;
  }

  /**
   * Keeps the new addresses of feeds that have moved for good; their old ones may end. Does not
   * wait for what is being added: that waits for the network.
   */
  private void keepMoved(FeedCatalog podcasts) {
    Map<String, String> now = new HashMap<>();
    podcasts.followed().forEach(feed -> now.put(feed.albumId(), feed.url()));
    try {
      keep(entry -> entry.at(now.getOrDefault(entry.name(), entry.where())), List.of());
    } catch (IOException e) {
      log.warn("the new address of a podcast cannot be kept: {}", FailureException.sentence(e));
    }
  }

  /** Returns whether the files of an album lie on this machine. Never blocks. */
  public boolean isLocal(Album album) {
    return local.contains(album.catalogue());
  }

  @Override
  public synchronized List<Source> sources() {
    Map<String, Integer> counts = new HashMap<>();
    library.known().forEach(album -> counts.merge(album.catalogue(), 1, Integer::sum));
    Map<String, String> troubles = library.troubles();
    List<Source> sources = new ArrayList<>();
    for (CatalogueSettings one : configured) {
      String where = one.path().isEmpty() ? one.service().address() : one.path();
      int albums = counts.getOrDefault(one.name(), 0);
      boolean isAway = one.type().equals("folder") && troubles.containsKey(one.name());
      sources.add(new Source(one.name(), one.type(), where, albums, isAway, /* isAdded= */ false));
    }
    for (SourceFile.Entry entry : entries) {
      sources.add(source(entry, counts));
    }
    return sources;
  }

  private Source source(SourceFile.Entry entry, Map<String, Integer> counts) {
    FolderCatalog folder = open.get(entry.name());
    if (folder == null) {
      return library
          .byId(entry.name())
          .map(album -> podcast(entry, album))
          .orElseGet(() -> notYet(entry));
    }
    return new Source(
        entry.name(),
        entry.kind(),
        entry.where(),
        counts.getOrDefault(entry.name(), folder.known().size()),
        folder.isAway(),
        /* isAdded= */ true);
  }

  /** A podcast whose feed has not come yet. */
  private static Source notYet(SourceFile.Entry entry) {
    return new Source(
        entry.name(),
        entry.kind(),
        entry.where(),
        /* albums= */ 0,
        /* isAway= */ false,
        /* isAdded= */ true);
  }

  private static Source podcast(SourceFile.Entry entry, Album album) {
    return new Source(
        entry.name(),
        entry.kind(),
        entry.where(),
        album.title(),
        /* albums= */ 1,
        Math.max(album.sectionCount(), album.sections().size()),
        /* isAway= */ false,
        /* isAdded= */ true);
  }

  @Override
  public synchronized Source add(String what, CancelFlag cancel) throws IOException {
    String given = what.strip();
    HttpUrl url = HttpUrl.parse(given);
    SourceFile.Entry entry = url == null ? folder(given) : feed(url.toString(), cancel);
    return source(entry, Map.of());
  }

  private SourceFile.Entry folder(String given) throws IOException {
    Path path = path(given);
    refuseWholeMachine(path);
    refuseTwice(path.toString());
    boolean isFile = Files.isRegularFile(path);
    if (!isFile && !Files.isDirectory(path)) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND,
          "there is no folder or file "
              + path
              + " for the daemon's user; check the path and the rights of the folders above it");
    }
    if (isFile && !FolderCatalog.isAudio(path.toString())) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, path + " is no audio file that is known; add its folder?");
    }
    if (!Files.isReadable(path)) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, path + " cannot be read; allow the daemon's user to read it");
    }
    SourceFile.Entry entry =
        new SourceFile.Entry(name(path), isFile ? "file" : "folder", path.toString());
    keep(List.of(entry));
    FolderCatalog catalog = take(entry);
    catalog.refresh();
    try {
      if (!catalog.awaitScan(FIRST_SCAN)) {
        log.info("{} is still being looked through", path);
      }
      // What was copied there just now is found by the next words.
      catalog.awaitSettled(SETTLED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return entry;
  }

  private static void refuseWholeMachine(Path given) throws IOException {
    Path path = Files.exists(given) ? given.toRealPath() : given;
    if (path.getNameCount() == 0 || NO_BOOKS.contains(path.getName(0).toString())) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, path + " holds the system and no books; give their own folder");
    }
  }

  private static Path path(String given) throws FailureException {
    try {
      Path path = Path.of(given);
      if (!given.isEmpty() && path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException e) {
      log.debug("no path: {}", e.getMessage());
    }
    throw new FailureException(
        Failure.Kind.BAD_REQUEST,
        "give the whole path of a folder or an audio file, or the address of a podcast's feed");
  }

  private SourceFile.Entry feed(String url, CancelFlag cancel) throws IOException {
    refuseTwice(url);
    FeedCatalog catalog = feeds();
    String id = catalog.follow(url);
    if (entries.stream().anyMatch(one -> one.name().equals(id))) { // from where it has moved
      throw isThere(url, library.byId(id).map(Album::title).orElse(id));
    }
    SourceFile.Entry entry;
    try {
      catalog.detail(id, cancel);
      refuseMovedTwice(id, url);
      entry = new SourceFile.Entry(id, "feed", catalog.url(id));
      keep(List.of(entry));
    } catch (IOException | RuntimeException e) {
      catalog.unfollow(id);
      library.forgetAlbum(id);
      throw e;
    }
    return entry;
  }

  private void refuseTwice(String where) throws FailureException {
    FeedCatalog.Followed feed = followed().get(where);
    if (feed != null) {
      throw isThere(where, feed.title());
    }
    for (Source source : sources()) {
      if (source.where().equals(where)) {
        throw isThere(where, source.name());
      }
    }
  }

  /** Refuses a feed that has moved to the address of another one. */
  private void refuseMovedTwice(String id, String url) throws FailureException {
    String now = feeds().url(id);
    for (FeedCatalog podcasts : library.catalogues(FeedCatalog.class)) {
      for (FeedCatalog.Followed feed : podcasts.followed()) {
        if (!feed.albumId().equals(id) && feed.url().equals(now)) {
          throw isThere(url, feed.title());
        }
      }
    }
  }

  private static FailureException isThere(String what, String as) {
    return new FailureException(Failure.Kind.BAD_REQUEST, what + " is there already, as " + as);
  }

  /** Returns a name for a catalogue made of what a path ends in. */
  private static String slug(Path path) {
    String name = String.valueOf(path.getFileName()).replaceFirst("\\.[A-Za-z0-9]{2,4}$", "");
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String trimmed = plain.replaceAll("^-+|-+$", "");
    return trimmed.isEmpty() ? "books" : trimmed.substring(0, Math.min(24, trimmed.length()));
  }

  /** Leaves {@value #FEEDS} to the podcasts, also while there are none: their ids begin with it. */
  private String name(Path path) {
    String slug = slug(path);
    return unused(slug.equals(FEEDS) ? slug + "-folder" : slug);
  }

  private String unused(String wanted) {
    String name = wanted;
    for (int n = 2; isTaken(name); n++) {
      name = wanted + "-" + n;
    }
    return name;
  }

  private boolean isTaken(String name) {
    FeedCatalog podcasts = feeds;
    return configured.stream().anyMatch(one -> one.name().equals(name))
        || open.containsKey(name)
        || (podcasts != null && podcasts.name().equals(name));
  }

  @Override
  public synchronized Source remove(String which) throws IOException {
    String wanted = which.strip();
    for (SourceFile.Entry entry : entries) {
      boolean isTitle =
          library
              .byId(entry.name())
              .map(album -> album.title().equalsIgnoreCase(wanted))
              .orElse(false);
      if (entry.name().equals(wanted) || entry.where().equals(wanted) || isTitle) {
        Source removed = source(entry, Map.of());
        keep(one -> one.equals(entry) ? null : one, List.of());
        letGo(entry);
        return removed;
      }
    }
    if (configured.stream().anyMatch(one -> one.name().equals(wanted))) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, wanted + " stands in config.yml; remove it there");
    }
    throw new FailureException(
        Failure.Kind.NOT_FOUND, "nothing called '" + wanted + "' was added to the library");
  }

  private void letGo(SourceFile.Entry entry) {
    FeedCatalog podcasts = feeds;
    if (entry.kind().equals("feed") && podcasts != null) {
      podcasts.unfollow(entry.name());
      library.forgetAlbum(entry.name());
    } else {
      FolderCatalog folder = open.remove(entry.name());
      if (folder != null) {
        folder.close();
      }
      local.remove(entry.name());
      library.remove(entry.name());
    }
  }

  private List<SourceFile.Entry> with(List<SourceFile.Entry> more) {
    List<SourceFile.Entry> all = new ArrayList<>(entries);
    all.addAll(more);
    return all;
  }

  private void keep(List<SourceFile.Entry> more) throws IOException {
    keep(entry -> entry, more);
  }

  /**
   * Changes the list, if that makes any difference. Writes first: what cannot be kept over a
   * restart is not there before one either.
   *
   * @param change what becomes of each entry; null for nothing
   */
  private void keep(
      Function<SourceFile.Entry, SourceFile.@Nullable Entry> change, List<SourceFile.Entry> more)
      throws IOException {
    synchronized (writing) {
      List<SourceFile.Entry> next =
          Stream.concat(
                  entries.stream().flatMap(e -> Stream.ofNullable(change.apply(e))), more.stream())
              .toList();
      if (!next.equals(entries)) {
        file.write(next);
        entries = next;
      }
    }
  }

  @Override
  public synchronized String exportOpml() {
    return Opml.write("Earmark", List.copyOf(followed().values()));
  }

  /** Returns the podcasts by their addresses, those of the configuration too. */
  private Map<String, FeedCatalog.Followed> followed() {
    Map<String, FeedCatalog.Followed> all = new LinkedHashMap<>();
    for (FeedCatalog podcasts : library.catalogues(FeedCatalog.class)) {
      podcasts.followed().forEach(feed -> all.putIfAbsent(feed.url(), feed));
    }
    return all;
  }

  @Override
  public synchronized Imported importOpml(byte[] document) throws IOException {
    List<String> urls = addresses(document);
    Set<String> there = followed().keySet();
    Map<String, SourceFile.Entry> added = new LinkedHashMap<>();
    for (String url : urls) {
      if (!there.contains(url) && entries.stream().noneMatch(entry -> entry.where().equals(url))) {
        added.computeIfAbsent(url, one -> new SourceFile.Entry(feeds().follow(one), "feed", one));
      }
    }
    if (!added.isEmpty()) {
      keepOrLetGo(List.copyOf(added.values()));
      feeds().refresh();
    }
    return new Imported(added.size(), urls.size() - added.size());
  }

  private void keepOrLetGo(List<SourceFile.Entry> added) throws IOException {
    try {
      keep(added);
    } catch (IOException e) {
      added.forEach(this::letGo);
      throw e;
    }
  }

  private static List<String> addresses(byte[] document) throws FailureException {
    List<String> urls;
    try {
      urls = Opml.read(document);
    } catch (XMLStreamException e) {
      throw new FailureException(
          new Failure(Failure.Kind.BAD_REQUEST, "that is no OPML; export it from a podcast player"),
          e);
    }
    if (urls.isEmpty()) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, "the list names no feed; each needs an xmlUrl");
    }
    return urls;
  }
}
