package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.playback.Beginning;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.allow.LimitNotice;
import dev.earmark.playback.habits.VolumeLimitSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long and when a book may be heard: the whole player on a fake clock. */
class AllowanceTest {
  private static final Duration TEN = Duration.ofMinutes(10);

  private static PlayerSim sim(Duration daily, String quiet, String pin) {
    List<AllowanceSettings.QuietHours> hours =
        AllowanceSettings.parse(quiet.isEmpty() ? List.of() : List.of(quiet));
    return new PlayerSim(
        PlayerSim.settings(
            VolumeLimitSettings.NONE,
            new AllowanceSettings(daily, hours, Duration.ofMinutes(2), pin)),
        new FakeProgressStore());
  }

  private static List<LimitNotice> notices(PlayerSim sim) {
    return sim.events.since(0).stream()
        .map(Events.Event::data)
        .filter(LimitNotice.class::isInstance)
        .map(LimitNotice.class::cast)
        .toList();
  }

  private static Allowance allowance(PlayerSim sim) {
    return sim.player.allowance().orElseThrow();
  }

  @Test
  void quota_whenUsedUp_warnsOnceAndPauses_andPlayingAgainPausesAtOnce() {
    PlayerSim sim = sim(TEN, "", "");
    Album album = sim.cached("a:1", 3600);
    sim.player.play(album, 1, 0);
    sim.run(7 * 60);
    assertThat(notices(sim)).isEmpty();
    sim.run(2 * 60);
    assertThat(notices(sim)).hasSize(1);
    assertThat(notices(sim).get(0).words(Language.ZH)).isEqualTo("还可以听2分钟。");
    sim.run(70);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.at()).isBetween(595.0, 604.0);
    assertThat(notices(sim).get(1).words(Language.ZH)).isEqualTo("今天的10分钟听完了，明天再听吧。");

    sim.player.resume();
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(notices(sim)).hasSize(3);
  }

  @Test
  void quota_isCountedOverARestart_andANewDayIsANewQuota() {
    PlayerSim sim = sim(TEN, "", "");
    sim.player.play(sim.cached("a:1", 3600), 1, 0);
    sim.run(8 * 60);
    sim.player.pause();
    sim.run(1);
    sim.killAndRestart();
    sim.player.resume();
    sim.run(3 * 60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);

    sim.clock.advance(Duration.ofDays(1));
    sim.run(1);
    assertThat(sim.now().state())
        .as("nothing starts by itself")
        .isEqualTo(PlayerSnapshot.State.PAUSED);
    sim.player.resume();
    sim.run(60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void quota_whenTheClockIsSetForwardUnderTheBook_keepsItsMinutes() {
    PlayerSim sim = sim(TEN, "", "");
    sim.player.play(sim.cached("a:1", 3600), 1, 0);
    sim.run(8 * 60);
    sim.clock.setBy(Duration.ofDays(400));
    sim.run(3 * 60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void beginning_whenNothingMayBeHeard_isToldWhy() {
    PlayerSim sim = sim(Duration.ZERO, "00:00-23:59", "");
    Album album = sim.cached("a:1", 600);
    StringBuilder told = new StringBuilder();
    sim.player.begin(
        () -> sim.player.play(album, 1, 0),
        new Beginning() {
          @Override
          public void sounds() {
            told.append("sounds");
          }

          @Override
          public void failed(Failure why, boolean goesOn) {
            told.append(why.said(Language.ZH));
          }

          @Override
          public void dropped() {
            told.append("dropped");
          }
        });
    sim.run(2);
    assertThat(told).hasToString("现在是安静时间，23:59以后再听吧");
    assertThat(notices(sim)).as("it is told once").isEmpty();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void quietHours_thatBegin_areWarnedOfAndPause() {
    ZonedDateTime now = new PlayerSim().clock.now().atZone(ZoneId.systemDefault()).plusMinutes(5);
    String from = String.format("%02d:%02d", now.getHour(), now.getMinute());
    PlayerSim sim = sim(Duration.ZERO, from + "-07:00", "");
    sim.player.play(sim.cached("a:1", 3600), 1, 0);
    sim.run(4 * 60);
    assertThat(notices(sim)).extracting(LimitNotice::over).containsExactly(false);
    sim.run(70);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void lift_withThePin_letsItPlay_untilTheTimeIsOver() {
    PlayerSim sim = sim(TEN, "", "1234");
    sim.player.play(sim.cached("a:1", 3600), 1, 0);
    sim.run(11 * 60);
    assertThat(allowance(sim).lift("4321", null)).isEqualTo(Allowance.Outcome.WRONG_PIN);
    assertThat(allowance(sim).lift("1234", Duration.ofMinutes(5)))
        .isEqualTo(Allowance.Outcome.DONE);
    sim.player.resume();
    sim.run(4 * 60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    sim.run(2 * 60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void lift_afterFiveWrongPins_takesNoneForFiveMinutes() {
    PlayerSim sim = sim(TEN, "", "1234");
    for (int i = 0; i < 5; i++) {
      assertThat(allowance(sim).lift("000" + i, null)).isEqualTo(Allowance.Outcome.WRONG_PIN);
    }
    assertThat(allowance(sim).lift("1234", null)).isEqualTo(Allowance.Outcome.LOCKED);
    sim.clock.advance(Duration.ofMinutes(6));
    assertThat(allowance(sim).lift("1234", null)).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance(sim).state().liftedUntil()).isNotNull();
  }

  @Test
  void limit_lowerNeedsNoPin_higherDoes() {
    PlayerSim sim = sim(TEN, "", "1234");
    Allowance allowance = allowance(sim);
    assertThat(allowance.limit(Duration.ofMinutes(5), false, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.state().quotaS()).isEqualTo(300);
    assertThat(allowance.limit(Duration.ofMinutes(6), false, ""))
        .isEqualTo(Allowance.Outcome.NEEDS_PIN);
    sim.run(2); // a crash may take what is younger than a second
    sim.killAndRestart();
    assertThat(allowance(sim).state().quotaS()).isEqualTo(300);
    sim.clock.advance(Duration.ofDays(1));
    assertThat(allowance(sim).state().quotaS()).as("only today").isEqualTo(600);
  }

  @Test
  void settings_doNotShowThePin() {
    assertThat(new AllowanceSettings(TEN, List.of(), TEN, "1234").toString())
        .doesNotContain("1234");
  }

  @Test
  void limit_loweredForEveryDay_isRaisedWithThePinOrWhileLifted_andTakenBack() {
    Allowance allowance = allowance(sim(TEN, "", "1234"));
    Duration five = Duration.ofMinutes(5);
    Duration hour = Duration.ofHours(1);
    assertThat(allowance.limit(five, true, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.limit(hour, true, "")).isEqualTo(Allowance.Outcome.NEEDS_PIN);
    assertThat(allowance.limit(hour, true, "9999")).isEqualTo(Allowance.Outcome.WRONG_PIN);
    assertThat(allowance.limit(hour, true, "1234")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.state().quotaS()).isEqualTo(3600);

    assertThat(allowance.limit(five, true, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.limit(Duration.ZERO, true, "")).isEqualTo(Allowance.Outcome.NEEDS_PIN);
    assertThat(allowance.lift("1234", five)).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.limit(Duration.ZERO, true, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.state().quotaS()).as("as configured").isEqualTo(600);
  }

  @Test
  void limit_moreToday_doesNotOpenEveryDay() {
    Allowance allowance = allowance(sim(TEN, "", "1234"));
    Duration hour = Duration.ofHours(1);
    assertThat(allowance.limit(hour, false, "1234")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.limit(Duration.ofMinutes(50), true, ""))
        .isEqualTo(Allowance.Outcome.NEEDS_PIN);
    assertThat(allowance.limit(Duration.ZERO, false, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.state().quotaS()).isEqualTo(600);
  }

  @Test
  void limit_withoutAPin_isTakenBackByAnybody() {
    Allowance allowance = allowance(sim(Duration.ZERO, "", ""));
    allowance.limit(TEN, true, "");
    assertThat(allowance.state().quotaS()).isEqualTo(600);
    assertThat(allowance.limit(Duration.ZERO, true, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.state().quotaS()).isZero();
  }

  /** "At most one hour today" after a lift had held from four in the morning only. */
  @Test
  void limit_whileLifted_endsTheLift_butTakingItBackDoesNot() {
    Allowance allowance = allowance(sim(TEN, "", "1234"));
    allowance.lift("1234", null);
    allowance.limit(Duration.ZERO, false, "");
    assertThat(allowance.state().liftedUntil()).isNotNull();
    assertThat(allowance.limit(Duration.ofHours(1), false, "")).isEqualTo(Allowance.Outcome.DONE);
    assertThat(allowance.state().liftedUntil()).isNull();
    assertThat(allowance.state().quotaS()).isEqualTo(3600);
  }

  @Test
  void lift_forAWhile_leavesWhatWasSetForToday() {
    PlayerSim sim = sim(TEN, "", "");
    allowance(sim).limit(Duration.ofMinutes(3), false, "");
    allowance(sim).lift("", Duration.ofMinutes(1));
    sim.clock.advance(Duration.ofMinutes(2));
    assertThat(allowance(sim).state().quotaS()).isEqualTo(180);
  }

  @Test
  void quota_machineSuspendedOverMidnight_isANewOne() {
    PlayerSim sim = sim(TEN, "", "");
    sim.player.play(sim.cached("a:1", 3600), 1, 0);
    sim.run(8 * 60);
    sim.clock.suspend(Duration.ofHours(24));
    sim.run(3 * 60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(allowance(sim).state().usedS()).isBetween(170.0, 185.0);
  }

  @Test
  void quietHours_ofNoLength_areRefused() {
    assertThatThrownBy(() -> AllowanceSettings.parse(List.of("21:00-21:00")))
        .hasMessageContaining("ends when it begins");
  }
}
