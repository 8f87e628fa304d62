package dev.earmark.app;

import dev.earmark.app.catalogues.AudioTags;
import dev.earmark.app.catalogues.BookSounds;
import dev.earmark.app.catalogues.Covers;
import dev.earmark.app.catalogues.OwnSources;
import dev.earmark.app.catalogues.WebCatalogues;
import dev.earmark.app.home.Home;
import dev.earmark.app.home.HomeFolders;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Preload;
import dev.earmark.app.life.Threads;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.CoverSource;
import dev.earmark.library.LibrarySources;
import dev.earmark.library.ProgressExchange;
import dev.earmark.library.audiobookshelf.AudiobookshelfSettings;
import dev.earmark.library.demo.DemoCatalog;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.library.feed.FeedCatalog;
import dev.earmark.library.feed.FeedSettings;
import dev.earmark.library.files.FolderCatalog;
import dev.earmark.library.http.WebService;
import dev.earmark.library.merge.Library;
import dev.earmark.library.sqlite.SqliteProgressStore;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.decode.FfmpegDecoderFactory;
import dev.earmark.media.download.Downloads;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import okhttp3.OkHttpClient;

/**
 * Where books come from and where they are kept: catalogues, positions, cache and downloads, wired.
 */
public final class Books {
  private static final Duration SEARCH_LIMIT = Duration.ofSeconds(5);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  /**
   * Types whose servers stand in the listener's own network, so that covers may come from there.
   */
  private static final Set<String> OWN_SERVERS = Set.of("demo", "jellyfin", "audiobookshelf");

  private final OkHttpClient http;
  private final SqliteProgressStore progress;
  private final Library library;
  private final FileCache cache;
  private final Downloads downloads;
  private final FfmpegDecoderFactory decoders;
  private final Predicate<Album> isLocal;
  private final OwnSources sources;
  private final Covers covers;
  private final List<ProgressExchange> exchanges;

  private Books(
      OkHttpClient http,
      SqliteProgressStore progress,
      Library library,
      FileCache cache,
      Downloads downloads,
      FfmpegDecoderFactory decoders,
      Predicate<Album> isLocal,
      OwnSources sources,
      Covers covers,
      List<ProgressExchange> exchanges) {
    this.http = http;
    this.progress = progress;
    this.library = library;
    this.cache = cache;
    this.downloads = downloads;
    this.decoders = decoders;
    this.isLocal = isLocal;
    this.sources = sources;
    this.covers = covers;
    this.exchanges = List.copyOf(exchanges);
  }

  /**
   * Opens store, cache and catalogues, each registered to be closed.
   *
   * @param more catalogues beside those of the configuration
   */
  public static Books open(
      Home home,
      EarmarkConfig config,
      List<Catalog> more,
      Clock clock,
      Health health,
      Lifecycle lifecycle)
      throws IOException {
    Preload.awaitClient();
    OkHttpClient http = new OkHttpClient();
    lifecycle.started("http client", CLOSE_LIMIT, () -> close(http));
    SqliteProgressStore progress =
        SqliteProgressStore.open(home.state().resolve("progress.db"), clock, health);
    lifecycle.started("progress", CLOSE_LIMIT, progress);
    FileCache cache = cache(home.cache(), config, clock);
    cache.trouble().ifPresent(trouble -> health.problem("cache", trouble.detail()));
    lifecycle.started("cache", CLOSE_LIMIT, cache);
    FfmpegDecoderFactory decoders = new FfmpegDecoderFactory();
    Downloads downloads =
        new Downloads(cache, http, config.download(), decoders, clock, new Random());
    lifecycle.started("downloads", CLOSE_LIMIT, downloads);
    ExecutorService scans = Threads.pool("scan", 1);
    lifecycle.started("scans", CLOSE_LIMIT, scans::shutdownNow);
    Set<String> local = new HashSet<>();
    List<Catalog> catalogues = new ArrayList<>();
    for (CatalogueSettings settings : config.catalogues()) {
      catalogues.add(catalogue(settings, home, http, clock, scans, lifecycle));
      if (settings.type().equals("folder")) {
        local.add(settings.name());
      }
    }
    catalogues.addAll(more);
    Library library = new Library(catalogues, progress, clock, SEARCH_LIMIT);
    lifecycle.started("library", CLOSE_LIMIT, library);
    for (Catalog catalogue : catalogues) {
      if (catalogue instanceof FolderCatalog folder) {
        folder.refresh();
      }
    }
    OwnSources sources = sources(home, config, library, http, clock, scans, lifecycle);
    lifecycle.started("added folders", CLOSE_LIMIT, sources);
    List<ProgressExchange> exchanges = new ArrayList<>();
    for (Catalog catalogue : catalogues) {
      if (catalogue instanceof ProgressExchange exchange && isSynced(config, catalogue.name())) {
        exchanges.add(exchange);
      }
    }
    Predicate<Album> isLocal = album -> local.contains(album.catalogue()) || sources.isLocal(album);
    Covers covers =
        new Covers(
            http,
            clock,
            isLocal,
            album -> coverReach(config, album.catalogue()),
            new BookSounds(library, cache, isLocal));
    return new Books(
        http, progress, library, cache, downloads, decoders, isLocal, sources, covers, exchanges);
  }

  private static Covers.Reach coverReach(EarmarkConfig config, String catalogue) {
    for (CatalogueSettings one : config.catalogues()) {
      if (one.name().equals(catalogue)) {
        if (one.service() instanceof WebService service && service.web().allowPrivate()) {
          return Covers.Reach.ANYWHERE;
        }
        return OWN_SERVERS.contains(one.type()) ? Covers.Reach.OWN_SERVER : Covers.Reach.PUBLIC;
      }
    }
    return Covers.Reach.PUBLIC; // of podcasts that were added too
  }

  private static FolderCatalog folder(
      String name, Path root, Home home, Clock clock, Executor scans) {
    return new FolderCatalog(name, root, new AudioTags(), clock, scans)
        .remembering(home.state().resolve("shelves-" + name + ".jsonl"))
        .watching();
  }

  private static boolean isSynced(EarmarkConfig config, String name) {
    return config.catalogues().stream()
        .filter(one -> one.name().equals(name))
        .anyMatch(one -> one.service() instanceof AudiobookshelfSettings abs && abs.sync());
  }

  private static OwnSources sources(
      Home home,
      EarmarkConfig config,
      Library library,
      OkHttpClient http,
      Clock clock,
      Executor scans,
      Lifecycle lifecycle)
      throws IOException {
    return OwnSources.open(
        home.state().resolve("library.json"),
        library,
        config.catalogues(),
        (name, path) -> folder(name, path, home, clock, scans),
        name -> {
          ExecutorService feeds = Threads.pool("feeds", 1);
          lifecycle.started("added feeds", CLOSE_LIMIT, feeds::shutdownNow);
          return FeedCatalog.of(name, FeedSettings.DEFAULT, http, clock, feeds);
        });
  }

  /** Lets the library know which book is listened to; called on the player's thread. */
  void heard(PlayerSnapshot now) {
    Album album = now.album();
    if (album != null && now.state() == PlayerSnapshot.State.PLAYING) {
      library.heard(album.id());
    }
  }

  /** Begins what the library does in the background, see {@link Library#start()}. */
  public void startLibrary() {
    library.start();
  }

  private static FileCache cache(Path folder, EarmarkConfig config, Clock clock)
      throws IOException {
    try {
      return FileCache.open(folder, config.cache(), clock);
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw HomeFolders.trouble(folder, e);
    }
  }

  private static Catalog catalogue(
      CatalogueSettings settings,
      Home home,
      OkHttpClient http,
      Clock clock,
      Executor scans,
      Lifecycle lifecycle)
      throws IOException {
    switch (settings.type()) {
      case "folder" -> {
        Path root = home.config().resolveSibling(settings.path()).normalize();
        FolderCatalog folder = folder(settings.name(), root, home, clock, scans);
        lifecycle.started("watch of " + settings.name(), CLOSE_LIMIT, folder);
        return folder;
      }
      case "demo" -> {
        DemoServer server = new DemoServer(home.demoLibrary());
        lifecycle.started("demo server", CLOSE_LIMIT, server);
        return new DemoCatalog(settings.name(), server.start(), http, server::titles);
      }
      default -> {
        Path folder = home.config().resolveSibling("").toAbsolutePath();
        return WebCatalogues.open(settings, folder, http, clock, background(settings, lifecycle));
      }
    }
  }

  /** Returns a thread of their own for podcasts: a feed that hangs must not hold up the folders. */
  private static Executor background(CatalogueSettings settings, Lifecycle lifecycle) {
    if (!settings.type().equals("podcasts")) {
      return Runnable::run;
    }
    ExecutorService feeds = Threads.pool("feeds", 1);
    lifecycle.started("feeds", CLOSE_LIMIT, feeds::shutdownNow);
    return feeds;
  }

  private static void close(OkHttpClient http) {
    http.dispatcher().cancelAll();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  /** Returns whether the album's files lie on this machine and need no download. */
  boolean isLocal(Album album) {
    return isLocal.test(album);
  }

  /** Returns where the books come from, to add and remove. */
  LibrarySources sources() {
    return sources;
  }

  /** Returns the catalogues that keep the listener's places too. */
  List<ProgressExchange> exchanges() {
    return exchanges;
  }

  /** Returns the albums' pictures. */
  CoverSource covers() {
    return covers;
  }

  OkHttpClient http() {
    return http;
  }

  SqliteProgressStore progress() {
    return progress;
  }

  /** Returns all catalogues as one. */
  public Library library() {
    return library;
  }

  /** Returns the fetched files. */
  public FileCache cache() {
    return cache;
  }

  /** Returns what is being fetched, and the way to fetch more. */
  public Downloads downloads() {
    return downloads;
  }

  FfmpegDecoderFactory decoders() {
    return decoders;
  }
}
