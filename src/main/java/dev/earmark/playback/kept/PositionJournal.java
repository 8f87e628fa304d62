package dev.earmark.playback.kept;

import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Role;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import dev.earmark.playback.habits.KeptSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role {@code journal}: writes what the player wants to keep, on its own thread, so that the
 * player never waits for a disk. Positions are written every {@code saveEvery} while a book plays,
 * and at once when it is given one (pause, stop, seek, another section, closing).
 *
 * <p>What was saved can be read back at once from memory, from any thread. A store that fails (full
 * disk, read-only file system) is shown in {@link Health} and tried again with the next write; the
 * newest of everything is kept until then.
 */
public final class PositionJournal implements Role, KeptSettings {
  private static final Logger log = LoggerFactory.getLogger(PositionJournal.class);
  private static final Duration TURN = Duration.ofMillis(400);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final Duration SAME_TIME = Duration.ofSeconds(3);
  private static final Duration ANSWER = Duration.ofMillis(500);
  private static final int KEPT = 100_000;
  private static final String POSITION = "position:";

  /** What grows from what is stored: a value that was counted without it must not replace it. */
  private static final List<String> GROWING = List.of("heard:", "finished-sections:", "next:");

  /** A write that waits; it writes what is newest when its turn comes. */
  @FunctionalInterface
  private interface Write {
    void to(ProgressStore store) throws IOException;
  }

  private final ProgressStore store;
  private final Clock clock;
  private final long saveEveryNanos;
  private final Health health;
  private final Map<String, Noted> positions = new ConcurrentHashMap<>();
  private final Map<String, Album> albums = new ConcurrentHashMap<>();
  private final Map<String, String> settings = new ConcurrentHashMap<>();
  private volatile Supplier<Optional<Noted>> playing = Optional::empty;

  private final Object lock = new Object();
  private final Map<String, Write> waiting = new LinkedHashMap<>(); // guarded by lock
  private boolean unsaved; // guarded by lock
  private long unsavedSinceNanos; // guarded by lock
  private boolean settingsRead; // guarded by lock
  private final Map<String, Write> unread = new LinkedHashMap<>(); // guarded by lock; settings
  private long saved; // guarded by lock
  private final List<CompletableFuture<Boolean>> asked = new ArrayList<>(); // guarded by lock

  // confined to the journal thread
  private long lastPollNanos;
  private long notBeforeNanos;
  private boolean failing;
  private volatile boolean storeKeeps = true; // written by the journal thread
  private boolean positionsRead;
  private boolean albumsRead;

  /** Reads what the store holds; blocks for the disk, so it is made before the roles start. */
  public PositionJournal(ProgressStore store, Clock clock, Duration saveEvery, Health health) {
    this.store = store;
    this.clock = clock;
    this.saveEveryNanos = saveEvery.toNanos();
    this.health = health;
    this.lastPollNanos = clock.nanoTime();
    this.notBeforeNanos = clock.nanoTime();
    read();
  }

  /**
   * Reads what has not been read yet; one that fails keeps no other from being read, and is tried
   * again by {@link #flush}. What was kept meanwhile is newer.
   */
  private void read() {
    positionsRead =
        positionsRead
            || reads(
                () ->
                    store
                        .recent(KEPT)
                        .forEach(p -> positions.putIfAbsent(p.albumId(), new Noted(0, p))));
    albumsRead =
        albumsRead || reads(() -> store.remembered().forEach(a -> albums.putIfAbsent(a.id(), a)));
    if (!areSettingsRead()) {
      reads(() -> readSettings(store.settings("")));
    }
  }

  private void readSettings(Map<String, String> stored) {
    synchronized (lock) {
      stored.forEach(
          (key, value) -> {
            if (GROWING.stream().anyMatch(key::startsWith)) {
              settings.put(key, value);
              unread.remove("setting:" + key);
            } else {
              settings.putIfAbsent(key, value);
            }
          });
      settingsRead = true;
      unread.forEach(this::post);
      unread.clear();
    }
  }

  private boolean areSettingsRead() {
    synchronized (lock) {
      return settingsRead;
    }
  }

  /** Something that is read from the store. */
  @FunctionalInterface
  private interface Reading {
    void read() throws IOException;
  }

  private boolean reads(Reading reading) {
    try {
      reading.read();
      return true;
    } catch (IOException | RuntimeException e) {
      notBeforeNanos = clock.nanoTime() + AFTER_FAILURE.toNanos();
      problem(e);
      return false;
    }
  }

  /**
   * A place with its turn: of two places in one book the one with the higher order is the newer
   * one, whatever a clock says and whichever thread comes first.
   *
   * @param order counts up within one life of the process, from 1
   */
  public record Noted(long order, Position position) {}

  /** Makes it write what the supplier gives, every {@code saveEvery}, while it gives something. */
  public void follow(Supplier<Optional<Noted>> placeWhilePlaying) {
    playing = placeWhilePlaying;
  }

  /**
   * Keeps a place unless a newer one of the book is kept: safe from {@code kill -9} when it returns
   * (see {@link ProgressStore#note}), and written at once. Never blocks.
   */
  public void save(Noted place) {
    String id = place.position().albumId();
    if (positions.merge(id, place, PositionJournal::newer).order() == place.order()) {
      store.note(newest(id));
      post(POSITION + id, s -> s.save(newest(id)));
    }
  }

  /**
   * Keeps a place that another player has told, if it is newer than ours. Never blocks.
   *
   * @return whether it was
   */
  public boolean learn(Position place) {
    String id = place.albumId();
    Noted before = positions.get(id);
    if (before != null && !place.at().isAfter(before.position().at().plus(SAME_TIME))) {
      return false;
    }
    Noted noted = new Noted(before == null ? 0 : before.order(), place);
    boolean taken =
        before == null
            ? positions.putIfAbsent(id, noted) == null
            : positions.replace(id, before, noted);
    if (taken) {
      post(POSITION + id, s -> s.save(newest(id)));
    }
    return taken;
  }

  /** The store would keep the later time, so a clock that was set back must not look like it. */
  private static Noted newer(Noted old, Noted now) {
    if (now.order() < old.order()) {
      return old;
    }
    Position before = old.position();
    Position p = now.position();
    if (p.at().isAfter(before.at())) {
      return now;
    }
    boolean samePlace = p.section() == before.section() && p.seconds() == before.seconds();
    Instant at = samePlace ? before.at() : before.at().plusMillis(1);
    return new Noted(now.order(), p.heardAt(at));
  }

  private Position newest(String albumId) {
    return Objects.requireNonNull(positions.get(albumId)).position();
  }

  /**
   * Remembers an album with its sections; one that is new is safe from {@code kill -9} when it
   * returns, if it was the last one. Waits for no disk.
   */
  public void remember(Album album) {
    if (!album.equals(albums.put(album.id(), album))) {
      store.note(album);
      post("album:" + album.id(), s -> s.remember(albums.getOrDefault(album.id(), album)));
    }
  }

  @Override
  public void put(String key, String value) {
    if (!value.equals(settings.put(key, value))) {
      Write write = s -> s.put(key, settings.getOrDefault(key, value));
      synchronized (lock) {
        if (settingsRead) {
          post("setting:" + key, write);
        } else {
          unread.put("setting:" + key, write); // nothing is written over what was not read
        }
      }
    }
  }

  @Override
  public Optional<String> setting(String key) {
    return Optional.ofNullable(settings.get(key)).filter(value -> !value.isEmpty());
  }

  @Override
  public Map<String, String> settings(String prefix) {
    Map<String, String> found = new TreeMap<>();
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && !value.isEmpty()) {
            found.put(key.substring(prefix.length()), value);
          }
        });
    return found;
  }

  /** Returns the place in an album that was kept last, from memory. */
  public Optional<Position> position(String albumId) {
    return Optional.ofNullable(positions.get(albumId)).map(Noted::position);
  }

  /** Returns the newest positions, one for each album, newest first, from memory. */
  public List<Position> recent(int limit) {
    return positions.values().stream()
        .map(Noted::position)
        .sorted((a, b) -> b.at().compareTo(a.at()))
        .limit(limit)
        .toList();
  }

  /** Returns a remembered album, from memory. */
  public Optional<Album> album(String albumId) {
    return Optional.ofNullable(albums.get(albumId));
  }

  @Override
  public String name() {
    return "journal";
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the role's loop looks again
  public boolean doWork() throws InterruptedException {
    long untilPoll = saveEveryNanos - (clock.nanoTime() - lastPollNanos);
    synchronized (lock) {
      if (asked.isEmpty() && (waiting.isEmpty() || clock.nanoTime() - notBeforeNanos < 0)) {
        long ms = Math.min(TURN.toMillis(), untilPoll / 1_000_000);
        if (ms > 0) {
          lock.wait(ms);
        }
      }
    }
    turn();
    return true;
  }

  /** Writes what is due. */
  public void turn() {
    if (clock.nanoTime() - lastPollNanos >= saveEveryNanos) {
      lastPollNanos = clock.nanoTime();
      playing.get().ifPresent(this::save);
    }
    List<CompletableFuture<Boolean>> waitingFor;
    synchronized (lock) {
      waitingFor = List.copyOf(asked);
      asked.clear();
    }
    if (!waitingFor.isEmpty() || clock.nanoTime() - notBeforeNanos >= 0) {
      flush();
      boolean kept = !failing && areSettingsRead() && storeKeeps;
      waitingFor.forEach(answer -> answer.complete(kept));
    }
  }

  @Override
  public boolean isKept() {
    return askKept().completeOnTimeout(true, ANSWER.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  /** Returns what tells, after the next write, whether everything is on the disk. */
  CompletableFuture<Boolean> askKept() {
    synchronized (lock) {
      if (!unsaved && settingsRead && storeKeeps) {
        return CompletableFuture.completedFuture(true);
      }
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      asked.add(answer);
      lock.notifyAll();
      return answer;
    }
  }

  @Override
  public void wakeUp() {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  /** Writes the last position and all that waits. */
  @Override
  public void onClose() {
    playing.get().ifPresent(this::save);
    flush();
  }

  private void post(String key, Write write) {
    synchronized (lock) {
      waiting.remove(key);
      waiting.put(key, write);
      if (!unsaved) {
        unsaved = true;
        unsavedSinceNanos = clock.nanoTime();
      }
      lock.notifyAll();
    }
  }

  /** Returns how many positions have been written since the start. */
  public long saved() {
    synchronized (lock) {
      return saved;
    }
  }

  /** Returns how long something has waited to be written, in seconds; 0 when nothing waits. */
  public double unsavedSeconds() {
    synchronized (lock) {
      return unsaved ? (clock.nanoTime() - unsavedSinceNanos) / 1e9 : 0;
    }
  }

  private void written(List<String> keys) {
    synchronized (lock) {
      saved += keys.stream().filter(key -> key.startsWith(POSITION)).count();
      unsaved = !waiting.isEmpty();
      unsavedSinceNanos = clock.nanoTime();
    }
  }

  private void flush() {
    if (!(positionsRead && albumsRead && areSettingsRead())) {
      read();
    }
    storeKeeps = store.keep();
    Map<String, Write> batch;
    synchronized (lock) {
      batch = new LinkedHashMap<>(waiting);
      waiting.clear();
    }
    List<String> done = new ArrayList<>();
    try {
      for (Map.Entry<String, Write> entry : batch.entrySet()) {
        entry.getValue().to(store);
        done.add(entry.getKey());
      }
      if (!done.isEmpty()) {
        written(done);
      }
      if (failing && !batch.isEmpty()) {
        failing = false;
        health.ok("journal", "positions are being saved");
      }
    } catch (IOException | RuntimeException e) {
      notBeforeNanos = clock.nanoTime() + AFTER_FAILURE.toNanos();
      done.forEach(batch::remove);
      keep(batch);
      problem(e);
    }
  }

  /** Puts back what could not be written, unless something newer waits. */
  private void keep(Map<String, Write> batch) {
    synchronized (lock) {
      Map<String, Write> all = new LinkedHashMap<>(batch);
      all.putAll(waiting);
      waiting.clear();
      waiting.putAll(all);
    }
  }

  private void problem(Exception e) {
    String sentence =
        "the place in the book cannot be saved ("
            + FailureException.sentence(e)
            + "); free some disk space or make the state folder writable";
    if (!failing && e instanceof IOException) {
      log.error("{}", sentence); // a full disk is no fault of ours
    } else if (!failing) {
      log.error("{}", sentence, e);
    }
    failing = true;
    health.problem("journal", sentence);
  }
}
