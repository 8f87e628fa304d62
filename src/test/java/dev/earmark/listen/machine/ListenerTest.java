package dev.earmark.listen.machine;

import static dev.earmark.listen.FakeModel.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The role around the machine: mailbox, engines, recordings. */
final class ListenerTest {
  private final ArrayDeque<PcmBlock> blocks = new ArrayDeque<>();
  private final List<ListenEvent> events = new ArrayList<>();
  private final Hearing hearing =
      new Hearing(ListenSettings.DEFAULT, VoiceActivity::loudnessOnly, block -> block);
  private final FakeClock clock = new FakeClock();
  private final Listener listener =
      new Listener(
          wait -> next(blocks, wait),
          ListenSettings.DEFAULT,
          VoiceActivity::loudnessOnly,
          hearing,
          OwnSound.none(),
          events::add,
          clock);

  /** Waits as a ring does, on the tests' clock. */
  private @Nullable PcmBlock next(ArrayDeque<PcmBlock> from, Duration wait) {
    if (from.isEmpty()) {
      clock.advance(wait);
    }
    return from.poll();
  }

  private FakeModel newModel() {
    return new FakeModel(/* free= */ false, "小书童", "播放", "暂停", "pause");
  }

  private void run(short[]... parts) throws Exception {
    blocks.add(FakeModel.block(parts));
    listener.doWork();
  }

  @Test
  void withoutAModel_isOffAndHearSaysSo() throws Exception {
    listener.onStart();
    run(silence(1));
    assertThat(listener.state()).isEqualTo(ListenState.OFF);
    assertThatThrownBy(() -> listener.hear(FakeModel.block(silence(1)), false))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("no speech model");
    listener.onClose();
  }

  @Test
  void newModel_isTakenBetweenTwoUtterances_oldOneIsFreed() throws Exception {
    FakeModel first = newModel();
    FakeModel second = newModel();
    listener.onStart();
    listener.use(new SpeechEngine(List.of(first), ListenSettings.DEFAULT));
    run(silence(2));
    listener.openWindow(Duration.ofSeconds(5));
    run(first.say(0.3, "暂停"));
    listener.use(new SpeechEngine(List.of(second), ListenSettings.DEFAULT));
    run(first.say(0.2, "暂停"));
    assertThat(first.handles).isEqualTo(1);
    run(silence(1));
    listener.doWork();
    assertThat(first.handles).isZero();
    assertThat(events)
        .last()
        .isInstanceOfSatisfying(
            ListenEvent.Final.class,
            last -> assertThat(last.transcript().language()).isEqualTo(Language.ZH));
    listener.onClose();
    listener.free();
    assertThat(second.handles).isZero();
    assertThat(first.open + second.open).isZero();
  }

  @Test
  void restartAfterAFailure_goesOnWithTheSameModels() throws Exception {
    FakeModel model = newModel();
    listener.onStart();
    listener.use(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    run(silence(1));
    listener.onClose();
    listener.onStart();
    run(silence(1));
    assertThat(listener.state()).isEqualTo(ListenState.IDLE);
    listener.onClose();
    listener.free();
    assertThat(model.handles).isZero();
  }

  /** The models were still being loaded when the daemon ended: nobody would free them any more. */
  @Test
  void use_afterFree_isFreedAtOnce() throws Exception {
    FakeModel model = newModel();
    listener.free();
    listener.use(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    assertThat(model.handles).isZero();
    assertThat(listener.modelNames()).isEmpty();
  }

  @Test
  void noBlocksForTwoSeconds_isOff() throws Exception {
    listener.onStart();
    listener.use(new SpeechEngine(List.of(newModel()), ListenSettings.DEFAULT));
    run(silence(1));
    assertThat(listener.state()).isEqualTo(ListenState.IDLE);
    for (int i = 0; i < 11; i++) { // the first one does not wait: more might have been there
      listener.doWork();
    }
    assertThat(listener.state()).isEqualTo(ListenState.OFF);
    run(silence(0.02));
    assertThat(listener.state()).isEqualTo(ListenState.IDLE);
    listener.onClose();
    listener.free();
  }

  @Test
  void level_ofTheNewestBlock() throws Exception {
    listener.onStart();
    run(FakeModel.tone(32_767, 0.02));
    assertThat(listener.levelDbfs()).isBetween(-0.1, 0.1);
    run(new short[320]);
    assertThat(listener.levelDbfs()).isEqualTo(-96);
    listener.onClose();
  }

  @Test
  void hear_recording_besideTheStream() throws Exception {
    FakeModel model = newModel();
    listener.use(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    List<ListenEvent> heard =
        listener.hear(FakeModel.block(silence(0.5), model.say(0.4, "暂停")), false);
    assertThat(heard).last().isInstanceOf(ListenEvent.Final.class);
    assertThat(events).isEmpty();
    listener.free();
    assertThat(model.handles).isZero();
  }
}
