package dev.earmark.base;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens in the daemon, told to whoever watches: the web page, {@code say --follow}, the log.
 *
 * <p>Thread-safe. Every event gets the next id; the newest {@value #KEPT} are kept so that a
 * watcher can resume after a broken connection. The ids of each start of the daemon begin above all
 * ids of the start before, so that an id tells which life it belongs to. Subscribers run on the
 * publishing thread, under this object's lock: they must not block, and only post to somebody else.
 */
public final class Events {
  private static final Logger log = LoggerFactory.getLogger(Events.class);
  private static final int KEPT = 2_000;

  /**
   * The first id is the time in milliseconds times 1024: above those of an earlier start that
   * published less than a thousand events a millisecond, and exact in JavaScript until the year
   * 2248.
   */
  private static final int ID_BITS_PER_MS = 10;

  private final Clock clock;
  private final long origin; // the id before the first
  private final CopyOnWriteArrayList<Consumer<Event>> subscribers = new CopyOnWriteArrayList<>();
  private final ArrayDeque<Event> kept = new ArrayDeque<>(); // guarded by this
  private final ArrayDeque<Event> untold = new ArrayDeque<>(); // guarded by this
  private boolean telling; // guarded by this
  private long newest; // guarded by this; the id of the newest event, or the origin

  /** Makes an empty stream of events. */
  public Events(Clock clock) {
    this.clock = clock;
    this.origin = Math.max(0, clock.now().toEpochMilli()) << ID_BITS_PER_MS;
    this.newest = origin;
  }

  /**
   * Something that happened.
   *
   * @param id rising by one within a life of the daemon, and never used again by a later one
   * @param at when
   * @param type lower-case words with dots, such as {@code listen.wake} or {@code run.step}
   * @param data a record or map of plain values, written as JSON with snake_case names
   */
  public record Event(long id, Instant at, String type, Object data) {
    /** Returns what other programs are told of it: {@code type, timestamp, id, data}. */
    public Map<String, Object> message() {
      Map<String, Object> message = new LinkedHashMap<>();
      message.put("type", type);
      message.put("timestamp", at.toString());
      message.put("id", id);
      message.put("data", data);
      return message;
    }
  }

  /** Publishes an event to all subscribers. */
  public synchronized Event publish(String type, Object data) {
    Event event = new Event(++newest, clock.now(), type, data);
    kept.addLast(event);
    if (kept.size() > KEPT) {
      kept.removeFirst();
    }
    untold.addLast(event);
    tellAll();
    return event;
  }

  /** Delivers under the lock, since out of it a later event could overtake an earlier one. */
  private synchronized void tellAll() {
    if (telling) {
      return; // a subscriber publishes: the loop below, on this very thread, goes on with it
    }
    telling = true;
    try {
      for (Event event = untold.poll(); event != null; event = untold.poll()) {
        for (Consumer<Event> subscriber : subscribers) {
          tell(subscriber, event);
        }
      }
    } finally {
      telling = false;
    }
  }

  private static void tell(Consumer<Event> subscriber, Event event) {
    try {
      subscriber.accept(event);
    } catch (RuntimeException e) {
      log.error("a subscriber failed on event {}", event.type(), e);
    }
  }

  /** Calls the subscriber for every later event until the handle is closed. */
  public CancelFlag.Registration subscribe(Consumer<Event> subscriber) {
    subscribers.add(subscriber);
    return () -> subscribers.remove(subscriber);
  }

  /** Returns the id of the newest event; every later one has a higher id. */
  public synchronized long newestId() {
    return newest;
  }

  /**
   * Returns what came after an event, oldest first; empty when that cannot be told: some of it is
   * kept no longer, or the event is of another life of the daemon.
   *
   * @param id of the last event that is known, or 0 for everything since the daemon's start
   */
  public synchronized Optional<List<Event>> after(long id) {
    long last = id == 0 ? origin : id;
    long lost = kept.isEmpty() ? newest : kept.getFirst().id() - 1;
    if (last < lost || last > newest) {
      return Optional.empty();
    }
    return Optional.of(since(last));
  }

  /** Returns the kept events with a higher id, oldest first, whether or not some were lost. */
  public synchronized List<Event> since(long id) {
    List<Event> newer = new ArrayList<>();
    for (Event event : kept) {
      if (event.id() > id) {
        newer.add(event);
      }
    }
    return newer;
  }
}
