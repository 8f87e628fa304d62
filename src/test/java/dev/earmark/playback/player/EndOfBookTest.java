package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.playback.PlayerSnapshot;
import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Where a book ends, and when it was heard last. */
final class EndOfBookTest {
  private static final Offset<Double> HALF = within(0.5);
  private final PlayerSim sim = new PlayerSim();

  @Test
  void endOfBook_stops_andResumeStartsOver() { // P13
    Album album = sim.cached("a:1", 5, 5);
    sim.player.play(album, 2, 0);
    sim.run(2);
    sim.player.pause();
    assertThat(sim.now().section()).isEqualTo(2);
    sim.player.resume();
    sim.run(6);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    assertThat(sim.player.resume().orElseThrow().section()).isEqualTo(1);
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void endOfBook_whenTheFileIsShorterThanTheCatalogueSays_resumeStartsOver() {
    Album album = sim.cached("a:1", 20, 60);
    sim.fileLength(album, 2, 50);
    sim.player.play(album, 2, 45);
    sim.run(8);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    sim.clock.advance(Duration.ofHours(1));
    assertThat(sim.player.resume().orElseThrow().section()).isEqualTo(1);
  }

  @Test
  void endOfBook_whenTheFileIsShorter_isKnownAfterARestartToo() {
    Album album = sim.cached("a:1", 20, 60);
    sim.fileLength(album, 2, 50);
    sim.player.play(album, 2, 45);
    sim.run(8);
    sim.killAndRestart();
    assertThat(sim.now().section()).isEqualTo(2);
    Position kept = sim.journal.position("a:1").orElseThrow();
    assertThat(kept.durationS()).isCloseTo(50, HALF);
    assertThat(kept.seconds()).isCloseTo(50, HALF);
    assertThat(sim.player.resume().orElseThrow().section()).isEqualTo(1);
  }

  @Test
  void endOfBook_whenTheFileIsLongerThanTheCatalogueSays_aPauseThereGoesOn() {
    Album album = sim.cached("a:1", 20, 60);
    sim.fileLength(album, 2, 75);
    sim.player.play(album, 2, 55);
    sim.run(4.6);
    sim.player.pause();
    sim.run(1);
    assertThat(sim.journal.position("a:1").orElseThrow().durationS()).isZero(); // nobody knows
    sim.killAndRestart();
    assertThat(sim.player.resume().orElseThrow().section()).isEqualTo(2);
    sim.run(15);
    assertThat(sim.at()).isCloseTo(74, within(1.0));
    assertThat(sim.now().durationS()).isEqualTo(75); // decoded to its end
    sim.player.pause();
    assertThat(sim.player.seekTo(70)).contains(70.0);
  }

  @Test
  void close_aBookThatWasSilent_keepsTheTimeWhenItWasHeard() {
    Album album = sim.cached("a:1", 600);
    sim.player.play(album, 1, 100);
    sim.run(5);
    sim.player.pause();
    sim.run(1);
    sim.player.save(); // with what the device has played after the command
    Position heard = sim.journal.position("a:1").orElseThrow();
    sim.clock.advance(Duration.ofHours(4));
    sim.player.stop(); // nothing has been heard since, stopped or not
    sim.run(1);
    sim.player.save();
    sim.player.onClose();
    sim.journal.onClose();
    assertThat(sim.journal.position("a:1")).contains(heard);
    sim.killAndRestart();
    sim.clock.advance(Duration.ofSeconds(30));
    assertThat(sim.player.resume().orElseThrow().seconds())
        .as("after four hours it goes back by half a minute")
        .isCloseTo(heard.seconds() - 30, HALF);
  }

  @Test
  void close_aBookThatNobodyTouchedInThisLife_isNotHeardNow() {
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(5);
    sim.player.pause();
    sim.run(1);
    Position heard = sim.journal.position("a:1").orElseThrow();
    sim.killAndRestart();
    sim.clock.advance(Duration.ofHours(4));
    sim.run(1);
    sim.player.save();
    sim.player.onClose();
    sim.journal.onClose();
    assertThat(sim.journal.position("a:1")).contains(heard);
  }

  @Test
  void close_aBookThatPlays_isHeardNow() {
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(5);
    sim.player.onClose();
    sim.journal.onClose();
    assertThat(sim.journal.position("a:1").orElseThrow().at()).isEqualTo(sim.clock.now());
  }
}
