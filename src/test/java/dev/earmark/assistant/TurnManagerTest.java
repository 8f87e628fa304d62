package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.mix.MixerControl.DuckReason;
import dev.earmark.listen.ListenEvent;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.speak.Announcer.Chime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Stories of turns; the numbers V… and P… are those of the collection of reported bugs. */
final class TurnManagerTest extends TurnStories {
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
}
