package dev.earmark.library.merge;

import dev.earmark.base.Clock;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which albums were listened to. The places in the store tell, also those of other players; they
 * are read now and then only, so a book that begins here is told at once. Thread-safe; only {@link
 * #read} blocks.
 */
final class Heard {
  private static final int MOST = 200;
  private static final Duration LIFETIME = Duration.ofSeconds(20);

  private final Clock clock;
  private volatile Set<String> newestFirst = Set.of();
  private volatile long readNanos;
  private @Nullable Begun begun; // guarded by this

  /** A book that began here, which the store may not know yet. */
  private record Begun(String albumId, Instant at) {}

  Heard(Clock clock) {
    this.clock = clock;
    this.readNanos = clock.nanoTime();
  }

  /** Returns the ids of the albums in this order, the newest first. */
  Set<String> newestFirst() {
    return newestFirst;
  }

  /** Returns whether other players may have been heard since. */
  boolean isOld() {
    return clock.nanoTime() - readNanos > LIFETIME.toNanos();
  }

  /** Notes that an album is listened to from now on. */
  synchronized void began(String albumId) {
    if (!newestFirst.isEmpty() && newestFirst.iterator().next().equals(albumId)) {
      return;
    }
    begun = new Begun(albumId, clock.now());
    show(newestFirst);
  }

  /**
   * Reads the places.
   *
   * @throws IOException when the store cannot be read; what was known stays
   */
  void read(ProgressStore store) throws IOException {
    readNanos = clock.nanoTime();
    List<Position> places = store.recent(MOST);
    Set<String> ids = new LinkedHashSet<>();
    places.forEach(place -> ids.add(place.albumId()));
    synchronized (this) {
      Begun newest = begun;
      if (newest != null && isKept(newest, places)) {
        begun = null;
      }
      show(ids);
    }
  }

  private static boolean isKept(Begun newest, List<Position> places) {
    return places.stream()
        .anyMatch(
            place -> place.albumId().equals(newest.albumId) && !place.at().isBefore(newest.at));
  }

  private synchronized void show(Set<String> others) {
    Set<String> ids = new LinkedHashSet<>();
    Begun newest = begun;
    if (newest != null) {
      ids.add(newest.albumId);
    }
    ids.addAll(others);
    newestFirst = Collections.unmodifiableSet(ids);
  }
}
