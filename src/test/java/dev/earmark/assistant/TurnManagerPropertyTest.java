package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.playback.PlayService;
import dev.earmark.timers.Fired;
import dev.earmark.timers.Ringer;
import dev.earmark.timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Whatever happens in whatever order: nothing hangs, and the book is let go in the end. */
final class TurnManagerPropertyTest {
  private static final Fired EGGS =
      new Fired(
          new Timer("t1", Timer.Kind.TIMER, "", Instant.EPOCH, 0, Timer.Repeat.NONE),
          Fired.Outcome.ON_TIME,
          0);

  enum What {
    WAKE,
    BUTTON,
    SPEECH,
    FINAL,
    QUESTION,
    DISMISS,
    SLEEP,
    NOTHING_SAID,
    NOT_UNDERSTOOD,
    TYPED,
    TYPED_ALOUD,
    CANCEL,
    WORKER,
    HEARD,
    FAILED,
    TIMER,
    WAIT
  }

  @Property(tries = 400)
  void anyStory_endsQuietly(@ForAll @Size(max = 40) List<What> story) throws Exception {
    new World().tell(story);
  }

  /** A daemon around the assistant, new for each story. */
  private static final class World {
    private final FakeClock clock = new FakeClock();
    private final Events events = new Events(clock);
    private final FakeThinker thinker = new FakeThinker();
    private final FakeEars ears = new FakeEars();
    private final FakeAnnouncer voice = new FakeAnnouncer();
    private final FakeMixer mixer = new FakeMixer();
    private final FakePlayer player = new FakePlayer();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final List<CompletionStage<Run>> asked = new ArrayList<>();
    private String lastId = "";

    private final TurnManager assistant =
        new TurnManager(
            new TurnSettings(
                Language.ZH,
                /* pauseWhileListening= */ true,
                Duration.ofSeconds(5),
                Duration.ofSeconds(6),
                Duration.ofMillis(1_500),
                Duration.ofSeconds(25),
                Duration.ofSeconds(90)),
            new TurnPorts(
                thinker,
                ears,
                voice,
                mixer,
                player,
                new FakeStore(),
                () -> Situation.Shown.NOTHING,
                events,
                work::add,
                Ringer.SILENT,
                clock));

    void tell(List<What> story) throws Exception {
      thinker.answers = text -> text.equals("问") ? "哪一集？" : "好的";
      assistant.onStart();
      for (What what : story) {
        happen(what);
        turn();
        assertThat(player.isSuppressed() || mixer.ducked.isEmpty() || voice.isSpeaking()).isTrue();
      }

      // The world calms down: workers finish, speech is heard, nobody speaks any more.
      for (int i = 0; i < 60; i++) {
        while (!work.isEmpty()) {
          work.remove().run();
        }
        turn();
        voice.heard();
        turn();
        clock.advance(Duration.ofSeconds(30));
        turn();
      }

      assertThat(mixer.ducked).isEmpty();
      assertThat(player.isSuppressed()).isFalse();
      assertThat(ears.speaking).isFalse();
      assertThat(asked).allMatch(run -> run.toCompletableFuture().isDone());
      assertThat(count("turn.started")).isEqualTo(count("turn.ended"));
      assertThat(count("run.started")).isLessThanOrEqualTo(count("run.ended"));
      assertThat(count("say.started")).isEqualTo(count("say.ended"));
    }

    private void happen(What what) throws Exception {
      switch (what) {
        case WAKE -> assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 1));
        case BUTTON -> assistant.pushToTalk();
        case SPEECH -> assistant.onListen(new ListenEvent.SpeechStart(1));
        case FINAL -> heard("暂停");
        case QUESTION -> heard("问");
        case DISMISS -> heard("算了");
        case SLEEP -> heard("别听了");
        case NOTHING_SAID ->
            assistant.onListen(new ListenEvent.Rejected(ListenEvent.Reason.NOTHING_SAID, "", 1));
        case NOT_UNDERSTOOD ->
            assistant.onListen(new ListenEvent.Rejected(ListenEvent.Reason.NOT_UNDERSTOOD, "", 1));
        case TYPED -> typed(/* aloud= */ false);
        case TYPED_ALOUD -> typed(/* aloud= */ true);
        case CANCEL -> {
          boolean open = assistant.cancel(lastId);
          assertThat(open && lastId.isEmpty()).isFalse();
        }
        case WORKER -> {
          if (!work.isEmpty()) {
            work.remove().run();
          }
        }
        case HEARD -> voice.heard();
        case FAILED ->
            events.publish(
                "play.failed",
                new PlayService.Report(
                    "", "", "西游记", 1, /* ok= */ false, "网络连不上", "no network", /* told= */ false));
        case TIMER -> assistant.onTimer(EGGS);
        case WAIT -> clock.advance(Duration.ofSeconds(2));
      }
    }

    private void typed(boolean aloud) {
      Assistant.Begun begun = assistant.begin("播放", null, aloud);
      lastId = begun.runId();
      asked.add(begun.ended());
    }

    private void heard(String text) {
      assistant.onListen(
          new ListenEvent.Final(new Transcript(text, 0.9, 1, 2, Language.ZH, List.of())));
    }

    private void turn() throws Exception {
      for (int i = 0; i < 12; i++) {
        assistant.turn(Duration.ZERO);
      }
    }

    private long count(String type) {
      return events.since(0).stream().filter(e -> e.type().equals(type)).count();
    }
  }
}
