package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.listen.ListenEvent;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What comes after an answer: a question back, a dismissal, sleep. */
final class FollowUpTest extends TurnStories {
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
}
