package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Thinker.Prospect;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.listen.ListenEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Typed commands that need no large model do not wait for one. */
final class OvertakeTest extends TurnFixture {
  @BeforeEach
  void start() throws Exception {
    thinker.prospects =
        text ->
            switch (text) {
              case "暂停", "继续" -> Prospect.QUICK_PLAYBACK;
              case "现在几点", "大声点" -> Prospect.QUICK;
              default -> Prospect.SLOW;
            };
    assistant.onStart();
    turn();
  }

  @Test
  void pause_whileTheModelHangs_isDoneAtOnceAndEndsTheOlderWish() throws Exception {
    var open = say("讲个有意思的");
    var pause = say("暂停");
    assertThat(work).hasSize(2);
    Runnable hanging = work.remove();

    think();
    assertThat(pause).isDone();
    assertThat(thinker.flags.get(0).isSet()).isFalse();

    hanging.run();
    turn();
    assertThat(open.join().ended()).isEqualTo(Run.Ended.CANCELLED);
  }

  @Test
  void question_whileTheModelHangs_isAnsweredBesideIt() throws Exception {
    var open = say("讲个有意思的");
    var time = say("现在几点");
    Runnable hanging = work.remove();

    think();
    assertThat(time.join().answer()).isEqualTo("好的");
    assertThat(open).isNotDone();

    hanging.run();
    turn();
    assertThat(open.join().ended()).isEqualTo(Run.Ended.ANSWERED);
  }

  @Test
  void quickCommands_whileTheModelHangs_keepTheirOrder() throws Exception {
    give("讲个有意思的");
    Runnable hanging = work.remove();
    var louder = say("大声点");
    var pause = say("暂停");
    var resume = say("继续");

    assertThat(work).hasSize(1);
    think();
    assertThat(louder).isDone();
    think();
    assertThat(pause).isDone();
    assertThat(resume).isNotDone();
    think();
    assertThat(resume).isDone();
    hanging.run();
    turn();
    assertThat(work).isEmpty();
  }

  @Test
  void pause_endsOlderWishesThatWait_andLeavesLaterOnes() throws Exception {
    give("讲个有意思的");
    var older = say("再讲一个");
    var pause = say("暂停");
    var later = say("讲第三个");
    work.remove();

    assertThat(older.join().ended()).isEqualTo(Run.Ended.CANCELLED);
    think();
    assertThat(pause).isDone();
    think();
    assertThat(later.join().ended()).isEqualTo(Run.Ended.ANSWERED);
  }

  @Test
  void quickCommand_whenTheQueueIsFull_isTakenAllTheSame() throws Exception {
    give("讲个有意思的");
    List<CompletableFuture<Run>> waiting = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      waiting.add(say("再讲一个"));
    }
    Runnable hanging = work.remove();
    var time = say("现在几点");

    think();
    assertThat(time.join().ended()).isEqualTo(Run.Ended.ANSWERED);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    hanging.run();
    turn();
  }

  @Test
  void quickCommand_besideThatNeverEnds_isGivenUp() throws Exception {
    give("讲个有意思的");
    var time = say("现在几点");
    assertThat(time).isNotDone();

    clock.advance(TurnSettings.DEFAULT.thinkLimit().plusSeconds(1));
    turn();

    assertThat(time.join().ended()).isEqualTo(Run.Ended.LIMIT_TIME);
  }

  @Test
  void slowCommands_whileTheModelHangs_waitTheirTurn() throws Exception {
    give("讲个有意思的");
    var second = say("再讲一个");

    assertThat(work).hasSize(1);
    think();
    assertThat(second).isNotDone();
    think();
    assertThat(second).isDone();
  }

  @Test
  void ownWords_whileTheModelHangs_areAnsweredAtOnce() throws Exception {
    give("讲个有意思的");

    assertThat(say("别听了").join().answer()).contains("不听了");
    assertThat(say("醒醒").join().answer()).isEqualTo("我在听。");
  }

  @Test
  void pauseTyped_whileAVoiceCommandHangs_takesItsPlace() throws Exception {
    assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 1.0));
    turn();
    assistant.onListen(
        new ListenEvent.Final(
            new dev.earmark.listen.Transcript(
                "讲个有意思的", 0.9, 1.0, 2.0, dev.earmark.base.Language.ZH, List.of())));
    turn();
    var pause = say("暂停");
    work.remove();

    think();
    assertThat(pause.join().ended()).isEqualTo(Run.Ended.ANSWERED);
    assertThat(
            events.since(0).stream()
                .filter(e -> e.type().equals("turn.ended"))
                .map(e -> ((TurnEvents.Ended) e.data()).reason()))
        .containsExactly("interrupted", "answered");
  }

  // ---- helpers ----

  private CompletableFuture<Run> say(String text) throws Exception {
    CompletableFuture<Run> run =
        assistant.say(text, null, /* aloud= */ false).toCompletableFuture();
    turn();
    return run;
  }

  /** Gives a command whose end does not matter. */
  private void give(String text) throws Exception {
    assertThat(say(text)).isNotNull();
  }

  /** Lets one worker do its run. */
  private void think() throws Exception {
    work.remove().run();
    turn();
  }

  private void turn() throws Exception {
    for (int i = 0; i < 20; i++) {
      assistant.turn(Duration.ZERO);
    }
  }
}
