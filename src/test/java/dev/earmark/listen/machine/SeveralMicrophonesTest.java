package dev.earmark.listen.machine;

import static dev.earmark.listen.FakeModel.join;
import static dev.earmark.listen.FakeModel.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.FakeClock;
import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The listener takes the blocks of two microphones, also when it has been held up. */
final class SeveralMicrophonesTest {
  private static final String WAKE = "小书童";

  private final FakeModel model = new FakeModel(/* free= */ false, WAKE, "播放", "暂停", "停");
  private final FakeClock clock = new FakeClock();
  private final ArrayDeque<PcmBlock> kitchen = new ArrayDeque<>();
  private final ArrayDeque<PcmBlock> bedroom = new ArrayDeque<>();
  private final List<ListenEvent> events = new ArrayList<>();
  private final Listener listener = listener(VoiceActivity::loudnessOnly);

  private Listener listener(VoiceActivity.Factory activities) {
    return new Listener(
        List.of(
            new Listener.Input("kitchen", wait -> next(kitchen, wait)),
            new Listener.Input("bedroom", wait -> next(bedroom, wait))),
        ListenSettings.DEFAULT,
        activities,
        new Hearing(ListenSettings.DEFAULT, activities, block -> block),
        OwnSound.none(),
        events::add,
        clock);
  }

  @BeforeEach
  void start() throws Exception {
    listener.onStart();
    listener.use(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    arrive(silence(2), silence(2));
    catchUp();
  }

  @AfterEach
  void end() {
    listener.onClose();
    listener.free();
    assertThat(model.open).isZero();
    assertThat(model.handles).isZero();
  }

  /** Waits as a ring does, on the tests' clock. */
  private @Nullable PcmBlock next(ArrayDeque<PcmBlock> from, Duration wait) {
    if (from.isEmpty()) {
      clock.advance(wait);
    }
    return from.poll();
  }

  /** Puts sound into both rings, while the listener is held up. */
  private void arrive(short[] inKitchen, short[] inBedroom) {
    put(kitchen, inKitchen);
    put(bedroom, inBedroom);
  }

  private static void put(ArrayDeque<PcmBlock> ring, short[] sound) {
    for (int at = 0; at < sound.length; at += SoundHistory.BLOCK) {
      ring.add(FakeModel.block(Arrays.copyOfRange(sound, at, at + SoundHistory.BLOCK)));
    }
  }

  /** Lets the listener work until nothing waits; no time passes by the clock. */
  private void catchUp() throws Exception {
    while (!kitchen.isEmpty() || !bedroom.isEmpty()) {
      listener.doWork();
    }
  }

  /** Lets both microphones run for a time, the given ones with silence, the others dead. */
  private void run(double seconds, boolean withKitchen, boolean withBedroom) throws Exception {
    for (int i = 0; i < seconds * SoundHistory.RATE; i++) {
      clock.advance(Duration.ofMillis(20));
      arrive(
          withKitchen ? silence(0.02) : new short[0], withBedroom ? silence(0.02) : new short[0]);
      catchUp();
    }
  }

  private List<String> commands() {
    return events.stream()
        .filter(ListenEvent.Final.class::isInstance)
        .map(event -> ((ListenEvent.Final) event).transcript().text())
        .toList();
  }

  private boolean rejected() {
    return events.stream().anyMatch(ListenEvent.Rejected.class::isInstance);
  }

  /**
   * Four seconds of the kitchen are caught up with within milliseconds: the bedroom is not dead.
   */
  @Test
  void backlogOfTheFirst_leavesTheCommandOfTheOtherAlone() throws Exception {
    arrive(silence(1), join(model.say(0.6, WAKE), silence(0.4)));
    catchUp();
    arrive(silence(4), model.say(0.2, "暂停"));
    catchUp();
    run(2, /* withKitchen= */ true, /* withBedroom= */ true);
    assertThat(commands()).containsExactly("暂停");
    assertThat(rejected()).isFalse();
  }

  /** Both have waited: they are heard in step, so that the clearer one wins as it does in time. */
  @Test
  void backlogOfBoth_isHeardInStep() throws Exception {
    arrive(silence(12), noisy(silence(12)));
    catchUp();
    arrive(
        join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2)),
        noisy(join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "停"), silence(2))));
    catchUp();
    assertThat(commands()).containsExactly("暂停");
  }

  private static short[] noisy(short[] sound) {
    short[] noisy = sound.clone();
    for (int i = 0; i < noisy.length; i++) {
      if (Math.abs(noisy[i]) < 900) {
        noisy[i] = (short) (i % 2 == 0 ? 900 : -900);
      }
    }
    return noisy;
  }

  @Test
  void microphoneThatGivesNothingForTwoSeconds_letsGoOfTheFloor() throws Exception {
    arrive(silence(1), join(model.say(0.6, WAKE), silence(0.4)));
    catchUp();
    run(1.9, /* withKitchen= */ true, /* withBedroom= */ false);
    assertThat(rejected()).isFalse();
    run(0.2, /* withKitchen= */ true, /* withBedroom= */ false);
    assertThat(rejected()).isTrue();
    run(1.5, /* withKitchen= */ true, /* withBedroom= */ false);
    arrive(join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "停"), silence(2)), silence(0));
    catchUp();
    assertThat(commands()).containsExactly("停");
  }

  /** The first one sets the pace only while it is there. */
  @Test
  void firstMicrophoneGone_theOtherIsHeard() throws Exception {
    run(3, /* withKitchen= */ false, /* withBedroom= */ true);
    put(bedroom, join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2)));
    catchUp();
    assertThat(commands()).containsExactly("暂停");
  }

  /** The listener slept for ten seconds, and looks before the microphones' threads have run. */
  @Test
  void listenerThatWasHeldUp_blamesNoMicrophone() throws Exception {
    arrive(silence(1), join(model.say(0.6, WAKE), silence(0.4)));
    catchUp();
    clock.advance(Duration.ofSeconds(10));
    listener.doWork();
    arrive(silence(1), join(model.say(0.3, "暂停"), silence(0.7)));
    catchUp();
    assertThat(commands()).containsExactly("暂停");
    assertThat(rejected()).isFalse();
  }

  @Test
  void secondActivityCannotBeOpened_theFirstIsClosed() {
    int[] open = {0};
    VoiceActivity.Factory failing =
        () -> {
          if (open[0] > 0) {
            throw new IllegalStateException("no memory");
          }
          open[0]++;
          return new VoiceActivity() {
            @Override
            public boolean isVoice(short[] block) {
              return true;
            }

            @Override
            public void reset() {}

            @Override
            public void close() {
              open[0]--;
            }
          };
        };
    Listener other = listener(failing);
    assertThatThrownBy(other::onStart).hasMessage("no memory");
    other.onClose();
    assertThat(open[0]).isZero();
  }
}
