package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.habits.History;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a process that is killed loses of the place in the book. */
final class DurablePlaceTest {
  private final PlayerSim sim = new PlayerSim();

  /**
   * On a machine that had no time for the player's and the journal's threads, a jump was answered
   * and not written for as long as that took: a kill put the listener 24 seconds back.
   */
  @Test
  void command_killedRightAfterItsAnswer_keepsTheNewPlace() {
    Map<String, Runnable> commands = new LinkedHashMap<>();
    commands.put("seek", () -> sim.player.seekTo(40));
    commands.put("seek on", () -> sim.player.seekBy(30));
    commands.put("next", () -> sim.player.next());
    commands.put("previous", () -> sim.player.previous());
    commands.put("move", () -> sim.player.move(2));
    commands.put("pause", () -> sim.player.pause());
    commands.put("stop", () -> sim.player.stop());
    Album album = sim.cached("a:1", 60, 60, 60, 60, 60);
    commands.forEach(
        (name, command) -> {
          sim.player.play(album, 2, 10);
          sim.run(2.5);
          command.run(); // and neither thread gets a turn
          int section = sim.now().section();
          double seconds = sim.at();
          sim.killAndRestart();
          assertThat(sim.now().section()).as(name).isEqualTo(section);
          assertThat(sim.at()).as(name).isCloseTo(seconds, within(0.001));
        });
  }

  @Test
  void play_ofAnotherBook_killedRightAfterItsAnswer_keepsBothPlaces() throws Exception {
    Album first = sim.cached("a:1", 60, 60);
    Album second = sim.cached("b:1", 60, 60);
    sim.player.play(second, 1, 0);
    sim.run(1);
    sim.player.play(first, 1, 10);
    sim.run(2.5);
    sim.player.play(second, 2, 30);
    sim.killAndRestart();
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isEqualTo(30);
    assertThat(sim.progress.position("a:1").orElseThrow().seconds()).isCloseTo(12.4, within(0.1));
  }

  /** Its place was kept, but not yet the book that it belongs to, so the desk was empty. */
  @Test
  void play_ofABookNeverHeardBefore_killedRightAfterItsAnswer_isOnTheDesk() {
    Album first = sim.cached("a:1", 60, 60);
    sim.player.play(first, 2, 12);
    sim.killAndRestart();
    assertThat(sim.now().album()).isEqualTo(first);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isEqualTo(12);
    assertThat(sim.player.resume()).isPresent();
  }

  /**
   * Killed, started, resumed, heard for two seconds, again and again: it walked back to the start.
   */
  @Test
  void resume_afterEachOfManyKills_doesNotWalkBackwards() {
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(10);
    for (int i = 0; i < 6; i++) {
      sim.killAndRestart();
      sim.clock.advance(Duration.ofSeconds(30));
      sim.player.resume();
      sim.run(2);
      assertThat(sim.at()).as("restart %d", i).isCloseTo(108.5, within(1.0));
    }
    sim.player.seekTo(50);
    sim.run(20);
    sim.killAndRestart();
    sim.clock.advance(Duration.ofSeconds(30));
    sim.player.resume();
    assertThat(sim.at()).as("who jumped back is rewound from there").isCloseTo(67, within(1.0));
  }

  /** A board without a clock of its own gets the time of the network, or a wrong one. */
  @Test
  void clock_jumpsADayForthAndTwoBack_whileItPlays_costsNothing() throws Exception {
    Album album = sim.cached("a:1", 6000);
    sim.player.play(album, 1, 0);
    sim.player.sleepAfterMinutes(4);
    sim.run(60);
    for (int days : new int[] {1, -2, 1}) {
      sim.clock.setBy(Duration.ofDays(days));
      sim.run(30);
      double heard = sim.at();
      assertThat(sim.progress.position("a:1").orElseThrow().seconds())
          .as("written after a jump of %d days", days)
          .isCloseTo(heard, within(2.0));
      sim.killAndRestart();
      assertThat(sim.at()).as("after a jump of %d days", days).isCloseTo(heard, within(2.0));
      sim.player.play(album, 1, sim.at());
      sim.player.sleepAfterMinutes(4);
    }
    History history = sim.player.habits().history();
    sim.player.pause();
    sim.run(1);
    history.keep();
    double all = history.secondsSince(history.today().minusDays(5));
    assertThat(all).as("seconds of four days").isBetween(100.0, 160.0);
  }

  @Test
  void clock_jumpsADay_theSleepTimerByMinutesKeepsItsTime() {
    sim.player.play(sim.cached("a:1", 6000), 1, 0);
    sim.player.sleepAfterMinutes(2);
    sim.run(30);
    sim.clock.setBy(Duration.ofDays(1));
    sim.run(60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    sim.clock.setBy(Duration.ofDays(-1));
    sim.run(32);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }
}
