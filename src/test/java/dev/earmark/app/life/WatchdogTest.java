package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Role;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
  private static final Album BOOK =
      new Album("demo:x", "西游记", List.of(), "", "", "zh", "", "", 100, List.of());

  private final FakeClock clock = new FakeClock();
  private final Lifecycle lifecycle = new Lifecycle(clock);
  private final Roles roles = new Roles(clock, lifecycle);
  private final List<String> told = new ArrayList<>();
  private final SystemdNotifier systemd =
      new SystemdNotifier(told::add, Optional.of(Duration.ofSeconds(30)));
  private PlayerSnapshot player = snapshot(PlayerSnapshot.State.STOPPED, null, 0, 0);
  private final Watchdog watchdog =
      new Watchdog(systemd, roles, () -> player, () -> "listening", clock);

  @AfterEach
  void close() {
    lifecycle.close();
  }

  @Test
  void doWork_loopsTurn_feedsThreeTimesWithinTheTimeout() throws InterruptedException {
    turnFor(Duration.ofSeconds(60));

    assertThat(fed()).isBetween(6L, 7L);
  }

  @Test
  void doWork_aLoopIsStuck_doesNotFeedAndNamesIt() throws InterruptedException {
    Stuck stuck = new Stuck();
    roles.start(stuck, Duration.ofMillis(200));
    stuck.began.acquire();
    turnFor(Duration.ofSeconds(11));
    String line = told.get(told.size() - 1);
    told.clear();

    turnFor(Duration.ofSeconds(60));

    assertThat(line).isEqualTo("STATUS=stuck: decode");
    assertThat(told).isEmpty();
  }

  @Test
  void doWork_theLoopTurnsAgain_feedsAgainAndTellsTheTruth() throws InterruptedException {
    Stuck stuck = new Stuck();
    roles.start(stuck, Duration.ofMillis(200));
    stuck.began.acquire();
    turnFor(Duration.ofSeconds(60));
    told.clear();

    stuck.goOn.release();
    stuck.began.acquire();
    turnFor(Duration.ofSeconds(1));

    assertThat(told).containsExactly("STATUS=stopped, listening", "WATCHDOG=1");
  }

  @Test
  void doWork_nothingChanges_tellsTheLineOnce() throws InterruptedException {
    turnFor(Duration.ofSeconds(5));
    player = snapshot(PlayerSnapshot.State.PLAYING, BOOK, 3, 761.9);
    turnFor(Duration.ofSeconds(5));

    assertThat(told.stream().filter(message -> message.startsWith("STATUS=")))
        .containsExactly(
            "STATUS=stopped, listening", "STATUS=playing 西游记 3/100 at 12:41, listening");
  }

  @Test
  void line_pausedBook_saysWhere() {
    assertThat(
            Watchdog.line(snapshot(PlayerSnapshot.State.PAUSED, BOOK, 1, 3_661), "no microphone"))
        .isEqualTo("paused 西游记 1/100 at 61:01, no microphone");
  }

  @Test
  void line_stoppedBook_doesNotNameIt() {
    assertThat(Watchdog.line(snapshot(PlayerSnapshot.State.STOPPED, BOOK, 1, 5), "listening"))
        .isEqualTo("stopped, listening");
  }

  @Test
  void send_messageLost_goesOnWithTheNext() {
    List<String> arrived = new ArrayList<>();
    SystemdNotifier lossy =
        new SystemdNotifier(
            message -> {
              if (message.startsWith("STATUS=")) {
                throw new IllegalStateException("sendto() failed, errno 11");
              }
              arrived.add(message);
            },
            Optional.empty());

    lossy.status("stopped");
    lossy.watchdog();

    assertThat(arrived).containsExactly("WATCHDOG=1");
  }

  private void turnFor(Duration time) throws InterruptedException {
    long end = clock.nanoTime() + time.toNanos();
    while (clock.nanoTime() < end) {
      watchdog.doWork(); // moves the clock by its pace
    }
  }

  private long fed() {
    return told.stream().filter("WATCHDOG=1"::equals).count();
  }

  private static PlayerSnapshot snapshot(
      PlayerSnapshot.State state, @Nullable Album album, int section, double positionS) {
    return new PlayerSnapshot(
        state, album, section, "", positionS, 0, 50, 1.0, null, null, List.of(), null, "");
  }

  /** Stays in its turn until it is told to go on. */
  private static final class Stuck implements Role {
    final Semaphore began = new Semaphore(0);
    final Semaphore goOn = new Semaphore(0);

    @Override
    public String name() {
      return "decode";
    }

    @Override
    public boolean doWork() throws InterruptedException {
      began.release();
      goOn.acquire();
      return true;
    }

    @Override
    public void wakeUp() {
      goOn.release();
    }
  }
}
