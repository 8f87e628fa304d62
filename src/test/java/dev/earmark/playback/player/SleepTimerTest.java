package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Falling asleep: public bug reports of other players as stories. */
final class SleepTimerTest {
  private final PlayerSim sim = new PlayerSim();

  @Test
  void minutes_overSeveralSections_endsAfterTheTime_andResumesWhereTheFadeBegan() { // P20, P27
    Album album = sim.cached("a:1", 40, 40, 40, 40);
    sim.player.play(album, 1, 0);
    sim.run(1);
    sim.player.sleepAfterMinutes(1.5);
    assertThat(sim.now().sleepEndsInS()).isEqualTo(90);
    sim.run(89.5);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().sleepEndsInS()).isNull();
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isCloseTo(91 - 15 - 40, within(0.5));
    sim.player.resume();
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void minutes_lastFifteenSeconds_fadeOutWithoutAStep() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.run(1);
    sim.player.sleepAfterMinutes(0.5);
    sim.run(10);
    sim.record();
    sim.run(21);
    short[] sound = sim.soundWithoutSilence();
    int first = sound[0];
    int last = sound[sound.length - 1];
    assertThat(first).isGreaterThan(1_000);
    assertThat(last).isLessThan(20);
    int largest =
        IntStream.range(1, sound.length)
            .map(i -> Math.abs(sound[i] - sound[i - 1]))
            .max()
            .orElse(0);
    assertThat(largest).isLessThan(10);
  }

  @Test
  void pauseInTheFade_doesNotRewind_andTheVolumeIsBack() { // P21
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(1);
    sim.player.sleepAfterMinutes(0.5);
    sim.run(25);
    double before = sim.at();
    sim.player.pause();
    sim.run(1);
    assertThat(sim.at()).isCloseTo(before, within(0.3));
    sim.player.sleepAfterMinutes(0);
    sim.player.resume();
    sim.run(0.5);
    sim.record();
    sim.run(0.5);
    assertThat(sim.at()).isGreaterThan(before);
    int loudest = IntStream.range(0, sim.sound().length).map(i -> sim.sound()[i]).max().orElse(0);
    assertThat(loudest).isGreaterThan(12_000);
  }

  @Test
  void endOfSection_atDoubleSpeed_stopsExactlyThere_andTheNextOnePlays() { // P18, P19
    Album album = sim.cached("a:1", 30, 30);
    sim.player.setSpeed(2);
    sim.player.play(album, 1, 10);
    sim.record();
    sim.player.sleepAfterSections(1);
    sim.run(20);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(PlayerSim.seconds(sim.soundWithoutSilence().length)).isCloseTo(10, within(0.05));
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isZero();
    assertThat(sim.now().sleepSections()).isNull();
    sim.player.resume();
    sim.run(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().section()).isEqualTo(2);
  }

  @Test
  void endOfSection_setWhenTheNextOneIsDecodedAlready_stillStopsThere() {
    Album album = sim.cached("a:1", 10, 30);
    sim.player.play(album, 1, 0);
    sim.run(9.5);
    sim.player.sleepAfterSections(1);
    sim.record();
    sim.run(3);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(PlayerSim.seconds(sim.soundWithoutSilence().length)).isCloseTo(0.5, within(0.05));
  }

  @Test
  void endOfThirdSection_countsSectionEnds() {
    sim.player.play(sim.cached("a:1", 5, 5, 5, 5), 1, 0);
    sim.player.sleepAfterSections(3);
    sim.run(7);
    assertThat(sim.now().sleepSections()).isEqualTo(2);
    sim.run(20);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(4);
  }

  @Test
  void anotherBook_keepsTheTimerRunning() { // P22
    Album first = sim.cached("a:1", 600);
    Album second = sim.cached("a:2", 600);
    sim.player.play(first, 1, 0);
    sim.player.sleepAfterMinutes(1);
    sim.run(20);
    sim.player.play(second, 1, 0);
    sim.run(41);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().album()).isEqualTo(second);
  }

  @Test
  void lastNightsTimer_doesNotEndTheMorningsBook() { // P24
    Album album = sim.cached("a:1", 600);
    sim.player.play(album, 1, 0);
    sim.player.sleepAfterMinutes(30);
    sim.run(5);
    sim.player.pause();
    sim.run(1);
    sim.clock.advance(Duration.ofHours(9));
    sim.run(0.1);
    sim.player.resume();
    sim.run(10);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    sim.player.sleepAfterMinutes(30);
    sim.killAndRestart();
    assertThat(sim.now().sleepEndsInS()).isNull();
  }

  @Test
  void settingATimer_makesNoGap() { // P25
    sim.player.play(sim.cached("a:1", 60), 1, 0);
    sim.run(1);
    sim.record();
    sim.run(0.5);
    sim.player.sleepAfterMinutes(10);
    sim.run(0.5);
    sim.player.sleepAfterSections(2);
    sim.run(0.5);
    short[] sound = sim.sound();
    assertThat(sound).hasSize((int) (1.5 * 48_000));
    assertThat(Arrays.equals(sound, sim.soundWithoutSilence())).isTrue();
  }

  @Test
  void stop_callsTheTimerOff() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.player.sleepAfterMinutes(5);
    sim.run(1);
    sim.player.stop();
    assertThat(sim.now().sleepEndsInS()).isNull();
  }
}
