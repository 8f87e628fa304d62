package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer is spoken while the rest of it is still being written. */
final class StreamedAnswerTest extends TurnFixture {
  private void turn() {
    try {
      for (int i = 0; i < 20; i++) {
        assistant.turn(Duration.ZERO);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void ask() {
    assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 1.0));
    assistant.onListen(
        new ListenEvent.Final(new Transcript("讲讲西游记", 0.9, 1.0, 2.0, Language.ZH, List.of())));
    turn();
  }

  private void written(String soFar) {
    thinker.progress.accept(FakeThinker.run(runId(), "讲讲西游记", Language.ZH, List.of(), soFar, null));
    turn();
  }

  private List<String> ends() {
    return events.since(0).stream()
        .filter(e -> e.type().equals("turn.ended"))
        .map(e -> ((TurnEvents.Ended) e.data()).reason())
        .toList();
  }

  @Test
  void sentencesThatCome_areSaidAtOnceAndOnlyOnce() {
    thinker.answers =
        text -> {
          written("这是一本小说。");
          assertThat(voice.said).containsExactly("这是一本小说。");
          written("这是一本小说。讲的是取经。");
          return "这是一本小说。讲的是取经。完了";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(voice.said).containsExactly("这是一本小说。", "讲的是取经。", "完了");
    voice.heard();
    turn();
    assertThat(ends()).containsExactly("answered");
  }

  @Test
  void sentencesThatComeFasterThanTheyAreSpoken_areSaidTogether() {
    StringBuilder all = new StringBuilder();
    thinker.answers =
        text -> {
          for (int i = 0; i < 50; i++) {
            all.append("第").append(i).append("句。");
            written(all.toString());
          }
          assertThat(voice.said).containsExactly("第0句。", "第1句。");
          voice.heard();
          turn();
          assertThat(voice.said).hasSize(3);
          return all + "完了";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(String.join("", voice.said)).isEqualTo(all + "完了");
    assertThat(voice.said).hasSize(4);
    voice.heard();
    turn();
    assertThat(ends()).containsExactly("answered");
  }

  @Test
  void answerThatIsTakenBack_isNotSaidFurther() {
    thinker.answers =
        text -> {
          written("一。");
          written("一。二。");
          written("一。二。三。");
          written("");
          voice.heard();
          turn();
          assertThat(voice.said).containsExactly("一。", "二。");
          return "四。";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(voice.said).containsExactly("一。", "二。", "四。");
  }

  @Test
  void firstSentenceThatIsTheWholeAnswer_endsTheTurnWhenItWasHeard() {
    thinker.answers =
        text -> {
          written("这是一本小说。");
          return "这是一本小说。";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(ends()).isEmpty();
    voice.heard();
    turn();
    assertThat(voice.said).containsExactly("这是一本小说。");
    assertThat(ends()).containsExactly("answered");
  }

  @Test
  void answerThatIsSentBack_isSaidAnewFromWhereItDiffers() {
    thinker.answers =
        text -> {
          written("好的。");
          written("");
          written("好的。现在播放。");
          return "没找到。";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(voice.said).containsExactly("好的。", "现在播放。", "没找到。");
  }

  @Test
  void wakePhraseInTheMiddle_cutsOffAndSaysNothingMore() {
    thinker.answers =
        text -> {
          written("这是一本小说。");
          assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 3.0));
          turn();
          assertThat(thinker.flags.get(0).isSet()).isTrue();
          assertThat(voice.isSpeaking()).isFalse();
          written("这是一本小说。讲的是取经。");
          return "这是一本小说。讲的是取经。";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(voice.said).containsExactly("这是一本小说。");
    assertThat(ends()).containsExactly("interrupted");
  }

  @Test
  void cancelledInTheMiddle_isSilentAtOnce() {
    thinker.answers =
        text -> {
          written("这是一本小说。");
          assertThat(assistant.cancel(runId())).isTrue();
          turn();
          return "";
        };
    ask();
    work.remove().run();
    turn();
    assertThat(voice.said).containsExactly("这是一本小说。");
    assertThat(voice.isSpeaking()).isFalse();
    assertThat(ends()).containsExactly("cancelled");
  }

  private String runId() {
    return events.since(0).stream()
        .filter(e -> e.type().equals("run.started"))
        .map(e -> ((TurnEvents.RunStarted) e.data()).runId())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void typedCommandThatIsNotSaidAloud_staysSilent() {
    thinker.answers =
        text -> {
          written("这是一本小说。");
          return "这是一本小说。完了";
        };
    Assistant.Begun begun = assistant.begin("讲讲西游记", Language.ZH, /* aloud= */ false);
    turn();
    work.remove().run();
    turn();
    assertThat(voice.said).isEmpty();
    assertThat(begun.ended().toCompletableFuture().join().ended()).isEqualTo(Run.Ended.ANSWERED);
  }
}
