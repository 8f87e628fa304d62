package dev.earmark.listen.machine;

import static dev.earmark.listen.FakeModel.join;
import static dev.earmark.listen.FakeModel.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenEvent.Reason;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.Recordings;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.speak.Announcer;
import dev.earmark.speak.Chimes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The states and their transitions, on a stream whose words are certain. */
final class ListenMachineTest {
  private static final String WAKE = "小书童";

  private final FakeModel model =
      new FakeModel(
          /* free= */ false, WAKE, "播放", "西游记", "第", "一", "集", "暂停", "停", "回", "下", "到", "调", "音量");
  private final List<ListenEvent> events = new ArrayList<>();
  private final OwnSound ownSound = OwnSound.none();
  private ListenMachine machine = machine(ListenSettings.DEFAULT);

  private ListenMachine machine(ListenSettings settings) {
    return new ListenMachine(settings, VoiceActivity.loudnessOnly(), ownSound, events::add);
  }

  @BeforeEach
  void start() throws IOException {
    machine.setTitles(List.of("西游记"));
    machine.setEngine(new SpeechEngine(List.of(model), ListenSettings.DEFAULT));
    machine.accept(silence(2));
  }

  @AfterEach
  void everythingIsClosed() {
    machine.close();
    assertThat(model.open).isZero();
    assertThat(model.handles).isZero();
  }

  private void hear(short[]... parts) throws IOException {
    machine.accept(join(parts));
  }

  private Optional<Transcript> command() {
    return events.stream()
        .filter(ListenEvent.Final.class::isInstance)
        .map(event -> ((ListenEvent.Final) event).transcript())
        .findFirst();
  }

  private List<Reason> rejections() {
    return events.stream()
        .filter(ListenEvent.Rejected.class::isInstance)
        .map(event -> ((ListenEvent.Rejected) event).reason())
        .toList();
  }

  private long count(Class<? extends ListenEvent> type) {
    return events.stream().filter(type::isInstance).count();
  }

  @Test
  void wakePhraseThenCommand_isUnderstoodWithoutTheWakePhrase() throws IOException {
    hear(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "播放", "西游记"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
    assertThat(machine.state()).isEqualTo(ListenState.IDLE);
  }

  @Test
  void wakePhraseAndCommandInOneBreath_nothingIsLost() throws IOException {
    hear(model.say(0.6, WAKE), model.say(0.25, "播放", "西游记", "第", "一", "集"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记第一集");
    assertThat(command().get().startS()).isCloseTo(2.6, within(0.1));
  }

  @Test
  void wakePhrase_thatEarmarkItselfHasJustPlayed_doesNotWake() throws IOException {
    short[] phrase = model.say(0.6, WAKE);
    ownSound.played(Recordings.of(join(silence(1), phrase, silence(0.5))));
    hear(silence(0.3), phrase, silence(1.5));
    assertThat(events).isEmpty();
  }

  @Test
  void wakePhrase_whileSomethingElseIsPlayed_wakes() throws IOException {
    ownSound.played(Recordings.of(model.say(0.6, "播放", "西游记")));
    hear(model.say(0.6, WAKE), silence(1.5));
    assertThat(count(ListenEvent.Wake.class)).isOne();
  }

  @Test
  void wakePhrase_longAfterEarmarkHasPlayedIt_wakes() throws IOException {
    ownSound.played(Recordings.of(model.say(0.6, WAKE)));
    ownSound.played(Recordings.of(silence(6)));
    ownSound.played(Recordings.of(silence(1)));
    hear(model.say(0.6, WAKE), silence(1.5));
    assertThat(count(ListenEvent.Wake.class)).isOne();
  }

  /** A child who thinks in the middle of a sentence. */
  @Test
  void wakePhraseThatChoosesPatience_waitsLonger_andTheNextOneDoesNot() throws IOException {
    ListenSettings usual = ListenSettings.DEFAULT;
    machine.close();
    machine =
        machine(
            new ListenSettings(
                usual.languages(),
                usual.wakePhrases(),
                usual.wakeSensitivity(),
                usual.endSilence(),
                usual.followUp(),
                usual.maxLength(),
                usual.nothingSaid(),
                usual.stopWithoutWake(),
                usual.minConfidence(),
                Map.of(),
                Map.of(WAKE, Duration.ofSeconds(2)),
                Set.of(),
                usual.echoCancel()));
    model.handles++;
    start();
    hear(model.say(0.6, WAKE), silence(0.4), model.say(0.3, "哦"), silence(1.5));
    assertThat(count(ListenEvent.SpeechEnd.class)).isZero();
    hear(silence(1));
    assertThat(count(ListenEvent.SpeechEnd.class)).isOne();
    events.clear();
    machine.openWindow(Duration.ofSeconds(5));
    hear(silence(0.3), model.say(0.3, "哦"), silence(1.5));
    assertThat(count(ListenEvent.SpeechEnd.class)).isOne();
  }

  @Test
  void wakePhraseAndThenNothing_windowClosesAfterFiveSeconds() throws IOException {
    hear(model.say(0.6, WAKE), silence(3));
    assertThat(machine.state()).isEqualTo(ListenState.WINDOW_OPEN);
    hear(silence(3));
    assertThat(rejections()).containsExactly(Reason.NOTHING_SAID);
    assertThat(machine.state()).isEqualTo(ListenState.IDLE);
  }

  @Test
  void wakePhraseTwiceWithinTwoSeconds_wakesOnce() throws IOException {
    hear(model.say(0.6, WAKE), silence(0.3), model.say(0.6, WAKE), silence(1.0));
    assertThat(count(ListenEvent.Wake.class)).isEqualTo(1);
  }

  @Test
  void commandWithoutWakePhrase_isNotHeard() throws IOException {
    hear(model.say(0.4, "播放", "西游记"), silence(2));
    assertThat(events).isEmpty();
  }

  @Test
  void openWindow_commandNeedsNoWakePhrase() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(silence(1), model.say(0.3, "播放", "西游记"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
    assertThat(events.get(0)).isInstanceOf(ListenEvent.SpeechStart.class);
  }

  @Test
  void completeCommand_endsSooner_halfCommandEndsLater() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "停"), silence(0.64));
    assertThat(command()).isPresent();
    events.clear();
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.3, "播放", "西游记", "第"), silence(1.0));
    assertThat(machine.state()).isEqualTo(ListenState.HEARING);
    hear(model.say(0.3, "一", "集"), silence(1.0));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记第一集");
  }

  @Test
  void wakePhraseThatChoosesALanguage_othersAreNotHeard_untilAnotherWayIn() throws IOException {
    ListenSettings all = ListenSettings.DEFAULT;
    ListenSettings english =
        new ListenSettings(
            all.languages(),
            all.wakePhrases(),
            all.wakeSensitivity(),
            all.endSilence(),
            all.followUp(),
            all.maxLength(),
            all.nothingSaid(),
            all.stopWithoutWake(),
            all.minConfidence(),
            Map.of(WAKE, Language.EN),
            Map.of(),
            Set.of(),
            all.echoCancel());
    machine.close();
    model.handles = 1;
    machine = machine(english);
    start();
    hear(model.say(0.6, WAKE), silence(0.4), model.say(0.4, "播放", "西游记"), silence(1.5));
    assertThat(command()).isEmpty();
    assertThat(rejections()).containsExactly(Reason.NOT_UNDERSTOOD);
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "播放", "西游记"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
  }

  /** 播放 alone goes on with a book, but whoever says it mostly still thinks of the title. */
  @Test
  void verbThatLacksItsTitle_isWaitedForLonger() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "播放"), silence(1.0));
    assertThat(machine.state()).isEqualTo(ListenState.HEARING);
    hear(model.say(0.4, "西游记"), silence(1.0));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
    events.clear();
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "播放"), silence(1.4));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放");
  }

  @Test
  void unknownWords_areNotUnderstood_clickIsNothing() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.02, "播放"), silence(1), model.say(1.0, "别的话"), silence(1.5));
    assertThat(rejections()).containsExactly(Reason.NOT_UNDERSTOOD);
    assertThat(count(ListenEvent.SpeechStart.class)).isEqualTo(1);
  }

  @Test
  void endlessSpeech_endsAtTheLongestCommand() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(17, "别的话"));
    assertThat(rejections()).containsExactly(Reason.NOT_UNDERSTOOD);
    assertThat(count(ListenEvent.SpeechEnd.class)).isEqualTo(1);
  }

  @Test
  void closeWindow_cancels() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.3, "播放"));
    machine.closeWindow();
    assertThat(rejections()).containsExactly(Reason.CANCELLED);
    machine.closeWindow();
    assertThat(events.get(events.size() - 1)).isInstanceOf(ListenEvent.Rejected.class);
    assertThat(rejections()).hasSize(1);
  }

  @Test
  void releasedButton_recognisesWhatWasSaid() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "播放", "西游记"));
    machine.endUtterance();
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
  }

  @Test
  void muted_wakePhraseIsNotHeard_buttonIs() throws IOException {
    machine.setMuted(true);
    assertThat(machine.state()).isEqualTo(ListenState.MUTED);
    hear(model.say(0.6, WAKE), silence(1));
    assertThat(events).isEmpty();
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "暂停"), silence(1));
    assertThat(command()).isPresent();
    assertThat(machine.state()).isEqualTo(ListenState.MUTED);
    machine.setMuted(false);
    assertThat(machine.state()).isEqualTo(ListenState.IDLE);
  }

  @Test
  void ownSpeechWithTheWakePhrase_doesNotWake_otherSpeechMayBeInterrupted() throws IOException {
    machine.setSpeaking(true, "我叫小书童。");
    hear(model.say(0.6, WAKE), silence(1));
    assertThat(events).isEmpty();
    machine.setSpeaking(false, "");
    machine.setSpeaking(true, "好的，开始播放。");
    hear(model.say(0.6, WAKE), silence(1));
    assertThat(count(ListenEvent.Wake.class)).isEqualTo(1);
  }

  @Test
  void ownSpeech_isNotTranscribedInAnOpenWindow() throws IOException {
    machine.openWindow(Duration.ofSeconds(3));
    machine.setSpeaking(true, "要从头开始吗？");
    hear(model.say(5, "暂停"));
    assertThat(events).isEmpty();
    machine.setSpeaking(false, "");
    hear(silence(0.5), model.say(0.4, "暂停"), silence(1));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("暂停");
  }

  @Test
  void stopWordWhileABookPlays_needsNoWakePhrase() throws IOException {
    machine.setBookPlaying(true);
    hear(silence(1), model.say(0.4, "停"), silence(1));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("停");
    assertThat(count(ListenEvent.Wake.class)).isZero();
  }

  @Test
  void otherCommandWhileABookPlays_needsTheWakePhrase() throws IOException {
    machine.setBookPlaying(true);
    hear(silence(1), model.say(0.4, "下", "一", "集"), silence(1));
    assertThat(events).isEmpty();
  }

  @Test
  void stopWordWithoutABook_isNotHeard() throws IOException {
    hear(silence(1), model.say(0.4, "停"), silence(1));
    assertThat(events).isEmpty();
  }

  @Test
  void wakePhraseAgainInTheWindow_isNotPartOfTheCommand() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.5, WAKE), model.say(0.3, "播放", "西游记"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
  }

  /** "把音量 小书童 调到一": the phrase in the middle had made the command one not understood. */
  @Test
  void wakePhraseInTheMiddle_commandIsNotLost() throws IOException {
    hear(model.say(0.6, WAKE), silence(0.4));
    hear(model.say(0.4, "音量", WAKE, "调", "到", "一"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("音量调到一");
    assertThat(rejections()).isEmpty();
  }

  @Test
  void wakePhraseInTheMiddle_speakerBeginsAnew_laterWordsCount() throws IOException {
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.4, "下", WAKE, "播放", "西游记"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
  }

  /** The microphone hears the chime; it had been taken for a command that nobody understood. */
  @Test
  void ownWakeChime_isNoCommand_windowStaysOpen() throws IOException {
    PcmBlock chime =
        PcmConverter.convert(new Chimes().of(Announcer.Chime.WAKE), AudioFormat.SPEECH);
    hear(model.say(0.6, WAKE), silence(0.5), chime.samples(), silence(2));
    assertThat(count(ListenEvent.Wake.class)).isEqualTo(1);
    assertThat(count(ListenEvent.SpeechStart.class)).isZero();
    assertThat(machine.state()).isEqualTo(ListenState.WINDOW_OPEN);
    hear(model.say(0.4, "播放", "西游记"), silence(1.5));
    assertThat(command()).get().extracting(Transcript::text).isEqualTo("播放西游记");
  }

  @Test
  void newTitles_areHeardInTheNextUtterance() throws IOException {
    machine.setTitles(List.of());
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.3, "播放", "西游记"), silence(2));
    assertThat(command()).isEmpty();
    machine.setTitles(List.of("西游记"));
    machine.openWindow(Duration.ofSeconds(6));
    hear(model.say(0.3, "播放", "西游记"), silence(2));
    assertThat(command()).isPresent();
  }

  @Test
  void thirtySecondsOfSilence_opensNoRecogniser() throws IOException {
    int before = model.open;
    hear(silence(30));
    assertThat(events).isEmpty();
    assertThat(model.open).isEqualTo(before).isZero();
  }

  @Test
  void partials_growAndNeverHoldTheWakePhrase() throws IOException {
    hear(model.say(0.6, WAKE), model.say(0.4, "播放", "西游记", "第", "一", "集"), silence(1.5));
    List<String> partials =
        events.stream()
            .filter(ListenEvent.Partial.class::isInstance)
            .map(event -> ((ListenEvent.Partial) event).text())
            .toList();
    assertThat(partials).isNotEmpty().noneMatch(text -> text.contains(WAKE));
    assertThat(partials.get(partials.size() - 1)).isEqualTo("播放西游记第一集");
  }

  @Test
  void engineWithoutAModelOfTheLanguages_saysSo() {
    assertThatThrownBy(() -> new SpeechEngine(List.of(), ListenSettings.DEFAULT))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("earmark models install");
  }
}
