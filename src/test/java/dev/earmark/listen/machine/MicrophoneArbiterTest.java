package dev.earmark.listen.machine;

import static dev.earmark.listen.FakeModel.join;
import static dev.earmark.listen.FakeModel.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenEvent.Reason;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several microphones hear one person: one command comes of it, from whoever hears best. */
final class MicrophoneArbiterTest {
  private static final String WAKE = "小书童";
  private static final int KITCHEN = 0;
  private static final int BEDROOM = 1;

  private final FakeModel model =
      new FakeModel(
          /* free= */ false, WAKE, "播放", "西游记", "暂停", "停", "下", "一", "集", "hey", "earmark");
  private final List<ListenEvent> events = new ArrayList<>();
  private final MicrophoneArbiter arbiter =
      new MicrophoneArbiter(
          List.of("kitchen", "bedroom"),
          told ->
              new ListenMachine(
                  ListenSettings.DEFAULT, VoiceActivity.loudnessOnly(), OwnSound.none(), told),
          events::add);

  @BeforeEach
  void start() throws IOException {
    arbiter.setTitles(List.of("西游记"));
    arbiter.setEngine(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    hear(silence(2), silence(2));
  }

  @AfterEach
  void everythingIsClosed() {
    arbiter.close();
    assertThat(model.open).isZero();
    assertThat(model.handles).isZero();
  }

  /** Gives both microphones their sound block by block, the shorter one silence at its end. */
  private void hear(short[] kitchen, short[] bedroom) throws IOException {
    for (int at = 0; at < Math.max(kitchen.length, bedroom.length); at += SoundHistory.BLOCK) {
      arbiter.accept(KITCHEN, block(kitchen, at));
      arbiter.accept(BEDROOM, block(bedroom, at));
    }
  }

  private static short[] block(short[] sound, int at) {
    if (at >= sound.length) {
      return silence(0.02);
    }
    short[] block = new short[SoundHistory.BLOCK];
    System.arraycopy(sound, at, block, 0, block.length);
    return block;
  }

  /** The sound in a room with noise of that amplitude. */
  private static short[] noisy(int amplitude, short[]... parts) {
    short[] sound = join(parts);
    for (int i = 0; i < sound.length; i++) {
      if (Math.abs(sound[i]) < amplitude) {
        sound[i] = (short) (i % 2 == 0 ? amplitude : -amplitude);
      }
    }
    return sound;
  }

  private List<String> commands() {
    return all(ListenEvent.Final.class).stream().map(last -> last.transcript().text()).toList();
  }

  private <T extends ListenEvent> List<T> all(Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void bothHearAll_oneWakeAndOneCommand() throws IOException {
    short[] said =
        join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "播放", "西游记"), silence(2));
    hear(said, said);
    assertThat(all(ListenEvent.Wake.class)).hasSize(1);
    assertThat(all(ListenEvent.SpeechStart.class)).hasSize(1);
    assertThat(commands()).containsExactly("播放西游记");
    assertThat(arbiter.state()).isEqualTo(ListenState.IDLE);
  }

  @Test
  void wakePhrase_namesTheMicrophone() throws IOException {
    hear(silence(2), join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2)));
    assertThat(all(ListenEvent.Wake.class).get(0).microphone()).isEqualTo("bedroom");
    assertThat(commands()).containsExactly("暂停");
  }

  /** The same words come late by one of them, as by Bluetooth: that is no second command. */
  @Test
  void sameWords_threeTenthsLater_areNoSecondCommand() throws IOException {
    short[] said = join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2));
    hear(said, join(silence(0.3), said));
    assertThat(all(ListenEvent.Wake.class)).hasSize(1);
    assertThat(commands()).containsExactly("暂停");
  }

  @Test
  void clearerMicrophone_takesTheWordOver() throws IOException {
    short[] other = join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "停"), silence(2));
    short[] clear =
        join(silence(0.1), model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2));
    hear(noisy(900, silence(12)), silence(12)); // the kitchen's noise floor has risen
    events.clear();
    hear(noisy(900, other), clear);
    assertThat(all(ListenEvent.Wake.class)).hasSize(1);
    assertThat(commands()).containsExactly("暂停");
  }

  @Test
  void noClearerMicrophone_leavesTheWordToTheFirst() throws IOException {
    short[] first = join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "停"), silence(2));
    short[] second =
        join(silence(0.1), model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2));
    hear(first, second);
    assertThat(commands()).containsExactly("停");
  }

  @Test
  void anotherPersonElsewhere_isNotHeardDuringACommand() throws IOException {
    hear(
        join(model.say(0.6, WAKE), silence(1.4), model.say(0.3, "播放", "西游记"), silence(1)),
        join(silence(1.5), model.say(0.6, WAKE), model.say(0.3, "暂停"), silence(0.5)));
    assertThat(all(ListenEvent.Wake.class)).hasSize(1);
    assertThat(commands()).containsExactly("播放西游记");
  }

  @Test
  void nextCommand_mayComeFromElsewhere() throws IOException {
    hear(join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "停"), silence(4)), silence(1));
    hear(silence(1), join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2)));
    assertThat(commands()).containsExactly("停", "暂停");
  }

  @Test
  void button_opensAll_andNothingSaidIsToldOnce() throws IOException {
    arbiter.openWindow(Duration.ofSeconds(5));
    assertThat(arbiter.state()).isEqualTo(ListenState.WINDOW_OPEN);
    hear(silence(6), silence(6));
    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            ListenEvent.Rejected.class,
            last -> assertThat(last.reason()).isEqualTo(Reason.NOTHING_SAID));
    assertThat(arbiter.busy()).isFalse();
  }

  @Test
  void button_whoBeginsToSpeakIsHeard_onceOnly() throws IOException {
    arbiter.openWindow(Duration.ofSeconds(5));
    hear(silence(1), join(silence(0.5), model.say(0.3, "暂停"), silence(8)));
    assertThat(commands()).containsExactly("暂停");
    assertThat(all(ListenEvent.Rejected.class)).isEmpty();
    assertThat(arbiter.busy()).isFalse();
  }

  @Test
  void question_isAnsweredWhereTheCommandWasHeard() throws IOException {
    hear(silence(4), join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "停"), silence(2)));
    events.clear();
    arbiter.openAgain(Duration.ofSeconds(5));
    hear(join(silence(0.5), model.say(0.3, "播放", "西游记"), silence(2)), silence(2));
    assertThat(events).isEmpty();
    hear(silence(2), join(model.say(0.3, "暂停"), silence(2)));
    assertThat(commands()).containsExactly("暂停");
  }

  @Test
  void stopWord_thatBothHear_stopsOnce() throws IOException {
    arbiter.setBookPlaying(true);
    short[] said = join(silence(1.2), model.say(0.5, "停"), silence(2));
    hear(said, join(silence(0.1), said));
    assertThat(commands()).containsExactly("停");
  }

  @Test
  void microphoneThatIsPulledOut_duringItsCommand_letsTheOthersListen() throws IOException {
    hear(join(model.say(0.6, WAKE), silence(0.5)), silence(1.1));
    arbiter.gone(KITCHEN);
    assertThat(all(ListenEvent.Rejected.class))
        .singleElement()
        .satisfies(last -> assertThat(last.reason()).isEqualTo(Reason.CANCELLED));
    short[] said = join(silence(1.5), model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"));
    for (short[] sound : List.of(said, silence(2))) {
      for (int at = 0; at < sound.length; at += SoundHistory.BLOCK) {
        arbiter.accept(BEDROOM, block(sound, at));
      }
    }
    assertThat(commands()).containsExactly("暂停");
  }

  @Test
  void button_whileOneIsPulledOut_waitsForTheOthersOnly() throws IOException {
    arbiter.gone(KITCHEN);
    arbiter.openWindow(Duration.ofSeconds(5));
    for (int i = 0; i < 300; i++) {
      arbiter.accept(BEDROOM, silence(0.02));
    }
    assertThat(all(ListenEvent.Rejected.class)).hasSize(1);
    assertThat(arbiter.busy()).isFalse();
  }

  @Test
  void closeWindow_whileAllWait_isToldOnce() {
    arbiter.openWindow(Duration.ofSeconds(5));
    arbiter.closeWindow();
    assertThat(events).singleElement().isInstanceOf(ListenEvent.Rejected.class);
    assertThat(arbiter.busy()).isFalse();
  }

  @Test
  void muted_noneWakes_andTheButtonStillOpens() throws IOException {
    arbiter.setMuted(true);
    short[] said = join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2));
    hear(said, said);
    assertThat(events).isEmpty();
    assertThat(arbiter.state()).isEqualTo(ListenState.MUTED);
    arbiter.openWindow(Duration.ofSeconds(5));
    hear(silence(1), join(silence(0.3), model.say(0.3, "暂停"), silence(1.5)));
    assertThat(commands()).containsExactly("暂停");
  }

  /** A model that cannot be shared is not left behind, and the old one goes on hearing. */
  @Test
  void engineThatCannotBeShared_isClosed_theOldOneStaysInUse() throws IOException {
    FakeModel small = new FakeModel(/* free= */ false, WAKE, "暂停");
    small.mostHandles = 1;
    SpeechEngine engine = new SpeechEngine(List.of(small), ListenSettings.DEFAULT);
    assertThatThrownBy(() -> arbiter.setEngine(engine)).hasMessageContaining("no memory");
    assertThat(small.handles).isZero();
    hear(join(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2)), silence(4));
    assertThat(commands()).containsExactly("暂停");
  }

  /** The clearer one heard the child's phrase: what it stands for holds, so it has to be told. */
  @Test
  void clearerMicrophone_heardAnotherPhrase_thatOneIsToldToo() throws IOException {
    short[] other =
        join(model.say(0.3, "hey", "earmark"), silence(0.4), model.say(0.3, "停"), silence(2));
    short[] clear =
        join(silence(0.1), model.say(0.6, WAKE), silence(0.4), model.say(0.3, "暂停"), silence(2));
    hear(noisy(900, silence(12)), silence(12)); // the kitchen's noise floor has risen
    events.clear();
    hear(noisy(900, other), clear);
    assertThat(all(ListenEvent.Wake.class).stream().map(wake -> wake.phrase() + wake.microphone()))
        .containsExactly("hey earmarkkitchen", WAKE + "bedroom");
    assertThat(commands()).containsExactly("暂停");
  }
}
