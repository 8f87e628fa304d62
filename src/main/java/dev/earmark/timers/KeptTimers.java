package dev.earmark.timers;

import dev.earmark.base.Health;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The timers on the disk; what goes wrong there is told to {@link Health}, and nothing stops. */
final class KeptTimers {
  private static final Logger log = LoggerFactory.getLogger(KeptTimers.class);

  private final TimerFile file;
  private final Health health;
  private volatile boolean kept = true;

  KeptTimers(TimerFile file, Health health) {
    this.file = file;
    this.health = health;
  }

  /** Returns whether the last write is on the disk. */
  boolean isKept() {
    return kept;
  }

  /** Returns what was kept; nothing when it cannot be read. */
  TimerFile.Content read() {
    try {
      TimerFile.Content content = file.read();
      health.ok(Timers.HEALTH_PART, "timers are kept in " + file.path());
      return content;
    } catch (IOException e) {
      problem(file.path() + " cannot be read, earlier timers are not set: " + e.getMessage());
      return TimerFile.Content.EMPTY;
    }
  }

  void write(long nextId, ZoneId zone, Collection<Entry> entries, Collection<RingList.Ring> rings) {
    List<TimerFile.Stored> stored = new ArrayList<>();
    for (Entry entry : entries) {
      stored.add(TimerFile.Stored.of(entry.timer(), entry.timeOfDay()));
    }
    List<TimerFile.Rang> rang = new ArrayList<>();
    for (RingList.Ring ring : rings) {
      rang.add(new TimerFile.Rang(TimerFile.Stored.of(ring.timer(), null), ring.since()));
    }
    try {
      file.write(TimerFile.Content.of(nextId, zone, stored, rang));
      kept = true;
      health.ok(Timers.HEALTH_PART, "timers are kept in " + file.path());
    } catch (IOException e) {
      problem(
          "timers ring, but would not survive a restart, because "
              + file.path()
              + " cannot be written ("
              + e.getMessage()
              + "): check space and permissions there");
      kept = false;
    }
  }

  private void problem(String sentence) {
    if (kept) {
      log.error("{}", sentence); // once, until it works again
    }
    health.problem(Timers.HEALTH_PART, sentence);
  }
}
