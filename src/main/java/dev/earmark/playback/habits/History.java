package dev.earmark.playback.habits;

import dev.earmark.base.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * How long was listened to which book on which day. What is newer than {@link #KEEP_EVERY} is lost
 * in a crash.
 *
 * <p>Thread-safe; never waits.
 */
public final class History {
  private static final String KEY = "heard:";
  private static final Duration KEEP_EVERY = Duration.ofSeconds(20);

  /** A longer time between two looks was no listening: the machine slept. */
  private static final long LONGEST_NANOS = Duration.ofSeconds(2).toNanos();

  private final KeptSettings kept;
  private final Clock clock;
  private final Supplier<ZoneId> zone;
  private final Map<String, Long> newNanos = new HashMap<>(); // by day and book, guarded by this
  private long lastNanos; // guarded by this
  private long keptNanos; // guarded by this
  private boolean listening; // guarded by this

  /**
   * What was heard on a day.
   *
   * @param seconds of time, whatever the speed was
   * @param books the seconds of each book, by its id
   */
  public record Day(LocalDate day, double seconds, Map<String, Double> books) {
    /** Copies the map. */
    public Day {
      books = Map.copyOf(books);
    }
  }

  /** Makes it. */
  public History(KeptSettings kept, Clock clock, Supplier<ZoneId> zone) {
    this.kept = kept;
    this.clock = clock;
    this.zone = zone;
    this.lastNanos = clock.nanoTime();
    this.keptNanos = lastNanos;
  }

  /** Told often, at least every second, whether a book sounds now. */
  public synchronized void look(String albumId, boolean sounds) {
    long now = clock.nanoTime();
    long passed = now - lastNanos;
    lastNanos = now;
    if (sounds && listening && passed <= LONGEST_NANOS) {
      newNanos.merge(
          LocalDate.ofInstant(clock.now(), zone.get()) + " " + albumId, passed, Long::sum);
    }
    boolean stopped = listening && !sounds;
    listening = sounds;
    if (!newNanos.isEmpty() && (stopped || now - keptNanos >= KEEP_EVERY.toNanos())) {
      keep(now);
    }
  }

  /** Keeps what has not been kept yet. */
  public synchronized void keep() {
    keep(clock.nanoTime());
  }

  private void keep(long now) {
    keptNanos = now;
    newNanos.forEach(
        (key, nanos) -> {
          double before = kept.setting(KEY + key).map(Double::parseDouble).orElse(0.0);
          kept.put(KEY + key, String.valueOf(Math.round((before + nanos / 1e9) * 10) / 10.0));
        });
    newNanos.clear();
  }

  /** Returns the newest days on which something was heard, newest first. */
  public List<Day> days(int most) {
    keep();
    Map<LocalDate, Map<String, Double>> byDay = new TreeMap<>();
    kept.settings(KEY)
        .forEach(
            (key, seconds) ->
                byDay
                    .computeIfAbsent(LocalDate.parse(key.substring(0, 10)), d -> new HashMap<>())
                    .put(key.substring(11), Double.parseDouble(seconds)));
    List<Day> days = new ArrayList<>();
    byDay.forEach(
        (day, books) ->
            days.add(
                0,
                new Day(
                    day, books.values().stream().mapToDouble(Double::doubleValue).sum(), books)));
    return List.copyOf(days.subList(0, Math.min(most, days.size())));
  }

  /** Returns the seconds that were heard since a day, today being the last. */
  public double secondsSince(LocalDate first) {
    return days(Integer.MAX_VALUE).stream()
        .filter(day -> !day.day().isBefore(first))
        .mapToDouble(Day::seconds)
        .sum();
  }

  /** Returns the seconds that were heard on a day, those included that are not kept yet. */
  public synchronized double secondsOn(LocalDate day) {
    double seconds =
        kept.settings(KEY + day + " ").values().stream().mapToDouble(Double::parseDouble).sum();
    for (Map.Entry<String, Long> fresh : newNanos.entrySet()) {
      seconds += fresh.getKey().startsWith(day + " ") ? fresh.getValue() / 1e9 : 0;
    }
    return seconds;
  }

  /** Returns the day that it is. */
  public LocalDate today() {
    return LocalDate.ofInstant(clock.now(), zone.get());
  }
}
