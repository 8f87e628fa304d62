package dev.earmark.timers;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The timers that ring until somebody stops them, and those that rang a moment ago, which can still
 * be put off. Guarded by its owner, but for {@link #shown}.
 */
final class RingList {
  private static final long REMEMBERED_NANOS = Duration.ofMinutes(10).toNanos();

  private final Map<String, Ring> rings = new LinkedHashMap<>();
  private final Map<String, Ring> before = new LinkedHashMap<>();
  private final Set<String> putOff = new HashSet<>(); // ids
  private volatile List<Timer> shown = List.of();

  /**
   * A timer that rings.
   *
   * @param since when it began to
   * @param nanos the same by the monotonic clock
   */
  record Ring(Timer timer, Instant since, long nanos) {}

  void begin(Ring ring) {
    putOff.remove(ring.timer().id());
    boolean told = ring.timer().kind() == Timer.Kind.REMINDER; // once is enough
    (told ? before : rings).put(ring.timer().id(), ring);
    show();
  }

  /** Stops what rings and is meant. */
  List<Timer> stop(Predicate<Timer> which) {
    List<Timer> stopped = shown.stream().filter(which).toList();
    for (Timer timer : stopped) {
      Ring ring = rings.remove(timer.id());
      if (ring != null) {
        before.put(timer.id(), ring);
      }
    }
    show();
    return stopped;
  }

  /** Stops what has rung for longer than the limit. */
  List<Timer> giveUp(long nowNanos, Duration limit) {
    before.values().removeIf(ring -> nowNanos - ring.nanos() > REMEMBERED_NANOS);
    List<Timer> given = new ArrayList<>();
    for (Ring ring : List.copyOf(rings.values())) {
      if (nowNanos - ring.nanos() >= limit.toNanos()) {
        rings.remove(ring.timer().id());
        before.put(ring.timer().id(), ring);
        given.add(ring.timer());
      }
    }
    show();
    return given;
  }

  /** Returns what a listener would put off: all that rings, else what rang last. */
  List<Timer> last(long nowNanos) {
    List<Timer> late = new ArrayList<>(shown);
    if (late.isEmpty()) {
      long newest = before.values().stream().mapToLong(Ring::nanos).max().orElse(nowNanos);
      for (Ring ring : before.values()) {
        if (ring.nanos() == newest && nowNanos - newest <= REMEMBERED_NANOS) {
          late.add(ring.timer());
        }
      }
    }
    return List.copyOf(late);
  }

  /** Ends all ringing, and what could be put off: these ring in its place. */
  void putOffTo(List<Timer> late) {
    rings.clear();
    before.clear();
    putOff.clear();
    late.forEach(timer -> putOff.add(timer.id()));
    show();
  }

  /** Returns whether a timer is one that was put off and has not rung since. */
  boolean wasPutOff(Timer timer) {
    return putOff.contains(timer.id());
  }

  List<Ring> all() {
    return List.copyOf(rings.values());
  }

  /** Returns what rings; for any thread. */
  List<Timer> shown() {
    return shown;
  }

  private void show() {
    shown = rings.values().stream().map(Ring::timer).toList();
  }
}
