package dev.earmark.agent;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role {@code runs}: remembers runs in memory, and writes them to the store on its own thread,
 * so that no run waits for a disk.
 *
 * <p>{@link #keep} may be called from any thread and never blocks; a run that changes faster than
 * the disk writes is written as it stands last. {@link #find} and {@link #page} answer from memory
 * and ask the store, which may block, only for what is older. A store that fails (full disk,
 * read-only file system) is shown in {@link Health}, and tried again every few seconds; the newest
 * runs wait for it in memory.
 */
public final class RunArchive implements Role {
  /** The part under which it reports to {@link Health}. */
  public static final String HEALTH_PART = "runs";

  private static final Logger log = LoggerFactory.getLogger(RunArchive.class);
  private static final int REMEMBERED = 200;
  private static final int READ_AT_START = 20;
  private static final Duration TURN = Duration.ofMillis(400);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final String CUT = "Earmark ended while this run went on";

  private final RunStore store;
  private final Clock clock;
  private final Health health;

  private final List<Consumer<Run>> listeners = new CopyOnWriteArrayList<>();

  private final Object lock = new Object();
  private final TreeMap<RunStore.Place, Run> remembered = new TreeMap<>(); // guarded by lock
  private final Map<RunStore.Place, Run> waiting = new LinkedHashMap<>(); // guarded by lock
  private volatile boolean failing;
  private long notBeforeNanos; // confined to the thread runs

  /** Reads the newest runs of the store; blocks for the disk, so it is made before roles start. */
  public RunArchive(RunStore store, Clock clock, Health health) {
    this.store = store;
    this.clock = clock;
    this.health = health;
    this.notBeforeNanos = clock.nanoTime();
    for (Run run : stored(READ_AT_START, null)) {
      remembered.put(RunStore.Place.of(run), run);
    }
  }

  /** Makes an archive that keeps its runs in memory only. */
  public static RunArchive inMemory(Clock clock) {
    return new RunArchive(RunStore.none(), clock, new Health());
  }

  /** A run of the store that has not ended, and is not in memory, went on when Earmark ended. */
  private static Run cut(Run run) {
    if (run.ended() != null) {
      return run;
    }
    List<String> notes = new ArrayList<>(run.notes());
    notes.add(CUT);
    return new Run(
        run.id(),
        run.startedAt(),
        run.task(),
        run.language(),
        run.protocol(),
        run.model(),
        run.steps(),
        run.thought(),
        run.answer(),
        Run.Ended.CANCELLED,
        run.ms(),
        run.tokens(),
        run.messages(),
        notes,
        /* waiting= */ null,
        run.forgotten(),
        run.calls());
  }

  /** Keeps a run as it stands now. Never blocks. */
  public void keep(Run run) {
    RunStore.Place place = RunStore.Place.of(run);
    synchronized (lock) {
      remembered.put(place, run);
      waiting.put(place, run);
      trim();
      lock.notifyAll();
    }
  }

  /** Tells the listener of each run of the agent when it has ended, on the run's thread. */
  public void onEnded(Consumer<Run> listener) {
    listeners.add(listener);
  }

  /** Keeps a run of the agent that has ended, and tells the listeners. Never blocks. */
  public void ended(Run run) {
    keep(run);
    listeners.forEach(listener -> listener.accept(run));
  }

  private void trim() {
    while (remembered.size() > REMEMBERED) {
      remembered.pollFirstEntry();
    }
    while (waiting.size() > REMEMBERED) {
      waiting.remove(waiting.keySet().iterator().next());
    }
  }

  /** Returns a run; asks the store when it is not in memory. */
  public Optional<Run> find(String id) {
    synchronized (lock) {
      for (Run run : remembered.descendingMap().values()) {
        if (run.id().equals(id)) {
          return Optional.of(run);
        }
      }
    }
    try {
      return store.find(id).map(RunArchive::cut);
    } catch (IOException e) {
      log.warn("run {} cannot be read: {}", id, e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns the newest runs that are in memory, newest first. Never blocks. */
  public List<Run> recent(int limit) {
    synchronized (lock) {
      return remembered.descendingMap().values().stream().limit(limit).toList();
    }
  }

  /**
   * Returns the newest runs of memory and store, newest first.
   *
   * @param before only runs older than this place, or null for all
   */
  public List<Run> page(int limit, RunStore.@Nullable Place before) {
    Map<RunStore.Place, Run> found = new TreeMap<>(Comparator.reverseOrder());
    for (Run run : stored(limit, before)) {
      found.put(RunStore.Place.of(run), run);
    }
    synchronized (lock) {
      found.putAll(before == null ? remembered : remembered.headMap(before));
    }
    return found.values().stream().limit(limit).toList();
  }

  private List<Run> stored(int limit, RunStore.@Nullable Place before) {
    try {
      return store.newest(limit, before).stream().map(RunArchive::cut).toList();
    } catch (IOException e) {
      problem(e);
      return List.of();
    }
  }

  @Override
  public String name() {
    return "runs";
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the role's loop looks again
  public boolean doWork() throws InterruptedException {
    synchronized (lock) {
      if (waiting.isEmpty() || clock.nanoTime() - notBeforeNanos < 0) {
        lock.wait(TURN.toMillis());
      }
    }
    turn();
    return true;
  }

  /** Writes what waits, if the store is not to rest. */
  void turn() {
    if (clock.nanoTime() - notBeforeNanos >= 0) {
      flush();
    }
  }

  @Override
  public void wakeUp() {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  /** Writes all that waits. */
  @Override
  public void onClose() {
    flush();
  }

  private void flush() {
    Map<RunStore.Place, Run> batch;
    synchronized (lock) {
      batch = new LinkedHashMap<>(waiting);
      waiting.clear();
    }
    if (batch.isEmpty()) {
      return;
    }
    try {
      store.save(List.copyOf(batch.values()));
      if (failing) {
        failing = false;
        health.ok(HEALTH_PART, "runs are being saved");
      }
    } catch (IOException | RuntimeException e) {
      notBeforeNanos = clock.nanoTime() + AFTER_FAILURE.toNanos();
      synchronized (lock) {
        Map<RunStore.Place, Run> all = new LinkedHashMap<>(batch);
        all.putAll(waiting);
        waiting.clear();
        waiting.putAll(all);
        trim();
      }
      problem(e);
    }
  }

  private void problem(Exception e) {
    if (!failing) {
      log.error("runs cannot be saved: {}", e.getMessage());
    }
    failing = true;
    health.problem(HEALTH_PART, String.valueOf(e.getMessage()));
  }
}
