package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Language;
import dev.earmark.speak.Announcer.Chime;
import org.junit.jupiter.api.Test;

/** Typed commands, which wait for one another and for what is said. */
final class TypedCommandTest extends TurnStories {
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
}
