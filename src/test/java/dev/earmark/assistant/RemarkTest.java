package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.audio.mix.MixerControl.DuckReason;
import dev.earmark.base.Language;
import dev.earmark.library.Position;
import dev.earmark.listen.ListenEvent;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Problem;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.FakeKeptSettings;
import dev.earmark.playback.habits.History;
import dev.earmark.speak.Announcer.Chime;
import dev.earmark.timers.Fired;
import dev.earmark.timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What the assistant says of itself: a book that cannot be played, a timer, an alarm, a limit. */
final class RemarkTest extends TurnStories {
  @Test
  void situation_whenNothingPlays_isThatOfTheBookHeardLast() throws Exception {
    store.save(new Position("demo:west", "西游记", 7, 65, 600, 100, Instant.EPOCH));
    assistant.say("继续", null, /* aloud= */ false);
    turn();
    think();

    var situation = thinker.situations.get(0);
    assertThat(situation.state()).isEqualTo("stopped");
    assertThat(situation.album()).isEqualTo("西游记");
    assertThat(situation.section()).isEqualTo(7);
    assertThat(situation.positionS()).isEqualTo(65);
    assertThat(situation.heard()).containsExactly("西游记");
    assertThat(situation.results()).containsExactly("西游记", "聊斋志异");
  }

  @Test
  void situation_withABrokenStore_isStillThere() throws Exception {
    store.broken = true;
    player.play(BOOK, 2, 5);
    assistant.say("继续", null, /* aloud= */ false);
    turn();
    think();

    assertThat(thinker.situations.get(0).section()).isEqualTo(2);
    assertThat(thinker.situations.get(0).sections()).isEqualTo(3);
  }

  @Test
  void playFailed_isSaidWithItsReasonInTheLanguageOfTheCommand() throws Exception {
    var begun = assistant.begin("播放西游记", Language.ZH, /* aloud= */ true);
    turn();
    think();
    voice.heard();
    turn();
    failed(begun.runId());

    assertThat(voice.said).endsWith("西游记第1集没能播放：服务器一直没有回应。");
    assertThat(events("notice")).hasSize(1);
  }

  @Test
  void playFailed_ofASilentCommand_isOnlyShown() throws Exception {
    var begun = assistant.begin("播放西游记", null, /* aloud= */ false);
    turn();
    think();
    failed(begun.runId());

    assertThat(voice.said).isEmpty();
    assertThat(events("notice")).hasSize(1);
  }

  @Test
  void playFailed_whileSomebodySpeaks_waitsForTheEndOfTheTurn() throws Exception {
    wake();
    failed("");
    assertThat(voice.said).isEmpty();
    reject(ListenEvent.Reason.NOTHING_SAID);

    assertThat(voice.said).containsExactly("西游记第1集没能播放：服务器一直没有回应。");
  }

  @Test
  void playFailed_answeredAlready_isNotSaidTwice() throws Exception {
    events.publish(
        "play.failed",
        new PlayService.Report(
            "", "demo:west", "西游记", 99, /* ok= */ false, "没有这一集", "no such section", true));
    turn();
    assertThat(voice.said).isEmpty();
    failed("");
    assertThat(voice.said).hasSize(1);
  }

  @Test
  void bookThatBreaksOffWhileItPlays_isSaidInTheLanguageOfItsTitle() throws Exception {
    events.publish(
        "player.problem",
        new Problem(
            "a:b", "西游记", 3, /* skipped= */ false, "西游记第3集放不了：下载中断了", "Section 3 broke off"));
    turn();

    assertThat(voice.said).containsExactly("西游记第3集放不了：下载中断了");
    assertThat(events("notice")).hasSize(1);
  }

  @Test
  void timer_ringsAtOnceAndHoldsTheBookUntilSaid() throws Exception {
    assistant.onTimer(fired(Timer.Kind.TIMER, "煮蛋", Fired.Outcome.ON_TIME));
    turn();
    assertThat(voice.chimes).containsExactly(Chime.TIMER);
    assertThat(mixer.ducked).containsExactly(DuckReason.ALARM);
    assertThat(voice.said).containsExactly("煮蛋时间到了。");

    voice.heard();
    turn();
    assertThat(mixer.ducked).isEmpty();
  }

  @Test
  void timer_thatWasMissed_isToldWithoutRinging() throws Exception {
    assistant.onTimer(fired(Timer.Kind.REMINDER, "water the plants", Fired.Outcome.MISSED));
    turn();

    assertThat(voice.chimes).isEmpty();
    assertThat(mixer.ducked).isEmpty();
    assertThat(voice.said).containsExactly("The reminder water the plants was missed.");
  }

  @Test
  void alarm_thatNobodyStops_ringsOnOverTheDuckedBook() throws Exception {
    ring(Timer.Kind.ALARM, "起床");
    assertThat(mixer.ducked).containsExactly(DuckReason.ALARM);
    for (int second = 0; second < 21; second++) {
      clock.advance(Duration.ofSeconds(1));
      turn();
    }
    assertThat(voice.chimes).hasSize(7).containsOnly(Chime.TIMER);
    assertThat(voice.said).containsExactly("起床的闹钟响了。");
    voice.heard();
    turn();
    assertThat(mixer.ducked).as("the book stays down").containsExactly(DuckReason.ALARM);

    ringer.rings.clear();
    turn();
    assertThat(mixer.ducked).isEmpty();
  }

  @Test
  void alarm_whileItRings_isStoppedByOneWord_andTheBookGoesOn() throws Exception {
    ring(Timer.Kind.ALARM, "起床");
    assertThat(ears.bookPlaying).as("stop needs no wake phrase").isTrue();
    hear("停");
    assertThat(ringer.rings).isEmpty();
    assertThat(thinker.runs).as("the book is not paused").isEmpty();
    assertThat(voice.said).containsExactly("好的，闹钟停了。");
    voice.heard();
    turn();
    assertThat(mixer.ducked).isEmpty();
    assertThat(ears.bookPlaying).isFalse();
  }

  @Test
  void alarm_whileSomebodySpeaks_isSilent_andOtherCommandsAreDone() throws Exception {
    ring(Timer.Kind.ALARM, "");
    wake();
    voice.chimes.clear();
    clock.advance(Duration.ofSeconds(4));
    turn();
    assertThat(voice.chimes).isEmpty();
    hear("五分钟后再叫我");
    think();
    assertThat(thinker.runs).extracting(Run::task).containsExactly("五分钟后再叫我");
  }

  @Test
  void stop_whenNothingRings_isACommandLikeAnyOther() throws Exception {
    hear("停");
    think();
    assertThat(thinker.runs).extracting(Run::task).containsExactly("停");
  }

  /** The PIN goes past the agent, and nothing that is shown or kept has it. */
  @Test
  void pin_thatWasSaid_liftsTheLimit_andIsNowhereToBeRead() throws Exception {
    FakeKeptSettings kept = new FakeKeptSettings();
    Allowance allowance =
        new Allowance(
            new AllowanceSettings(Duration.ofHours(1), List.of(), Duration.ZERO, "1204"),
            new History(kept, clock, () -> ZoneOffset.UTC),
            kept,
            clock,
            () -> ZoneOffset.UTC);
    player.allowance = Optional.of(allowance);
    wake();
    hear("解除限制，密码1204");
    CompletionStage<Run> typed = assistant.say("lift the limit, pin 1204", Language.EN, false);
    voice.heard();
    turn();
    turn();
    assertThat(allowance.state().liftedUntil()).isNotNull();
    assertThat(typed.toCompletableFuture()).isCompleted();
    assertThat(thinker.runs).isEmpty();
    assertThat(thinker.kept).isNotEmpty();
    assertThat(thinker.kept.toString()).doesNotContain("1204");
    assertThat(events.since(0).toString()).doesNotContain("1204").contains("•••");
  }
}
