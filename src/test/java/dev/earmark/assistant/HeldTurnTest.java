package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.speak.Announcer.Chime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Turns whose run waits for a person: paused ones let the speaker go, others ask and listen. */
final class HeldTurnTest extends TurnFixture {
  /** Something that happens while the agent thinks. */
  private interface Meanwhile {
    void happens() throws Exception;
  }

  /** Lets the next worker do its run; meanwhile is what happens before it answers. */
  private void think(Meanwhile meanwhile) throws Exception {
    thinker.answers =
        text -> {
          thinker.answers = other -> "好的";
          try {
            meanwhile.happens();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          return "整理好了";
        };
    work.remove().run();
    turn();
  }

  private void turn() throws Exception {
    for (int i = 0; i < 20; i++) {
      assistant.turn(Duration.ZERO);
    }
  }

  private void wake() throws Exception {
    assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 1.0));
    turn();
  }

  private void hear(String text) throws Exception {
    Language language = Language.guess(text, Language.ZH);
    assistant.onListen(
        new ListenEvent.Final(new Transcript(text, 0.9, 1.0, 2.0, language, List.of())));
    turn();
  }

  /** The run of the think that goes on tells that it waits, or that it does no more. */
  private void waits(String id, Run.@Nullable Why why) throws Exception {
    Run run = FakeThinker.run(id, "整理", Language.ZH, List.of(), "", null);
    Run.Waiting waiting =
        why == null
            ? null
            : new Run.Waiting(
                why,
                "delete_file",
                Map.of("path", "a.txt"),
                why == Run.Why.CONSENT ? "我要删除 a.txt。可以吗？" : "",
                clock.now().plusSeconds(30));
    thinker.progress.accept(
        new Run(
            id,
            run.startedAt(),
            run.task(),
            run.language(),
            run.protocol(),
            run.model(),
            run.steps(),
            "",
            "",
            null,
            1,
            1,
            List.of(),
            List.of(),
            waiting));
    turn();
  }

  private String spoken() {
    return ((TurnEvents.RunStarted)
            events.since(0).stream()
                .filter(e -> e.type().equals("run.started"))
                .reduce((a, b) -> b)
                .orElseThrow()
                .data())
        .runId();
  }

  private List<String> ends() {
    return events.since(0).stream()
        .filter(e -> e.type().equals("turn.ended"))
        .map(e -> ((TurnEvents.Ended) e.data()).reason())
        .toList();
  }

  private List<String> states() {
    return events.since(0).stream()
        .filter(e -> e.type().equals("run.state"))
        .map(e -> ((TurnEvents.RunState) e.data()).state())
        .toList();
  }

  @Test
  void pausedRun_letsTheSpeakerGoAndItsAnswerIsSaidLater() throws Exception {
    wake();
    hear("帮我整理文件");
    String id = spoken();
    think(
        () -> {
          waits(id, Run.Why.PAUSED);
          assertThat(mixer.ducked).isEmpty();
          assertThat(ends()).containsExactly("paused");

          wake();
          hear("播放西游记");
          assertThat(thinker.flags.get(0).isSet()).isFalse();
          work.remove().run();
          turn();
          assertThat(voice.said).containsExactly("好的");
          voice.heard();
          turn();

          waits(id, null);
          assertThat(mixer.ducked).isEmpty();
        });

    assertThat(voice.said).containsExactly("好的", "整理好了");
    assertThat(states()).containsExactly("paused", "running");
    assertThat(ends()).containsExactly("paused", "answered");
  }

  @Test
  void pausedRun_typedCommandsDoNotWaitForIt() throws Exception {
    var paused = assistant.begin("整理", null, /* aloud= */ false);
    turn();
    think(
        () -> {
          var next = assistant.say("几点", null, /* aloud= */ false);
          turn();
          assertThat(work).isEmpty();
          waits(paused.runId(), Run.Why.PAUSED);
          assertThat(work).hasSize(1);
          work.remove().run();
          turn();
          assertThat(next.toCompletableFuture()).isDone();
          assertThat(paused.ended().toCompletableFuture()).isNotDone();
          assertThat(assistant.cancel(paused.runId())).isTrue();
        });

    assertThat(paused.ended().toCompletableFuture().join().ended()).isEqualTo(Run.Ended.CANCELLED);
    assertThat(voice.said).isEmpty();
  }

  @Test
  void question_isSaidAndTheSpokenAnswerIsTaken() throws Exception {
    wake();
    hear("删掉文件");
    String id = spoken();
    think(
        () -> {
          waits(id, Run.Why.CONSENT);
          assertThat(voice.said).containsExactly("我要删除 a.txt。可以吗？");
          ears.calls.clear();
          voice.heard();
          turn();
          assertThat(ears.calls).containsExactly("open 5");

          hear("今天天气");
          assertThat(voice.chimes).last().isEqualTo(Chime.NOT_UNDERSTOOD);
          assertThat(ears.calls).containsExactly("open 5", "open 5");
          assertThat(thinker.interventions).isEmpty();

          hear("可以。");
          assertThat(thinker.interventions).containsExactly(new Intervention.Consent(true));
          waits(id, null);
        });

    assertThat(thinker.flags).hasSize(1);
    assertThat(voice.said).last().isEqualTo("整理好了");
    assertThat(states()).containsExactly("asking", "running");
  }

  @Test
  void wakePhraseWhileItAsks_opensForTheAnswer() throws Exception {
    wake();
    hear("删掉文件");
    String id = spoken();
    think(
        () -> {
          waits(id, Run.Why.CONSENT);
          wake();
          assertThat(voice.isSpeaking()).isFalse();
          assertThat(thinker.flags.get(0).isSet()).isFalse();
          hear("不要");
          assertThat(thinker.interventions).containsExactly(new Intervention.Consent(false));
        });
    assertThat(thinker.flags).hasSize(1);
  }

  @Test
  void anotherCommandAfterTheWakePhrase_cancelsTheQuestion() throws Exception {
    wake();
    hear("删掉文件");
    String id = spoken();
    think(
        () -> {
          waits(id, Run.Why.CONSENT);
          wake();
          hear("播放西游记");
          assertThat(thinker.flags.get(0).isSet()).isTrue();
          assertThat(work).hasSize(1);
        });
    work.remove().run();
    turn();

    assertThat(thinker.interventions).isEmpty();
    assertThat(voice.said).last().isEqualTo("好的");
  }

  @Test
  void silentCommand_isAskedOnlyOnThePageAndAnsweredByTyping() throws Exception {
    var asking = assistant.begin("删掉文件", null, /* aloud= */ false);
    turn();
    think(
        () -> {
          waits(asking.runId(), Run.Why.CONSENT);
          assertThat(voice.said).isEmpty();
          var yes = assistant.say("好的", null, /* aloud= */ false);
          turn();
          assertThat(thinker.interventions).containsExactly(new Intervention.Consent(true));
          assertThat(yes.toCompletableFuture().getNow(null).answer()).isEqualTo("好的。");
          waits(asking.runId(), null);
        });

    assertThat(asking.ended().toCompletableFuture().join().answer()).isEqualTo("整理好了");
    assertThat(thinker.situations).hasSize(1);
  }

  @Test
  void otherWordsWhileItAsks_areAskedAgainAtOnce() throws Exception {
    thinker.prospects = text -> Thinker.Prospect.SLOW;
    var asking = assistant.begin("删掉文件", null, /* aloud= */ false);
    turn();
    think(
        () -> {
          waits(asking.runId(), Run.Why.CONSENT);
          for (int i = 0; i < 100; i++) {
            var other = assistant.say("可以吗？", null, /* aloud= */ false);
            turn();
            assertThat(other.toCompletableFuture().getNow(null).answer())
                .isEqualTo("请先回答可以还是不可以。我要删除 a.txt。可以吗？");
          }
          assertThat(thinker.interventions).isEmpty();
          assertThat(work).isEmpty();
          var no = assistant.say("先别", null, /* aloud= */ false);
          turn();
          assertThat(thinker.interventions).containsExactly(new Intervention.Consent(false));
          assertThat(no.toCompletableFuture().getNow(null).answer()).isEqualTo("好的。");
          waits(asking.runId(), null);
        });
    assertThat(asking.ended().toCompletableFuture().join().answer()).isEqualTo("整理好了");
  }

  @Test
  void quickCommandWhileItAsks_goesPast() throws Exception {
    thinker.prospects = text -> text.equals("几点") ? Thinker.Prospect.QUICK : Thinker.Prospect.SLOW;
    var asking = assistant.begin("删掉文件", null, /* aloud= */ false);
    turn();
    think(
        () -> {
          waits(asking.runId(), Run.Why.CONSENT);
          assistant.say("几点", null, /* aloud= */ false);
          turn();
          assertThat(work).hasSize(1);
          work.remove().run();
          turn();
        });
    assertThat(asking.ended().toCompletableFuture().join().ended()).isEqualTo(Run.Ended.ANSWERED);
  }

  @ParameterizedTest
  @CsvSource({
    "可以,true",
    "好的。,true",
    "Yes!,true",
    "OK,true",
    "行吧,true",
    "没问题,true",
    "go ahead,true",
    "yes please,true",
    "不要,false",
    "不可以,false",
    "不行,false",
    "No.,false",
    "取消,false",
    "不要了,false",
    "对了,",
    "算了吧,",
    "播放西游记,",
    "可以播放西游记,",
    "don't,false",
    "先别,false",
    "当然不行,false",
    "'好的，别删',false",
    "'sure, no',false",
    "please don't delete it,false",
    "还是不要了吧,false",
    "不能删,false",
    "可以不删吗,",
    "可以吗？,",
    "不要播放西游记,",
    "don't stop the book,",
    "嗯嗯,",
    "'',",
    "好听吗,"
  })
  void consentWords(String text, @Nullable Boolean meaning) {
    assertThat(Words.consent(text)).isEqualTo(meaning);
  }
}
