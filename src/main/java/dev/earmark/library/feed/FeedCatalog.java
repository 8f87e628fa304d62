package dev.earmark.library.feed;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Podcasts as albums, each episode a section, the oldest first. Thread-safe.
 *
 * <p>What the feeds told last is known without asking; {@link #refresh()} asks those whose time has
 * come, one after the other on the given executor. {@link #detail} and {@link #resolve} ask only
 * for a feed that has not come yet.
 */
public final class FeedCatalog implements Catalog {
  private static final Logger log = LoggerFactory.getLogger(FeedCatalog.class);
  private static final int PAGE = 50;

  /** How long the sound may wait for the chapters. */
  private static final Duration CHAPTERS = Duration.ofMillis(1_500);

  private static final int LARGEST_LIST = 8 << 20; // bytes

  private final String name;
  private final Executor executor;
  private final BiFunction<String, String, Subscription> subscribing; // of id and address
  private volatile Map<String, Subscription> subscriptions;
  private final Map<String, String> troubles = new ConcurrentSkipListMap<>(); // by album id
  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();

  private FeedCatalog(
      String name,
      Executor executor,
      BiFunction<String, String, Subscription> subscribing,
      Map<String, Subscription> subscriptions) {
    this.name = name;
    this.executor = executor;
    this.subscribing = subscribing;
    this.subscriptions = Collections.unmodifiableMap(subscriptions);
  }

  /**
   * Makes the catalogue; no feed is asked yet.
   *
   * @param name begins the ids of its albums
   * @param folder what the list's path is relative to
   * @param shared whose connections and threads are used
   * @param executor runs the refreshes
   * @throws FailureException when the list of feeds cannot be read
   */
  public static FeedCatalog open(
      String name,
      FeedSettings settings,
      Path folder,
      OkHttpClient shared,
      Clock clock,
      Executor executor)
      throws FailureException {
    Set<String> urls = new LinkedHashSet<>(settings.feeds());
    if (!settings.opml().isEmpty()) {
      urls.addAll(listed(folder.resolve(settings.opml()).normalize()));
    }
    return of(name, urls, settings, shared, clock, executor);
  }

  /** Makes a catalogue of the feeds in the settings, without their list. */
  public static FeedCatalog of(
      String name, FeedSettings settings, OkHttpClient shared, Clock clock, Executor executor) {
    return of(name, settings.feeds(), settings, shared, clock, executor);
  }

  private static FeedCatalog of(
      String name,
      Collection<String> urls,
      FeedSettings settings,
      OkHttpClient shared,
      Clock clock,
      Executor executor) {
    BiFunction<String, String, Subscription> subscribing =
        (id, url) -> new Subscription(name, id, url, settings, shared, clock);
    Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    for (String url : urls) {
      String id = Subscription.id(name, url);
      subscriptions.put(id, subscribing.apply(id, url));
    }
    return new FeedCatalog(name, executor, subscribing, subscriptions);
  }

  /**
   * A feed that is listened to.
   *
   * @param url its address, the new one when it has moved for good
   */
  public record Followed(String albumId, String url, String title) {}

  /** Returns the feeds in their order; the title is empty until a feed has come. */
  public List<Followed> followed() {
    return subscriptions.values().stream()
        .map(
            subscription -> {
              Subscription.Loaded loaded = subscription.loaded();
              String title = loaded == null ? "" : loaded.album().title();
              return new Followed(subscription.albumId(), subscription.url(), title);
            })
        .toList();
  }

  /**
   * Returns where the feed of a podcast is now.
   *
   * @throws FailureException {@code NOT_FOUND} when no feed of that id is followed
   */
  public String url(String albumId) throws FailureException {
    return subscription(albumId).url();
  }

  /** Adds a feed, which is asked with the next refresh; returns the id of its album. */
  public String follow(String url) {
    String id = Subscription.id(name, url);
    follow(id, url);
    return id;
  }

  /**
   * Adds a feed that was followed before.
   *
   * @param albumId what {@link #follow(String)} told, whatever its address was then
   */
  public synchronized void follow(String albumId, String url) {
    Map<String, Subscription> next = new LinkedHashMap<>(subscriptions);
    next.putIfAbsent(albumId, subscribing.apply(albumId, url));
    subscriptions = Collections.unmodifiableMap(next);
  }

  /** Lets a feed go. */
  public void unfollow(String albumId) {
    synchronized (this) {
      Map<String, Subscription> next = new LinkedHashMap<>(subscriptions);
      next.remove(albumId);
      subscriptions = Collections.unmodifiableMap(next);
    }
    listeners.forEach(Runnable::run);
  }

  private static List<String> listed(Path file) throws FailureException {
    try {
      if (Files.size(file) > LARGEST_LIST) {
        throw unreadable(file, "it is too large", null);
      }
      return Opml.read(Files.readAllBytes(file));
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(file, "check its path and mode", e);
    } catch (XMLStreamException e) {
      throw unreadable(file, "it is no OPML", e);
    }
  }

  private static FailureException unreadable(Path file, String why, @Nullable Throwable cause) {
    return new FailureException(
        new Failure(
            Failure.Kind.BAD_REQUEST, "the list of feeds " + file + " cannot be read: " + why),
        cause);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean tellsAllTitles() {
    return subscriptions.values().stream().noneMatch(feed -> feed.loaded() == null);
  }

  @Override
  public List<Album> known() {
    return subscriptions.values().stream()
        .map(Subscription::loaded)
        .filter(Objects::nonNull)
        .map(Subscription.Loaded::album)
        .toList();
  }

  @Override
  public List<Album> fetched() {
    return known();
  }

  /** Searches what is known: every feed is of the listener's own choice. */
  @Override
  public Page search(String keyword, int page, CancelFlag cancel) {
    String key = keyword.strip().toLowerCase(Locale.ROOT);
    List<Album> hits =
        page > 1
            ? List.of()
            : known().stream()
                .filter(
                    album ->
                        Stream.of(album.title(), album.author())
                            .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(key)))
                .toList();
    return new Page(hits, page, hits.isEmpty() ? page - 1 : 1);
  }

  /** Lists what is known, so that the library keeps it over a restart without a network. */
  @Override
  public Page browse(int page, CancelFlag cancel) {
    List<Album> all = known();
    List<Album> onPage = all.stream().skip((page - 1L) * PAGE).limit(PAGE).toList();
    return new Page(onPage, page, (all.size() + PAGE - 1) / PAGE);
  }

  @Override
  public void refreshNow() {
    subscriptions.values().forEach(Subscription::hasten);
    refresh();
  }

  @Override
  public void refresh() {
    List<Subscription> due = new ArrayList<>();
    for (Subscription subscription : subscriptions.values()) {
      if (subscription.claim()) {
        due.add(subscription);
      }
    }
    for (Subscription subscription : due) {
      try {
        executor.execute(() -> refresh(subscription));
      } catch (RejectedExecutionException e) {
        log.debug("{} is closing, its podcasts are not refreshed", name);
      }
    }
  }

  private void refresh(Subscription subscription) {
    try {
      boolean news = subscription.load(new CancelFlag());
      troubles.remove(subscription.albumId());
      if (news) {
        listeners.forEach(Runnable::run);
      }
    } catch (FailureException e) {
      failed(subscription, e.failure().detail());
    } catch (IOException e) {
      failed(subscription, String.valueOf(e.getMessage()));
    }
  }

  /** Logs a fault when it is new; it is in the status as long as it lasts. */
  private void failed(Subscription subscription, String why) {
    if (!why.equals(troubles.put(subscription.albumId(), why))) {
      log.warn("a podcast of {} was not refreshed: {}", name, why);
    }
  }

  @Override
  public String trouble() {
    return subscriptions.values().stream()
        .map(subscription -> troubles.getOrDefault(subscription.albumId(), ""))
        .filter(why -> !why.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    return loaded(albumId, cancel).album();
  }

  private Subscription.Loaded loaded(String albumId, CancelFlag cancel) throws IOException {
    Subscription subscription = subscription(albumId);
    Subscription.Loaded loaded = subscription.loaded();
    if (loaded == null) {
      if (subscription.load(cancel)) {
        listeners.forEach(Runnable::run);
      }
      loaded = subscription.loaded();
    }
    if (loaded == null || loaded.album().sections().isEmpty()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.NOT_FOUND,
              "the podcast at " + subscription.host() + " has no episodes",
              new Failure.Words("这个播客还没有节目", "this podcast has no episodes")),
          null);
    }
    return loaded;
  }

  private Subscription subscription(String albumId) throws FailureException {
    Subscription subscription = subscriptions.get(albumId);
    if (subscription == null) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, name + " has no album '" + albumId + "'; is its feed listed?");
    }
    return subscription;
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    loaded(album.id(), cancel);
    String link = subscription(album.id()).link(section.fileId());
    if (link.isEmpty()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.NOT_FOUND,
              album.id() + " has no episode " + section.fileId() + " any more",
              new Failure.Words("播客里已经没有这一集了", "the podcast has no such episode any more")),
          null);
    }
    awaitChapters(subscription(album.id()), section.fileId());
    return new SectionSource(URI.create(link), Map.of(), "", 0);
  }

  /** Lets the chapters come before the sound, but the sound does not wait for long. */
  private void awaitChapters(Subscription subscription, String episodeId) {
    try {
      subscription.askChapters(episodeId, executor).get(CHAPTERS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      log.debug("the chapters of {} are late", episodeId);
    } catch (ExecutionException e) {
      log.debug("the chapters of {} cannot be had", episodeId, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A file with chapters that was not asked for, as after a restart, is there the next time. */
  @Override
  public List<Section.Chapter> chapters(Album album, Section section) {
    Subscription subscription = subscriptions.get(album.id());
    if (subscription == null) {
      return List.of();
    }
    if (subscription.loaded() != null) {
      var unused = subscription.askChapters(section.fileId(), executor);
    }
    return subscription.chapters(section.fileId());
  }
}
