package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.audio.mix.MixerControl.DuckReason;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSnapshot.State;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stories of turns; the numbers V… and P… are those of the collection of reported bugs. */
final class TurnManagerTest {
  private static final Album BOOK =
      new Album(
          "demo:west",
          "西游记",
          List.of(),
          "吴承恩",
          "",
          "zh",
          "",
          "",
          3,
          List.of(
              new Section(1, "第一回", "a", 0, 600, 0),
              new Section(2, "第二回", "b", 0, 600, 0),
              new Section(3, "第三回", "c", 0, 600, 0)));

  private final FakeClock clock = new FakeClock();
  private final Events events = new Events(clock);
  private final FakeThinker thinker = new FakeThinker();
  private final FakeEars ears = new FakeEars();
  private final FakeAnnouncer voice = new FakeAnnouncer();
  private final FakeMixer mixer = new FakeMixer();
  private final FakePlayer player = new FakePlayer();
  private final FakeStore store = new FakeStore();
  private final FakeRinger ringer = new FakeRinger();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private TurnManager assistant = manager(TurnSettings.DEFAULT);

  private TurnManager manager(TurnSettings settings) {
    return new TurnManager(
        settings,
        new TurnPorts(
            thinker,
            ears,
            voice,
            mixer,
            player,
            store,
            () -> new Situation.Shown(List.of("西游记", "聊斋志异"), "名著", 2),
            events,
            work::add,
            ringer,
            clock));
  }

  @BeforeEach
  void start() throws Exception {
    assistant.onStart();
    turn();
  }

  // ---- the way of a turn ----

  @Test
  void command_heardAfterWake_isThoughtAboutAndAnswered() throws Exception {
    thinker.answers = text -> "已经在播放西游记第1集了～";

    wake();
    assertThat(mixer.ducked).containsExactly(DuckReason.LISTENING);
    hear("播放西游记第一集");
    think();

    assertThat(voice.said).containsExactly("已经在播放西游记第1集了～");
    assertThat(voice.chimes).containsExactly(Chime.WAKE, Chime.HEARD);
    assertThat(ears.speaking).isTrue();
    assertThat(types())
        .containsSubsequence(
            "listen.wake",
            "turn.started",
            "listen.final",
            "run.started",
            "run.step",
            "run.ended",
            "say.started");

    voice.heard();
    turn();
    assertThat(ears.speaking).isFalse();
    assertThat(mixer.ducked).isEmpty();
    assertThat(ended("turn.ended").reason()).isEqualTo("answered");
    assertThat(ended("turn.ended").marks())
        .containsKeys("understood", "step_1", "thought", "speaking", "spoken");
  }

  /** V36: unducked when the reply has been heard, not when it was handed over. */
  @Test
  void answer_whileItIsSpoken_bookStaysDucked() throws Exception {
    wake();
    hear("现在听到哪了");
    think();
    clock.advance(Duration.ofSeconds(3));
    turn();
    assertThat(mixer.ducked).contains(DuckReason.LISTENING);

    voice.heard();
    turn();
    assertThat(mixer.ducked).isEmpty();
  }

  /** V10: the wake phrase cuts a long answer short and listens. */
  @Test
  void wake_duringAnswer_cutsSpeechAndListens() throws Exception {
    wake();
    hear("介绍一下西游记");
    think();
    assertThat(voice.isSpeaking()).isTrue();

    wake();

    assertThat(voice.isSpeaking()).isFalse();
    assertThat(ears.speaking).isFalse();
    assertThat(mixer.ducked).containsExactly(DuckReason.LISTENING);
    hear("暂停");
    think();
    assertThat(voice.said).hasSize(2);
  }

  /** V42: wake during the reply, then silence, must not leave the book ducked. */
  @Test
  void wake_duringAnswerThenSilence_unducks() throws Exception {
    wake();
    hear("现在听到哪了");
    think();
    wake();
    reject(ListenEvent.Reason.NOTHING_SAID);

    assertThat(mixer.ducked).isEmpty();
    assertThat(ended("turn.ended").reason()).isEqualTo("nothing_said");
  }

  /** V12: a wake phrase in the middle of a command keeps what was said so far. */
  @Test
  void wake_whileListening_doesNotRestartTheTurn() throws Exception {
    wake();
    assistant.onListen(new ListenEvent.SpeechStart(1.0));
    wake();
    hear("把音量调到三十");
    think();

    assertThat(types().stream().filter("turn.started"::equals)).hasSize(1);
    assertThat(voice.chimes).containsExactly(Chime.WAKE, Chime.HEARD);
    assertThat(thinker.runs.get(0).task()).isEqualTo("把音量调到三十");
  }

  @Test
  void wake_whileThinking_cancelsTheRun() throws Exception {
    wake();
    hear("讲一个很长的故事");
    wake();

    assertThat(voice.chimes).containsExactly(Chime.WAKE, Chime.HEARD, Chime.WAKE);
    think();
    assertThat(thinker.flags.get(0).isSet()).isTrue();
    assertThat(voice.said).isEmpty();
    assertThat(events("run.ended")).hasSize(1);
    hear("暂停");
    think();
    assertThat(voice.said).hasSize(1);
  }

  /** V16: the button works while a book plays. */
  @Test
  void button_whileBookPlays_opensTheEars() throws Exception {
    player.play(BOOK, 1, 30);
    turn();
    assertThat(ears.bookPlaying).isTrue();

    assistant.pushToTalk();
    turn();

    assertThat(ears.calls).contains("open 5");
    assertThat(mixer.ducked).containsExactly(DuckReason.LISTENING);
    hear("停");
    thinker.answers = text -> stop();
    think();
    assertThat(player.snapshot().state()).isEqualTo(State.STOPPED);
  }

  private String stop() {
    player.stop();
    return "已停止";
  }

  /** V5, V20: wake, then silence: a signal, and the book goes on by itself. */
  @Test
  void wake_thenNothing_signalsAndLetsTheBookGoOn() throws Exception {
    restart(pausing());
    player.play(BOOK, 1, 30);
    turn();
    wake();
    assertThat(player.isSounding()).isFalse();

    reject(ListenEvent.Reason.NOTHING_SAID);

    assertThat(player.isSounding()).isTrue();
    assertThat(player.snapshot().positionS()).isEqualTo(30);
    assertThat(voice.chimes).containsExactly(Chime.WAKE, Chime.NOTHING_SAID);
  }

  @Test
  void wake_thenNoiseOrWordsNotUnderstood_eachHasItsSignal() throws Exception {
    wake();
    reject(ListenEvent.Reason.NOISE);
    wake();
    reject(ListenEvent.Reason.NOT_UNDERSTOOD);
    assertThat(voice.chimes)
        .containsExactly(Chime.WAKE, Chime.NOISE, Chime.WAKE, Chime.NOT_UNDERSTOOD);
  }

  /** V20: a listener that never answers cannot hang the turn. */
  @Test
  void wake_thenListenerSilentForLong_turnIsGivenUp() throws Exception {
    wake();
    clock.advance(Duration.ofSeconds(26));
    turn();

    assertThat(mixer.ducked).isEmpty();
    assertThat(ears.calls).contains("close");
    assertThat(ended("turn.ended").reason()).isEqualTo("no_reply");
  }

  /** P74, P75: "pause" after a wake that holds the book still pauses it, for good. */
  @Test
  void pause_whileHeldByWake_staysPaused() throws Exception {
    restart(pausing());
    player.play(BOOK, 1, 30);
    turn();
    thinker.answers = text -> player.pause() ? "已暂停" : "没有播放";

    wake();
    hear("暂停");
    think();
    assertThat(voice.said).containsExactly("已暂停");
    voice.heard();
    turn();

    assertThat(player.isSuppressed()).isFalse();
    assertThat(player.snapshot().state()).isEqualTo(State.PAUSED);
    assertThat(player.calls).doesNotContain("resume");
  }

  /** P76: a pause by hand while Earmark speaks is not undone when it has spoken. */
  @Test
  void pauseByHand_duringSpeech_staysPaused() throws Exception {
    restart(pausing());
    player.play(BOOK, 1, 30);
    turn();
    wake();
    hear("现在几点");
    think();
    player.pause();
    voice.heard();
    turn();

    assertThat(player.isSuppressed()).isFalse();
    assertThat(player.snapshot().state()).isEqualTo(State.PAUSED);
  }

  /** V41: no snippets of the book between the end of the command and the reply. */
  @Test
  void thinking_slowly_keepsTheBookDownAndSignalsOnce() throws Exception {
    wake();
    hear("推荐一本书");
    clock.advance(Duration.ofMillis(1_600));
    turn();
    clock.advance(Duration.ofMillis(1_600));
    turn();

    assertThat(mixer.ducked).contains(DuckReason.LISTENING);
    assertThat(voice.chimes).containsExactly(Chime.WAKE, Chime.HEARD, Chime.HEARD);
    assertThat(events("turn.thinking")).hasSize(1);
  }

  @Test
  void thinking_withoutEnd_isGivenUpAndSaid() throws Exception {
    wake();
    hear("推荐一本书");
    clock.advance(Duration.ofSeconds(91));
    turn();

    assertThat(voice.said).containsExactly("想了很久还没有结果，先停下了。");
    think();
    assertThat(thinker.flags.get(0).isSet()).isTrue();
    assertThat(voice.said).hasSize(1);
  }

  // ---- follow-up, dismissal, sleep ----

  @Test
  void answer_thatAsks_opensTheEarsWithoutWake() throws Exception {
    thinker.answers = text -> text.contains("第二") ? "好的" : "您要听第一集还是第二集？";
    wake();
    hear("播放西游记");
    think();
    voice.heard();
    turn();

    assertThat(ears.calls).containsExactly("open 6");
    hear("第二集");
    think();
    assertThat(thinker.situations.get(1).justSaid()).isEqualTo("播放西游记");
    assertThat(voice.said).endsWith("好的");
  }

  @Test
  void followUp_withSilence_closesWithoutASound() throws Exception {
    thinker.answers = text -> "要继续吗？";
    wake();
    hear("播放西游记");
    think();
    voice.heard();
    turn();
    int chimes = voice.chimes.size();
    reject(ListenEvent.Reason.NOTHING_SAID);

    assertThat(voice.chimes).hasSize(chimes);
    assertThat(mixer.ducked).isEmpty();
  }

  @Test
  void question_cutOffByWake_opensNoSecondWindow() throws Exception {
    thinker.answers = text -> "要继续吗？";
    wake();
    hear("播放西游记");
    think();
    wake();

    assertThat(ears.calls).isEmpty();
    assertThat(types().stream().filter("turn.started"::equals)).hasSize(2);
  }

  @Test
  void dismissal_closesTheTurnWithoutARun() throws Exception {
    for (String words : List.of("取消", "算了，没事", "Never mind.")) {
      wake();
      hear(words);
      assertThat(mixer.ducked).isEmpty();
      assertThat(ended("turn.ended").reason()).isEqualTo("dismissed");
    }
    assertThat(work).isEmpty();
  }

  /** V8, V9: asleep it stays asleep over a restart, until the button wakes it. */
  @Test
  void sleep_survivesARestart_untilTheButton() throws Exception {
    wake();
    hear("别听了");
    assertThat(ears.muted).isTrue();
    assertThat(voice.said.get(0)).contains("我不听了");
    voice.heard();
    turn();

    think(); // a worker writes it
    ears.muted = false;
    restart(TurnSettings.DEFAULT);
    assertThat(ears.muted).isTrue();

    assistant.pushToTalk();
    turn();
    assertThat(ears.muted).isFalse();
    assertThat(ears.calls).contains("open 5");
  }

  /** From the page or a program: no words, so that nobody reads a command that nobody gave. */
  @Test
  void muted_isNoRun_andSurvivesARestart() throws Exception {
    assistant.setMuted(true);
    turn();
    assertThat(ears.muted).isTrue();
    assertThat(voice.said).isEmpty();
    assertThat(assistant.runs(10, "")).isEmpty();

    think(); // a worker writes it
    ears.muted = false;
    restart(TurnSettings.DEFAULT);
    assertThat(ears.muted).isTrue();

    assistant.setMuted(false);
    turn();
    assertThat(ears.muted).isFalse();
  }

  @Test
  void wakeUp_typedWhileAsleep_unmutes() throws Exception {
    assistant.say("go to sleep", null, /* aloud= */ false);
    turn();
    CompletionStage<Run> run = assistant.say("wake up", null, /* aloud= */ false);
    turn();

    assertThat(ears.muted).isFalse();
    assertThat(run.toCompletableFuture().join().answer()).isEqualTo("I am listening.");
    assertThat(assistant.runs(5, "")).hasSize(2);
  }

  @Test
  void sleep_withABrokenStore_stillSleeps() throws Exception {
    store.broken = true;
    wake();
    hear("别听了");

    assertThat(ears.muted).isTrue();
  }

  // ---- typed commands ----

  @Test
  void typed_silent_givesTheRunAndSaysNothing() throws Exception {
    Assistant.Begun begun = assistant.begin("现在几点", null, /* aloud= */ false);
    turn();
    assertThat(mixer.ducked).isEmpty();
    think();

    Run run = begun.ended().toCompletableFuture().getNow(null);
    assertThat(run.id()).isEqualTo(begun.runId());
    assertThat(run.answer()).isEqualTo("好的");
    assertThat(voice.said).isEmpty();
    assertThat(voice.chimes).isEmpty();
  }

  @Test
  void typed_whileAnotherThinks_waitsItsTurn() throws Exception {
    var first = assistant.say("first", Language.EN, /* aloud= */ false);
    var second = assistant.say("second", Language.EN, /* aloud= */ false);
    turn();
    assertThat(work).hasSize(1);
    think();
    assertThat(first.toCompletableFuture()).isDone();
    assertThat(second.toCompletableFuture()).isNotDone();
    think();
    assertThat(second.toCompletableFuture()).isDone();
  }

  @Test
  void typed_whileItWaits_isARunThatGoesOn() throws Exception {
    assistant.say("first", null, /* aloud= */ false);
    Assistant.Begun second = assistant.begin("second", null, /* aloud= */ false);
    turn();

    Run run = assistant.run(second.runId()).orElseThrow();
    assertThat(run.task()).isEqualTo("second");
    assertThat(run.ended()).isNull();
  }

  @Test
  void cancelWord_typedWhileItThinks_cancelsTheRun() throws Exception {
    var first = assistant.say("想很久", null, /* aloud= */ false);
    var cancel = assistant.say("算了", null, /* aloud= */ false);
    turn();
    think();

    assertThat(first.toCompletableFuture().getNow(null).ended()).isEqualTo(Run.Ended.CANCELLED);
    assertThat(cancel.toCompletableFuture().getNow(null).answer()).isEqualTo("好的。");
  }

  @Test
  void typed_tooMany_areRefusedWithAnAnswer() throws Exception {
    assistant.say("work", null, /* aloud= */ false);
    turn();
    for (int i = 0; i < 8; i++) {
      assistant.say("more", null, /* aloud= */ false);
    }
    var tooMany = assistant.say("too many", null, /* aloud= */ false);
    turn();

    Run run = tooMany.toCompletableFuture().getNow(null);
    assertThat(run.ended()).isEqualTo(Run.Ended.CANCELLED);
    assertThat(run.answer()).contains("Too many commands");
  }

  @Test
  void cancel_ofAWaitingAndOfARunningCommand_endsBoth() throws Exception {
    var running = assistant.begin("first", null, /* aloud= */ false);
    var waiting = assistant.begin("second", null, /* aloud= */ false);
    turn();
    assertThat(assistant.cancel(waiting.runId())).isTrue();
    turn();
    assertThat(waiting.ended().toCompletableFuture().getNow(null).ended())
        .isEqualTo(Run.Ended.CANCELLED);
    assertThat(assistant.cancel(running.runId())).isTrue();
    think();
    assertThat(running.ended().toCompletableFuture().getNow(null).ended())
        .isEqualTo(Run.Ended.CANCELLED);
    assertThat(assistant.cancel(running.runId())).isFalse();
    assertThat(assistant.run(waiting.runId())).isPresent();
  }

  @Test
  void close_withOpenCommands_endsThemAll() throws Exception {
    var running = assistant.say("first", null, /* aloud= */ false);
    var waiting = assistant.say("second", null, /* aloud= */ false);
    turn();
    assistant.onClose();

    assertThat(running.toCompletableFuture()).isDone();
    assertThat(waiting.toCompletableFuture()).isDone();
  }

  @Test
  void thinkerThatThrows_isAnsweredWithAnApology() throws Exception {
    thinker.answers =
        text -> {
          throw new IllegalStateException("planted");
        };
    wake();
    hear("播放西游记");
    think();

    assertThat(voice.chimes).endsWith(Chime.ERROR);
    assertThat(voice.said).containsExactly("出了点问题，没能想出来。");
  }

  // ---- situation and background ----

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

  // ---- helpers ----

  private void ring(Timer.Kind kind, String name) throws Exception {
    Fired fired = fired(kind, name, Fired.Outcome.ON_TIME);
    ringer.rings.add(fired.timer());
    assistant.onTimer(fired);
    turn();
    voice.heard();
    turn();
    voice.chimes.clear();
    voice.said.clear();
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

  private static Fired fired(Timer.Kind kind, String name, Fired.Outcome outcome) {
    Timer timer = new Timer("t1", kind, name, Instant.EPOCH, 0, Timer.Repeat.NONE);
    return new Fired(timer, outcome, 0);
  }

  private static TurnSettings pausing() {
    TurnSettings d = TurnSettings.DEFAULT;
    return new TurnSettings(
        d.language(),
        /* pauseWhileListening= */ true,
        d.window(),
        d.followUp(),
        d.thinkingSignal(),
        d.listenLimit(),
        d.thinkLimit());
  }

  private void restart(TurnSettings settings) throws Exception {
    assistant.onClose();
    assistant = manager(settings);
    assistant.onStart();
    turn();
  }

  private void wake() throws Exception {
    assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 1.0));
    turn();
  }

  private void hear(String text) throws Exception {
    Language language = Language.guess(text, Language.ZH);
    assistant.onListen(new ListenEvent.Partial(text, language, 1.5));
    assistant.onListen(new ListenEvent.SpeechEnd(2.0));
    assistant.onListen(
        new ListenEvent.Final(new Transcript(text, 0.9, 1.0, 2.0, language, List.of())));
    turn();
  }

  private void reject(ListenEvent.Reason reason) throws Exception {
    assistant.onListen(new ListenEvent.Rejected(reason, "", 6.0));
    turn();
  }

  private void failed(String runId) throws Exception {
    events.publish(
        "play.failed",
        new PlayService.Report(
            runId,
            "demo:west",
            "西游记",
            1,
            /* ok= */ false,
            "服务器一直没有回应",
            "the server does not answer",
            /* told= */ false));
    turn();
  }

  /** Lets one worker do its run. */
  private void think() throws Exception {
    work.remove().run();
    turn();
  }

  /** Turns the assistant's loop until nothing is left. */
  private void turn() throws Exception {
    for (int i = 0; i < 20; i++) {
      assistant.turn(Duration.ZERO);
    }
  }

  private List<String> types() {
    return events.since(0).stream().map(Events.Event::type).toList();
  }

  private List<Events.Event> events(String type) {
    return events.since(0).stream().filter(e -> e.type().equals(type)).toList();
  }

  private TurnEvents.Ended ended(String type) {
    List<Events.Event> all = events(type);
    return (TurnEvents.Ended) all.get(all.size() - 1).data();
  }
}
