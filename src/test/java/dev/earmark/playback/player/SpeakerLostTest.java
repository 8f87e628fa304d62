package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.PlayerSnapshot.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The speaker is unplugged, or PulseAudio ends: it was shown as playing, at a place that stood
 * still.
 */
final class SpeakerLostTest {
  private final PlayerSim sim = new PlayerSim();

  @BeforeEach
  void plays() {
    sim.player.play(sim.cached("a:1", 600, 600), 1, 100);
    sim.run(10);
  }

  private void lose(boolean lost) {
    sim.loseDevice(lost);
    sim.player.speakerLost(lost);
  }

  @Test
  void lost_isPausedWithTheReason_andGoesOnByItselfWhereItWasHeard() {
    List<State> told = new ArrayList<>();
    sim.player.onChange(now -> told.add(now.state()));
    double heard = sim.at();
    lose(true);
    sim.run(120);
    PlayerSnapshot now = sim.now();
    assertThat(now.state()).isEqualTo(State.PAUSED);
    assertThat(now.problemIn(Language.EN)).contains("speaker").contains("goes on by itself");
    assertThat(now.problemIn(Language.ZH)).contains("喇叭");
    assertThat(sim.at()).isCloseTo(heard, within(0.3));

    lose(false);
    sim.run(5);
    assertThat(sim.now().state()).isEqualTo(State.PLAYING);
    assertThat(sim.now().problem()).isNull();
    assertThat(sim.at()).isCloseTo(heard + 5, within(0.5));
    assertThat(told).containsExactly(State.PAUSED, State.PLAYING);
  }

  @Test
  void lost_thenPausedBySomebody_staysPausedWhenItIsBack() {
    lose(true);
    sim.run(1);
    assertThat(sim.player.pause()).isTrue();
    assertThat(sim.now().problem()).isNull();
    lose(false);
    sim.run(5);
    assertThat(sim.now().state()).isEqualTo(State.PAUSED);
  }

  @Test
  void lost_whilePaused_isNotStartedWhenItIsBack() {
    sim.player.pause();
    lose(true);
    sim.run(60);
    lose(false);
    sim.run(5);
    assertThat(sim.now().state()).isEqualTo(State.PAUSED);
    assertThat(sim.now().problem()).isNull();
  }

  /** Two minutes of a frozen place are not two minutes heard, and not heard now. */
  @Test
  void lost_countsNoMinutes_andKeepsTheTimeOfThePlace() throws Exception {
    sim.run(2);
    Instant lostAt = sim.clock.now();
    lose(true);
    sim.run(120);
    assertThat(sim.progress.position("a:1").orElseThrow().at())
        .isBefore(lostAt.plus(Duration.ofSeconds(1)));
    lose(false);
    sim.player.pause();
    sim.run(1);
    assertThat(sim.player.habits().history().secondsSince(sim.player.habits().history().today()))
        .isLessThan(20);
  }

  /** Else a restart took the book that had been heard before, because both had the same time. */
  @Test
  void play_withoutASpeaker_isTheNewestPlace_andNoLongPause() throws Exception {
    sim.player.stop();
    sim.run(1);
    lose(true);
    sim.run(3600);
    Instant asked = sim.clock.now();
    sim.player.play(sim.cached("b:1", 600), 1, 50);
    sim.run(2);
    assertThat(sim.player.position().orElseThrow().at()).isBetween(asked, asked.plusSeconds(2));
    assertThat(sim.progress.recent(2)).first().extracting(Position::albumId).isEqualTo("b:1");
    sim.player.pause();
    assertThat(sim.player.resume().orElseThrow().seconds()).isGreaterThan(45);
  }

  @Test
  void skip_withoutASpeaker_isWantedNow() {
    sim.player.pause();
    lose(true);
    sim.run(600);
    Instant asked = sim.clock.now();
    sim.player.next();
    assertThat(sim.player.position().orElseThrow().at()).isEqualTo(asked);
    sim.player.stop();
    sim.run(600);
    Instant again = sim.clock.now();
    sim.player.resume();
    assertThat(sim.player.position().orElseThrow().at()).isEqualTo(again);
  }

  /** A key that plays and pauses in turn has to know it. */
  @Test
  void lost_isToldAsAWait_untilSomebodyPauses() {
    assertThat(sim.now().waitsForSpeaker()).isFalse();
    lose(true);
    sim.run(1);
    assertThat(sim.now().waitsForSpeaker()).isTrue();
    sim.player.pause();
    assertThat(sim.now().waitsForSpeaker()).isFalse();
  }

  @Test
  void play_withoutASpeaker_saysWhy() {
    Album other = sim.cached("b:1", 60);
    lose(true);
    sim.player.play(other, 1, 0);
    sim.run(2);
    assertThat(sim.now().state()).isEqualTo(State.PAUSED);
    assertThat(sim.now().problemIn(Language.EN)).contains("speaker");
    lose(false);
    sim.run(2);
    assertThat(sim.now().state()).isEqualTo(State.PLAYING);
  }
}
