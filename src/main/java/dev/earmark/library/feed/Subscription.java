package dev.earmark.library.feed;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Numbering;
import dev.earmark.library.Section;
import dev.earmark.library.Section.Chapter;
import dev.earmark.library.http.Answer;
import dev.earmark.library.http.Languages;
import dev.earmark.library.http.WebClient;
import dev.earmark.library.http.WebSettings;
import dev.earmark.library.marks.Marks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.xml.stream.XMLStreamException;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * One feed: its address, what came last, and when it may be asked again. Asked conditionally, so
 * that a feed without news costs a few bytes (RFC 9110 §13). Thread-safe.
 */
final class Subscription {
  private static final Logger log = LoggerFactory.getLogger(Subscription.class);
  private static final Duration RETRY = Duration.ofMinutes(10);

  /** So long after an answer a person may let the feed be asked again. */
  private static final Duration ASKED_AGAIN = Duration.ofMinutes(1);

  /** So long after a failure of the network a file with chapters is asked for again. */
  private static final Duration CHAPTERS_AGAIN = Duration.ofMinutes(1);

  private static final int MOST_PAGES = 50;
  private static final String ACCEPT =
      "application/rss+xml, application/atom+xml, text/xml;q=0.9, */*;q=0.5";
  private static final int KEY = 8; // bytes

  /**
   * What came last.
   *
   * @param from where it came from; links in it are relative to there
   */
  record Loaded(Feed feed, Album album, HttpUrl from) {}

  /**
   * A file with chapters that was asked for.
   *
   * @param sinceNanos when
   * @param mayCome set when it has failed by something that may pass
   */
  private record Asked(
      CompletableFuture<List<Chapter>> chapters, long sinceNanos, AtomicBoolean mayCome) {
    Asked(long sinceNanos) {
      this(new CompletableFuture<>(), sinceNanos, new AtomicBoolean());
    }
  }

  private final String albumId;
  private final Duration every;
  private final WebClient web;
  private final Clock clock;
  private final AtomicBoolean isQueued = new AtomicBoolean();
  private volatile @Nullable Loaded loaded;
  private volatile String url; // where it is now
  private final Map<String, Asked> files = new ConcurrentHashMap<>(); // by addresses
  private String tag = ""; // guarded by this
  private String modified = ""; // guarded by this
  private volatile boolean isGone;
  private volatile long askedNanos;
  private volatile long nextNanos;

  /**
   * Makes a subscription; nothing is asked yet.
   *
   * @param albumId of the podcast, which it keeps when its feed moves
   */
  Subscription(
      String catalogue,
      String albumId,
      String url,
      FeedSettings settings,
      OkHttpClient shared,
      Clock clock) {
    this.albumId = albumId;
    this.url = url;
    this.every = settings.every();
    this.clock = clock;
    this.nextNanos = clock.nanoTime();
    this.askedNanos = nextNanos;
    WebSettings web = settings.web();
    this.web =
        new WebClient(
            catalogue,
            new WebSettings(
                url,
                web.timeout(),
                web.pace(),
                web.mostPerDay(),
                web.maxBytes(),
                web.allowPrivate()),
            shared,
            clock);
  }

  /** Returns the id of the podcast whose feed is first heard of at an address. */
  static String id(String catalogue, String url) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8));
      return catalogue + ":" + HexFormat.of().formatHex(hash, 0, KEY);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  String albumId() {
    return albumId;
  }

  /** Returns the address of the feed, the new one once it has moved for good. */
  String url() {
    return url;
  }

  String host() {
    return web.base().host();
  }

  /** Returns what came last; null before anything came. */
  @Nullable Loaded loaded() {
    return loaded;
  }

  /** Returns whether it is the time to ask and nobody is about to; the caller then has to. */
  boolean claim() {
    return isDue() && isQueued.compareAndSet(false, true);
  }

  /** Lets it be asked as soon as a minute after the last time, also when it was gone then. */
  void hasten() {
    isGone = false;
    long soon = askedNanos + ASKED_AGAIN.toNanos();
    if (nextNanos - soon > 0) {
      nextNanos = soon;
    }
  }

  private boolean isDue() {
    return !isGone && clock.nanoTime() - nextNanos >= 0;
  }

  /**
   * Asks for news.
   *
   * @return whether anything changed
   * @throws FailureException of the network, or {@code WRONG_CONTENT} when it is no feed
   */
  synchronized boolean load(CancelFlag cancel) throws IOException {
    isQueued.set(false);
    askedNanos = clock.nanoTime();
    nextNanos = askedNanos + RETRY.toNanos();
    Request.Builder request = new Request.Builder().url(url).header("Accept", ACCEPT);
    if (!tag.isEmpty()) {
      request.header("If-None-Match", tag);
    }
    if (!modified.isEmpty()) {
      request.header("If-Modified-Since", modified);
    }
    Answer answer = web.ask(request.build(), cancel);
    if (answer.status() == 304 && loaded != null) {
      nextNanos = clock.nanoTime() + every.toNanos();
      return hasMoved(answer);
    }
    if (!answer.isSuccess()) {
      isGone = answer.status() == 410; // the feed has ended for good (RFC 9110 §15.5.11)
      throw answer.refused();
    }
    Loaded before = loaded;
    Feed first = parsed(answer.bytes());
    List<Feed> older = new ArrayList<>();
    HttpUrl from = answer.url();
    boolean isWhole = older(from, first.next(), older, /* mustBeWhole= */ before != null, cancel);
    Feed feed = first.with(older);
    tag = isWhole ? answer.header("ETag") : "";
    modified = isWhole ? answer.header("Last-Modified") : "";
    if (isWhole) {
      nextNanos = clock.nanoTime() + every.toNanos();
    } // else the rest is asked for when a failure is
    Loaded now = new Loaded(feed, album(feed, from), from);
    loaded = now;
    files.keySet().retainAll(feed.episodes().stream().map(Feed.Episode::chapterFile).toList());
    boolean hasMoved = hasMoved(answer);
    return hasMoved || before == null || !before.equals(now);
  }

  /** Takes over the new address of a feed that really was there: others redirect to their ads. */
  private boolean hasMoved(Answer answer) {
    HttpUrl moved = answer.movedTo();
    if (moved == null) {
      return false;
    }
    log.info("the podcast {} has moved from {} to {} for good", albumId, url, moved);
    url = moved.toString();
    return true;
  }

  /**
   * Fetches the pages behind the first one. Where one fails, what came is better than nothing, but
   * episodes that are known are not lost for it.
   *
   * @param from where the first page came from
   * @param next the address of the second page, empty when there is none
   * @return whether all came
   */
  private boolean older(
      HttpUrl from, String next, List<Feed> pages, boolean mustBeWhole, CancelFlag cancel)
      throws IOException {
    Set<HttpUrl> asked = new HashSet<>();
    asked.add(from);
    HttpUrl page = from;
    int episodes = 0;
    String given = next;
    try {
      while (!given.isEmpty() && asked.size() < MOST_PAGES && episodes < FeedReader.MOST_ITEMS) {
        HttpUrl address = web.link(page, given);
        if (!asked.add(address)) {
          return true; // pages in a circle end
        }
        Answer answer =
            web.ask(new Request.Builder().url(address).header("Accept", ACCEPT).build(), cancel);
        if (!answer.isSuccess()) {
          throw answer.refused();
        }
        Feed further = parsed(answer.bytes());
        pages.add(further);
        episodes += further.episodes().size();
        given = further.next();
        page = answer.url();
      }
      return true;
    } catch (IOException e) {
      if (mustBeWhole || cancel.isSet()) {
        throw e;
      }
      log.info("older episodes of {} did not come: {}", host(), FailureException.sentence(e));
      return false;
    }
  }

  private Feed parsed(byte[] document) throws FailureException {
    try {
      return FeedReader.read(document);
    } catch (XMLStreamException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.WRONG_CONTENT,
              host() + " answered with something that is no feed; check its address",
              new Failure.Words("这个地址不是播客", "that address is no podcast")),
          e);
    }
  }

  private Album album(Feed feed, HttpUrl from) {
    List<Section> sections = new ArrayList<>();
    for (Feed.Episode episode : feed.episodes()) {
      int number = sections.size() + 1;
      String title = episode.title().isEmpty() ? String.valueOf(number) : episode.title();
      sections.add(
          // The size that a feed tells is wrong too often to measure a download by.
          new Section(number, title, episode.id(), 0, episode.seconds(), 0));
    }
    HttpUrl image = feed.image().isEmpty() ? null : from.resolve(feed.image());
    return new Album(
        albumId,
        feed.title().isEmpty() ? host() : feed.title(),
        List.of(),
        feed.author(),
        "",
        Languages.code(feed.language()),
        feed.description(),
        image == null ? "" : image.toString(),
        sections.size(),
        Numbering.apply(
            sections,
            feed.episodes().stream()
                .map(episode -> (int) Math.min(Integer.MAX_VALUE, episode.number()))
                .toList()));
  }

  /** Returns the address of an episode's audio; empty when the feed has no such episode now. */
  String link(String episodeId) throws FailureException {
    Feed.Episode episode = episode(episodeId);
    return episode == null ? "" : web.link(from(), episode.url()).toString();
  }

  private HttpUrl from() {
    Loaded now = loaded;
    return now == null ? web.base() : now.from();
  }

  private Feed.@Nullable Episode episode(String id) {
    Loaded now = loaded;
    if (now != null) {
      for (Feed.Episode episode : now.feed().episodes()) {
        if (episode.id().equals(id)) {
          return episode;
        }
      }
    }
    return null;
  }

  /** Returns the chapters of an episode as far as they are known; those in the feed come first. */
  List<Chapter> chapters(String episodeId) {
    Feed.Episode episode = episode(episodeId);
    if (episode == null) {
      return List.of();
    }
    if (!episode.chapters().isEmpty()) {
      return episode.chapters();
    }
    Asked asked = files.get(episode.chapterFile());
    return asked == null || asked.chapters().isCompletedExceptionally()
        ? List.of()
        : asked.chapters().getNow(List.of());
  }

  /**
   * Fetches the file with an episode's chapters, where there is one that nobody has asked for; only
   * for one that is heard, since each request tells somebody what is listened to. A file that
   * failed by the network is asked for again after a minute, another one at the next start.
   *
   * @param executor runs the request; at once where it does so
   * @return what ends with the request, which another one may have begun; it fails with why the
   *     chapters cannot be had
   */
  CompletableFuture<List<Chapter>> askChapters(String episodeId, Executor executor) {
    Feed.Episode episode = episode(episodeId);
    if (episode == null || !episode.chapters().isEmpty() || episode.chapterFile().isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    String file = episode.chapterFile();
    Asked mine = new Asked(clock.nanoTime());
    Asked asked =
        Objects.requireNonNull(
            files.compute(
                file, (address, old) -> old == null || mayBeAskedAgain(old) ? mine : old));
    if (asked.equals(mine)) { // which has a future of its own
      try {
        executor.execute(() -> fetch(file, mine));
      } catch (RejectedExecutionException e) {
        files.remove(file, mine);
        mine.chapters().completeExceptionally(e);
      }
    }
    return asked.chapters();
  }

  private boolean mayBeAskedAgain(Asked old) {
    return old.mayCome().get() && clock.nanoTime() - old.sinceNanos() >= CHAPTERS_AGAIN.toNanos();
  }

  private void fetch(String file, Asked asked) {
    try {
      asked.chapters().complete(loadChapters(file, new CancelFlag()));
    } catch (IOException e) {
      log.warn("{} has no chapters now: {}", file, FailureException.sentence(e));
      asked
          .mayCome()
          .set(!(e instanceof FailureException known) || known.failure().kind().retriable());
      asked.chapters().completeExceptionally(e);
    } catch (RuntimeException e) {
      log.error("the chapters {} failed by a fault of ours", file, e);
      asked.chapters().completeExceptionally(e);
    }
  }

  private List<Chapter> loadChapters(String file, CancelFlag cancel) throws IOException {
    HttpUrl address = web.link(from(), file);
    Answer answer =
        web.ask(
            new Request.Builder()
                .url(address)
                .header("Accept", "application/json+chapters, */*")
                .build(),
            cancel);
    if (!answer.isSuccess()) {
      throw answer.refused();
    }
    try {
      return Marks.json(answer.bytes());
    } catch (JacksonException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.WRONG_CONTENT, address.host() + " gave something that is no chapters"),
          e);
    }
  }
}
