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
import java.util.HashSet;
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
import java.util.function.Predicate;
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
  private final Predicate<Position> catchUp;
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

  // written by the network's thread, read by the role's
  private volatile boolean askSoon;

  // confined to the network's thread
  private final Map<String, Position> told = new HashMap<>();
  private final Map<String, Instant> listenedFrom = new HashMap<>();
  private final Map<String, Position> theirs = new HashMap<>();
  private final Map<String, Instant> left = new HashMap<>(); // when a book was last heard here

  /**
   * Makes the role.
   *
   * @param recent the newest places, newest first
   * @param follow takes a place that another player has heard, if it is newer
   * @param catchUp takes the book that plays to a place, and tells whether it could
   * @param network runs what asks the network, one after the other
   */
  ProgressSync(
      List<ProgressExchange> exchanges,
      LibraryService library,
      Supplier<PlayerSnapshot> player,
      Supplier<List<Position>> recent,
      Consumer<Position> follow,
      Predicate<Position> catchUp,
      Clock clock,
      Executor network) {
    this.exchanges = List.copyOf(exchanges);
    this.library = library;
    this.player = player;
    this.recent = recent;
    this.follow = follow;
    this.catchUp = catchUp;
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
            player::catchUp,
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
    long now = clock.nanoTime();
    boolean tell = played != plays || now - nextTellNanos >= 0;
    boolean hasStarted = plays && !played; // it may have been heard elsewhere meanwhile
    boolean ask = hasStarted || askSoon || now - nextAskNanos >= 0;
    if ((tell || ask) && busy.compareAndSet(false, true)) {
      played = plays;
      askSoon = false;
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
      List<Position> places = recent.get();
      places.stream().filter(place -> !isPlaying(place)).forEach(this::leave);
      for (ProgressExchange exchange : exchanges) {
        try {
          // First, so that what was heard elsewhere is not overwritten by an older place of ours.
          Set<String> caughtUp = ask ? ask(exchange) : Set.of();
          for (Position place : places) {
            boolean isTheirs = place.albumId().startsWith(exchange.name() + ":");
            if (isTheirs && !caughtUp.contains(place.albumId())) {
              tellIfDue(exchange, place);
            }
          }
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

  private void leave(Position place) {
    left.put(place.albumId(), place.at());
  }

  private boolean isPlaying(Position place) {
    PlayerSnapshot now = player.get();
    Album album = now.album();
    return now.state() == PlayerSnapshot.State.PLAYING
        && !isClosing
        && album != null
        && album.id().equals(place.albumId());
  }

  /** Takes over what was heard later elsewhere; returns the books that play and were moved. */
  private Set<String> ask(ProgressExchange exchange) throws IOException {
    Set<String> caughtUp = new HashSet<>();
    for (Position place : exchange.places(this::album, closing)) {
      theirs.put(place.albumId(), place);
      if (!isPlaying(place)) {
        follow.accept(place);
      } else if (wasHeardLater(place)) {
        leave(place); // so that it counts as taken over, whether the player can go there or not
        if (catchUp.test(place)) {
          caughtUp.add(place.albumId());
        }
      }
    }
    return caughtUp;
  }

  /**
   * Returns whether a place is from after the time when the book that has just begun to play was
   * last heard here. What we told late, since the network was away, is no such place.
   */
  private boolean wasHeardLater(Position there) {
    Instant here = left.get(there.albumId());
    Position ours = told.get(there.albumId());
    return !listenedFrom.containsKey(there.albumId())
        && here != null
        && there.at().isAfter(here.plus(SAME))
        && (ours == null || isElsewhere(ours, there));
  }

  private void tellIfDue(ProgressExchange exchange, Position place) throws IOException {
    String id = place.albumId();
    boolean plays = isPlaying(place);
    boolean endsSession = isClosing && listenedFrom.containsKey(id);
    if (plays || endsSession || isNews(place)) {
      boolean begins = plays && !listenedFrom.containsKey(id);
      Position since = begins ? place.heardAt(left.getOrDefault(id, place.at())) : place;
      if (tell(exchange, since, plays)) {
        listenedFrom.put(id, place.at());
        told.put(id, place);
      } else {
        askSoon = true;
      }
    }
    if (!plays) {
      listenedFrom.remove(id); // a pause is not listened to
    }
  }

  /**
   * Tells one place. A book that the server does not have, or not as one, is left out: it would not
   * be taken the next time either, and the other places must not wait for it.
   *
   * @return false when the server's own place is newer
   */
  private boolean tell(ProgressExchange exchange, Position place, boolean plays)
      throws IOException {
    Instant from = listenedFrom.getOrDefault(place.albumId(), place.at());
    double listened = Math.max(0, Duration.between(from, place.at()).toMillis() / 1_000.0);
    try {
      if (!exchange.tell(album(place.albumId()), place, plays, Math.min(listened, 60), closing)) {
        log.info("{} knows a newer place in {}", exchange.name(), place.albumTitle());
        return false;
      }
    } catch (FailureException e) {
      if (!OF_ONE_BOOK.contains(e.failure().kind())) {
        throw e;
      }
      log.info("{} takes no place in {}: {}", exchange.name(), place.albumTitle(), e.getMessage());
    }
    return true;
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
    return there != null && place.at().isAfter(there.at().plus(SAME)) && isElsewhere(place, there);
  }

  private static boolean isElsewhere(Position one, Position other) {
    return one.section() != other.section()
        || Math.abs(one.seconds() - other.seconds()) > SAME.toSeconds();
  }
}
