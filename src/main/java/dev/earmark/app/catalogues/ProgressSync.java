package dev.earmark.app.catalogues;

import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Roles;
import dev.earmark.app.life.Threads;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Role;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressExchange;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.kept.PositionJournal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges places with catalogues that keep them too, on the thread {@code progress-sync}, which
 * hands everything that asks the network to {@code places-1}: tells where a book of theirs is every
 * 15 seconds while it plays and once when it stops, and takes over what other players have heard
 * later, every minute. What could not be told is told as soon as it can be, since the newest place
 * of each book is compared with what was told last, and after a start with what the server tells.
 * When the daemon ends while a book plays, its place is told once more and its session closed.
 */
public final class ProgressSync implements Role {
  private static final Logger log = LoggerFactory.getLogger(ProgressSync.class);
  private static final Duration TURN = Duration.ofMillis(500);
  private static final Duration TELL_EVERY = Duration.ofSeconds(15);
  private static final Duration ASK_EVERY = Duration.ofSeconds(60);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);
  private static final int RECENT = 50;

  /** Places and times that differ by less are the same: both clocks are rough. */
  private static final Duration SAME = Duration.ofSeconds(3);

  /** Failures that another place need not meet. */
  private static final Set<Failure.Kind> OF_ONE_BOOK =
      Set.of(Failure.Kind.NOT_FOUND, Failure.Kind.WRONG_CONTENT, Failure.Kind.BAD_REQUEST);

  private final List<ProgressExchange> exchanges;
  private final LibraryService library;
  private final Supplier<PlayerSnapshot> player;
  private final Supplier<List<Position>> recent;
  private final Consumer<Position> follow;
  private final Clock clock;
  private final Executor network;
  private final CancelFlag closing = new CancelFlag();
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Instant started;

  // confined to the role's thread
  private long nextTellNanos;
  private long nextAskNanos;

  // written by the role's thread and by who closes, read by the network's
  private volatile boolean played;
  private volatile boolean isClosing;

  // confined to the network's thread
  private final Map<String, Position> told = new HashMap<>();
  private final Map<String, Instant> listenedFrom = new HashMap<>();
  private final Map<String, Position> theirs = new HashMap<>();

  /**
   * Makes the role.
   *
   * @param recent the newest places, newest first
   * @param follow takes a place that another player has heard, if it is newer
   * @param network runs what asks the network, one after the other
   */
  ProgressSync(
      List<ProgressExchange> exchanges,
      LibraryService library,
      Supplier<PlayerSnapshot> player,
      Supplier<List<Position>> recent,
      Consumer<Position> follow,
      Clock clock,
      Executor network) {
    this.exchanges = List.copyOf(exchanges);
    this.library = library;
    this.player = player;
    this.recent = recent;
    this.follow = follow;
    this.clock = clock;
    this.network = network;
    this.nextTellNanos = clock.nanoTime();
    this.nextAskNanos = clock.nanoTime();
    this.started = clock.now();
  }

  /** Starts it, if any catalogue keeps places. */
  public static void start(
      List<ProgressExchange> exchanges,
      LibraryService library,
      dev.earmark.playback.player.BookPlayer player,
      PositionJournal journal,
      Clock clock,
      Lifecycle lifecycle,
      Roles roles)
      throws IOException {
    if (exchanges.isEmpty()) {
      return;
    }
    ExecutorService network = Threads.pool("places", 1);
    ProgressSync sync =
        new ProgressSync(
            exchanges,
            library,
            player::snapshot,
            () -> journal.recent(RECENT),
            player::follow,
            clock,
            network);
    lifecycle.started("places", CLOSE_LIMIT.plus(CLOSE_LIMIT), () -> sync.end(network));
    roles.start(sync, CLOSE_LIMIT);
  }

  /** Gives what is being told a second to arrive. */
  private void end(ExecutorService network) throws InterruptedException {
    network.shutdown();
    boolean isToldAll = network.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    closing.set();
    network.shutdownNow();
    if (!isToldAll) {
      log.info("the last place was not told in time; it is told after the next start");
    }
  }

  @Override
  public String name() {
    return "progress-sync";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    turn();
    clock.sleep(TURN);
    return true;
  }

  /** Begins what is due; never waits. */
  void turn() {
    boolean plays = player.get().state() == PlayerSnapshot.State.PLAYING;
    boolean hasStopped = played && !plays;
    long now = clock.nanoTime();
    boolean tell = hasStopped || now - nextTellNanos >= 0;
    boolean ask = now - nextAskNanos >= 0;
    if ((tell || ask) && busy.compareAndSet(false, true)) {
      played = plays;
      nextTellNanos = now + TELL_EVERY.toNanos();
      if (ask) {
        nextAskNanos = now + ASK_EVERY.toNanos();
      }
      try {
        network.execute(() -> exchange(ask));
      } catch (RejectedExecutionException e) {
        busy.set(false);
      }
    }
  }

  @Override
  public void onClose() {
    isClosing = true;
    if (!played) {
      closing.set();
      return;
    }
    try {
      network.execute(() -> exchange(/* ask= */ false));
    } catch (RejectedExecutionException e) {
      closing.set();
    }
  }

  private void exchange(boolean ask) {
    try {
      for (ProgressExchange exchange : exchanges) {
        try {
          if (ask) {
            // First, so that what was heard elsewhere is not overwritten by an older place of ours.
            List<Position> places = exchange.places(this::album, closing);
            places.forEach(place -> theirs.put(place.albumId(), place));
            places.forEach(follow);
          }
          tell(exchange);
        } catch (IOException e) {
          log.debug("places are not exchanged with {} now: {}", exchange.name(), e.getMessage());
        }
      }
    } finally {
      busy.set(false);
    }
  }

  private Album album(String albumId) throws IOException {
    Optional<Album> known = library.byId(albumId);
    return known.isPresent() && !known.get().sections().isEmpty()
        ? known.get()
        : library.detail(albumId, closing);
  }

  private void tell(ProgressExchange exchange) throws IOException {
    PlayerSnapshot now = player.get();
    boolean plays = now.state() == PlayerSnapshot.State.PLAYING && !isClosing;
    Album playing = plays ? now.album() : null;
    for (Position place : recent.get()) {
      boolean isPlaying = playing != null && playing.id().equals(place.albumId());
      boolean isTheirs = place.albumId().startsWith(exchange.name() + ":");
      boolean endsSession = isClosing && listenedFrom.containsKey(place.albumId());
      if (isTheirs && (isPlaying || endsSession || isNews(place))) {
        tell(exchange, place, isPlaying);
        told.put(place.albumId(), place);
        listenedFrom.put(place.albumId(), place.at());
      }
      if (isTheirs && !isPlaying) {
        listenedFrom.remove(place.albumId()); // a pause is not listened to
      }
    }
  }

  /**
   * Tells one place. A book that the server does not have, or not as one, is left out: it would not
   * be taken the next time either, and the other places must not wait for it.
   */
  private void tell(ProgressExchange exchange, Position place, boolean plays) throws IOException {
    Instant from = listenedFrom.getOrDefault(place.albumId(), place.at());
    double listened = Math.max(0, Duration.between(from, place.at()).toMillis() / 1_000.0);
    try {
      if (!exchange.tell(album(place.albumId()), place, plays, Math.min(listened, 60), closing)) {
        log.info("{} knows a newer place in {}", exchange.name(), place.albumTitle());
      }
    } catch (FailureException e) {
      if (!OF_ONE_BOOK.contains(e.failure().kind())) {
        throw e;
      }
      log.info("{} takes no place in {}: {}", exchange.name(), place.albumTitle(), e.getMessage());
    }
  }

  private boolean isNews(Position place) {
    Position before = told.get(place.albumId());
    if (before != null) {
      return place.section() != before.section() || place.seconds() != before.seconds();
    }
    return place.at().isAfter(started) || isNewerThanTheirs(place);
  }

  /**
   * Returns whether a place from before the start was not told then, because the network was away.
   * A book without any place there may have been taken off on purpose.
   */
  private boolean isNewerThanTheirs(Position place) {
    Position there = theirs.get(place.albumId());
    return there != null
        && place.at().isAfter(there.at().plus(SAME))
        && (place.section() != there.section()
            || Math.abs(place.seconds() - there.seconds()) > SAME.toSeconds());
  }
}
