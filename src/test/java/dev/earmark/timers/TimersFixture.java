package dev.earmark.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Timers on a fake clock and in a folder of their own. */
abstract class TimersFixture {
  static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @TempDir Path folder;
  final FakeClock clock = new FakeClock(); // Thursday 2026-01-01T00:00Z, 08:00 in Shanghai
  final Events events = new Events(clock);
  final Health health = new Health();
  final List<Fired> fired = new ArrayList<>();

  Timers open(Clock with, ZoneId zone) {
    Timers timers = new Timers(folder, with, () -> zone, TimerSettings.DEFAULT, events, health);
    timers.onFired(fired::add);
    return timers;
  }

  Timers open() {
    return open(clock, SHANGHAI);
  }

  /** Turns the role for a time; the fake clock moves on as the role sleeps. */
  void run(Timers timers, Duration time) throws InterruptedException {
    TimerRole role = new TimerRole(timers, () -> {}, clock);
    Instant end = clock.now().plus(time);
    while (clock.now().isBefore(end)) {
      assertThat(role.doWork()).isTrue();
    }
  }
}
