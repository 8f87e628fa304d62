package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.library.Album;
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
}
