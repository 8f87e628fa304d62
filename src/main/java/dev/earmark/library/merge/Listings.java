package dev.earmark.library.merge;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.LibraryService;
import dev.earmark.library.ProgressStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the catalogues list by themselves when no book is named. Thread-safe.
 *
 * <p>Each catalogue is asked page by page in the background, and what it listed stays known, over a
 * restart too, until a later listing has come to its end without it. Nobody waits longer than the
 * patience for a catalogue, and not at all for one whose list is only looked through again; an
 * answer that comes later is taken all the same.
 */
final class Listings {
  private static final Logger log = LoggerFactory.getLogger(Listings.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 1_000;
  private static final int MOST_KEPT = 200;
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final Workers workers;
  private final Duration limit;
  private final Duration patience;
  private final ProgressStore store;
  private final Clock clock;
  private final Runnable changed;
  private final List<Source> sources = new ArrayList<>(); // guarded by this

  /**
   * Makes it with what was listed before the restart; nobody is asked yet.
   *
   * @param limit how long a catalogue may take for one page
   * @param patience how long anybody waits for it
   * @param changed called on any thread, without a lock, whenever {@link #albums} changed
   */
  Listings(
      List<Catalog> catalogs,
      Workers workers,
      Duration limit,
      Duration patience,
      ProgressStore store,
      Clock clock,
      Runnable changed) {
    this.workers = workers;
    this.limit = limit;
    this.patience = patience;
    this.store = store;
    this.clock = clock;
    this.changed = changed;
    for (Catalog catalog : catalogs) {
      sources.add(new Source(catalog, kept(catalog)));
    }
  }

  /** A catalogue and how far it was asked; guarded by the listings. */
  private static final class Source {
    private final Catalog catalog;
    private Map<String, Album> listed;
    private final Map<String, Album> round = new LinkedHashMap<>();
    private int asked;
    private int pages = 1;
    private @Nullable CompletableFuture<?> asking;
    private @Nullable Long askedNanos;
    private @Nullable Failure problem;

    Source(Catalog catalog, Map<String, Album> listed) {
      this.catalog = catalog;
      this.listed = listed;
    }

    boolean hasMore() {
      return asked < pages && listed.size() < MOST;
    }

    boolean isOlderThan(Duration age, long nowNanos) {
      Duration most = problem == null || age.compareTo(RETRY) < 0 ? age : RETRY;
      return askedNanos == null || nowNanos - askedNanos >= most.toNanos();
    }

    /** Returns whether its albums, or more of them, are missing until it has answered. */
    boolean isMissed() {
      return asking != null && (asked > 0 || listed.isEmpty());
    }

    String name() {
      return catalog.name();
    }
  }

  /** Takes a catalogue in, with what it listed before. */
  synchronized void add(Catalog catalog) {
    sources.add(new Source(catalog, kept(catalog)));
  }

  /** Lets a catalogue go and forgets what it listed. */
  void remove(String name) {
    synchronized (this) {
      sources.removeIf(source -> source.name().equals(name));
    }
    keep(name, List.of());
  }

  /** Forgets one album until it is listed again. */
  synchronized void forget(String albumId) {
    for (Source source : sources) {
      if (source.listed.containsKey(albumId)) {
        Map<String, Album> left = new LinkedHashMap<>(source.listed);
        left.remove(albumId);
        source.listed = left;
        source.round.remove(albumId);
        keep(source.name(), List.copyOf(left.values()));
      }
    }
  }

  /** Returns all that was listed, in the order of the catalogues. */
  synchronized List<Album> albums() {
    List<Album> albums = new ArrayList<>();
    sources.forEach(source -> albums.addAll(source.listed.values()));
    return albums;
  }

  /** Lets the catalogues be asked from their first page on whose list is older than this. */
  void refresh(Duration age) {
    List<Source> stale = new ArrayList<>();
    synchronized (this) {
      for (Source source : sources) {
        if (source.asking == null && source.isOlderThan(age, clock.nanoTime())) {
          source.asked = 0;
          source.pages = 1;
          source.askedNanos = clock.nanoTime();
          stale.add(source);
        }
      }
    }
    ask(stale);
  }

  /**
   * Asks for further pages until so many albums are known or no more can be had, and waits for them
   * as long as the patience lasts.
   *
   * @return what is wrong with each catalogue of which something is missing
   * @throws FailureException {@code CANCELLED} when the flag is set
   */
  List<LibraryService.Trouble> reach(IntSupplier known, int wanted, CancelFlag cancel)
      throws FailureException {
    boolean answered = true;
    while (answered && known.getAsInt() < wanted) {
      List<Source> next;
      synchronized (this) {
        next = sources.stream().filter(s -> s.asking == null && s.hasMore()).toList();
      }
      ask(next);
      CompletableFuture<?>[] missing;
      synchronized (this) {
        missing =
            sources.stream()
                .filter(Source::isMissed)
                .map(source -> source.asking)
                .toArray(CompletableFuture<?>[]::new);
      }
      if (missing.length > 0) {
        answered = await(missing, cancel);
      } else if (next.isEmpty()) {
        break; // else who was just asked has answered already, and may have more
      }
    }
    synchronized (this) {
      List<LibraryService.Trouble> troubles = new ArrayList<>();
      for (Source source : sources) {
        Failure problem = source.problem;
        if (problem == null && !answered && source.isMissed()) {
          problem =
              new Failure(
                  Failure.Kind.TIMEOUT,
                  "it has not answered yet; ask again in a moment",
                  new Failure.Words(
                      "还没答上来，过一会儿再问", "it has not answered yet, ask again in a moment"));
        }
        if (problem != null) {
          troubles.add(new LibraryService.Trouble(source.name(), problem));
        }
      }
      return troubles;
    }
  }

  /** Returns whether a catalogue has more than it was asked for. */
  synchronized boolean hasMore() {
    return sources.stream().anyMatch(source -> source.isMissed() || source.hasMore());
  }

  private boolean await(CompletableFuture<?>[] missing, CancelFlag cancel) throws FailureException {
    CompletableFuture<Void> cancelled = new CompletableFuture<>();
    CancelFlag.Registration hook = cancel.onSet(() -> cancelled.complete(null));
    try {
      CompletableFuture.anyOf(CompletableFuture.allOf(missing), cancelled)
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      log.debug("{} catalogues have not listed their albums yet", missing.length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(new Failure(Failure.Kind.CANCELLED, "interrupted"), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("an answer was not taken", e);
    } finally {
      hook.close();
    }
    if (cancel.isSet()) {
      throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
    }
    return Arrays.stream(missing).allMatch(CompletableFuture::isDone);
  }

  /** Asks for the next pages; a source is marked before it is asked, so that nobody asks twice. */
  private void ask(List<Source> chosen) {
    for (Source source : chosen) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      int page;
      synchronized (this) {
        if (source.asking != null) {
          continue;
        }
        source.asking = done;
        page = source.asked + 1;
      }
      workers
          .start(source.name(), flag -> source.catalog.browse(page, flag), limit)
          .then(
              answer -> listed(source, page, answer, done),
              failure -> failed(source, failure, done));
    }
  }

  private void listed(Source source, int page, Catalog.Page answer, CompletableFuture<?> done) {
    boolean isNew;
    List<Album> now;
    synchronized (this) {
      if (page == 1) {
        source.round.clear();
      }
      answer.albums().forEach(album -> source.round.put(album.id(), album));
      source.asked = page;
      source.pages = answer.albums().isEmpty() ? page : answer.pages();
      source.problem = null;
      Map<String, Album> next = new LinkedHashMap<>(source.round);
      if (source.hasMore()) {
        source.listed.forEach(next::putIfAbsent);
      }
      now = List.copyOf(next.values());
      isNew = !now.equals(List.copyOf(source.listed.values()));
      source.listed = next;
    }
    try {
      if (isNew) {
        keep(source.name(), now);
        changed.run();
      }
    } finally {
      // Not before: whoever sees that nobody is asked any more must find the new albums known.
      synchronized (this) {
        source.asking = null;
      }
      done.complete(null);
    }
  }

  private void failed(Source source, FailureException failure, CompletableFuture<?> done) {
    log.warn("{} could not list its albums: {}", source.name(), failure.failure().detail());
    synchronized (this) {
      source.pages = source.asked;
      source.askedNanos = clock.nanoTime();
      source.problem = failure.failure();
      source.asking = null;
    }
    done.complete(null);
  }

  // ---- over a restart

  private static String key(String catalogue) {
    return "listed." + catalogue;
  }

  private void keep(String catalogue, Collection<Album> albums) {
    List<Album> briefly = albums.stream().limit(MOST_KEPT).map(Listings::withoutSections).toList();
    try {
      store.put(key(catalogue), JSON.writeValueAsString(briefly));
    } catch (IOException e) {
      log.warn("what {} lists is not remembered: {}", catalogue, e.getMessage());
    }
  }

  private Map<String, Album> kept(Catalog catalog) {
    Map<String, Album> albums = new LinkedHashMap<>();
    try {
      String text = store.get(key(catalog.name())).orElse("[]");
      for (Album album : JSON.readValue(text, Album[].class)) {
        albums.put(album.id(), catalog.renewed(album));
      }
    } catch (IOException | JacksonException e) {
      log.warn("what {} listed before cannot be read: {}", catalog.name(), e.getMessage());
    }
    return albums;
  }

  private static Album withoutSections(Album album) {
    return new Album(
        album.id(),
        album.title(),
        album.alternatives(),
        album.author(),
        album.narrator(),
        album.language(),
        album.description(),
        album.cover(),
        Math.max(album.sectionCount(), album.sections().size()),
        List.of());
  }
}
