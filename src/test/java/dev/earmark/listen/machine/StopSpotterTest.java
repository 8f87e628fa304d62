package dev.earmark.listen.machine;

import static dev.earmark.listen.FakeModel.join;
import static dev.earmark.listen.FakeModel.silence;
import static dev.earmark.listen.FakeModel.tone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.Recordings;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Words that stop a book which goes on around them, on a stream whose words are certain. */
final class StopSpotterTest {
  private final FakeModel model = new FakeModel(/* free= */ false, "小书童", "停", "回", "下", "stop");
  private final List<ListenEvent> events = new ArrayList<>();
  private final OwnSound ownSound = OwnSound.none();
  private final ListenMachine machine =
      new ListenMachine(
          ListenSettings.DEFAULT, VoiceActivity.loudnessOnly(), ownSound, events::add);

  @BeforeEach
  void start() throws IOException {
    machine.setEngine(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    machine.accept(silence(2));
    machine.setBookPlaying(true);
  }

  @AfterEach
  void everythingIsClosed() {
    machine.close();
    assertThat(model.open).isZero();
    assertThat(model.handles).isZero();
  }

  /** A book: words of different loudness without a pause, all of them quieter than the listener. */
  private static short[] book() {
    short[] words = join(tone(1_000, 0.4), tone(4_000, 0.5), tone(2_000, 0.3), tone(4_200, 0.4));
    return join(words, words);
  }

  private List<String> stops() {
    return events.stream()
        .filter(ListenEvent.Final.class::isInstance)
        .map(event -> ((ListenEvent.Final) event).transcript().text())
        .toList();
  }

  @Test
  void stopWord_amidABookThatGoesOn_isHeardOnce() throws IOException {
    machine.accept(join(book(), model.say(0.4, "停"), book()));
    assertThat(stops()).containsExactly("停");
  }

  @Test
  void stopWord_isToldByItsTime() throws IOException {
    machine.accept(join(book(), model.say(0.4, "stop"), book()));
    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            ListenEvent.Final.class,
            last -> assertThat(last.transcript().startS()).isCloseTo(5.2, within(0.1)));
  }

  @Test
  void wordOfASentence_isNone() throws IOException {
    machine.accept(join(book(), model.say(0.4, "回", "停", "下"), book()));
    assertThat(events).isEmpty();
  }

  @Test
  void wordThatTheBookSays_isNone() throws IOException {
    short[] word = model.say(0.4, "停");
    ownSound.played(Recordings.of(join(silence(0.5), word, book())));
    machine.accept(join(book(), word, book()));
    assertThat(events).isEmpty();
  }

  @Test
  void wordThatTheBookSays_betweenPauses_isNone() throws IOException {
    short[] word = model.say(0.4, "停");
    ownSound.played(Recordings.of(join(silence(0.5), word, silence(1))));
    machine.accept(join(silence(0.5), word, silence(1)));
    assertThat(events).isEmpty();
  }

  @Test
  void twoStopWords_bothAreHeard() throws IOException {
    machine.accept(join(book(), model.say(0.4, "停"), book(), model.say(0.4, "stop"), book()));
    assertThat(stops()).containsExactly("停", "stop");
  }

  @Test
  void bookThatStopped_wordIsNotHeard() throws IOException {
    machine.accept(join(book(), model.say(0.4, "停")));
    machine.setBookPlaying(false);
    machine.accept(book());
    assertThat(events).isEmpty();
  }

  @Test
  void settingOff_nothingIsHeard() throws IOException {
    ListenSettings d = ListenSettings.DEFAULT;
    ListenSettings off =
        new ListenSettings(
            d.languages(),
            d.wakePhrases(),
            d.wakeSensitivity(),
            d.endSilence(),
            d.followUp(),
            d.maxLength(),
            d.nothingSaid(),
            /* stopWithoutWake= */ false,
            d.minConfidence());
    try (ListenMachine other =
        new ListenMachine(off, VoiceActivity.loudnessOnly(), ownSound, events::add)) {
      other.setEngine(new SpeechEngine(List.of(model.share()), off));
      other.accept(silence(2));
      other.setBookPlaying(true);
      other.accept(join(book(), model.say(0.4, "停"), book()));
    }
    assertThat(events).isEmpty();
  }
}
