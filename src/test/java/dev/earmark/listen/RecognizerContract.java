package dev.earmark.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import dev.earmark.listen.Recognizer.Cut;
import dev.earmark.listen.Recognizer.Partial;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every recogniser of commands does, on words that {@link FakeModel} hears. */
public abstract class RecognizerContract {
  protected static final String[] WORDS = {"播放", "西游记", "第", "一", "集", "暂停", "停"};

  protected final FakeModel model = new FakeModel(/* free= */ false, WORDS);
  private SpeechEngine engine;
  protected Recognizer recogniser;

  /** Returns what is put over the recogniser of the model. */
  protected abstract RecognizerLayer layer() throws IOException;

  @BeforeEach
  final void open() throws IOException {
    engine = new SpeechEngine(List.of(model), ListenSettings.DEFAULT, Meaning.WORDS, layer());
    engine.setTitles(List.of("西游记"));
    recogniser = engine.newRecognizer();
  }

  @AfterEach
  final void everythingIsClosed() {
    recogniser.close();
    recogniser.close();
    engine.close();
    assertThat(model.open).isZero();
  }

  protected final SpeechEngine engine() {
    return engine;
  }

  protected static Cut cut(short[] samples) {
    return new Cut(samples, List.of());
  }

  /** Begins an utterance and feeds it in blocks of 20 ms. */
  protected final short[] fed(short[]... parts) throws IOException {
    short[] all = FakeModel.join(parts);
    recogniser.begin();
    for (int at = 0; at < all.length; at += SoundHistory.BLOCK) {
      recogniser.feed(Arrays.copyOfRange(all, at, Math.min(all.length, at + SoundHistory.BLOCK)));
    }
    return all;
  }

  protected final short[] spoken(String... words) throws IOException {
    return fed(FakeModel.silence(0.2), model.say(0.3, words), FakeModel.silence(0.3));
  }

  @Test
  void finish_command_isUnderstood() throws IOException {
    short[] samples = spoken("播放", "西游记", "第", "一", "集");
    Transcript transcript = recogniser.finish(cut(samples)).transcript().orElseThrow();
    assertThat(transcript.text()).isEqualTo("播放西游记第一集");
    assertThat(transcript.language()).isEqualTo(Language.ZH);
    assertThat(transcript.confidence()).isBetween(0.5, 1.0);
    assertThat(transcript.startS()).isBetween(0.0, 0.3);
    assertThat(transcript.endS()).isBetween(1.6, 2.1);
    assertThat(transcript.words()).allMatch(word -> word.endS() > word.startS());
  }

  @Test
  void partial_growsWithTheWords_andTellsThatTheCommandIsWhole() throws IOException {
    spoken("播放", "西游记", "第");
    assertThat(recogniser.partial().progress()).isEqualTo(Progress.PARTIAL);
    short[] samples = spoken("暂停");
    assertThat(recogniser.partial())
        .isEqualTo(new Partial("暂停", Language.ZH, Progress.COMPLETE_OR_MORE));
    assertThat(recogniser.finish(cut(samples)).transcript()).isPresent();
  }

  @Test
  void finish_nothingSaid_isEmpty() throws IOException {
    short[] samples = fed(FakeModel.silence(0.5));
    assertThat(recogniser.finish(cut(samples)).transcript()).isEmpty();
  }

  @Test
  void finish_noSamplesAtAll_isEmpty() throws IOException {
    recogniser.begin();
    assertThat(recogniser.finish(cut(new short[0])).transcript()).isEmpty();
  }

  @Test
  void finish_ofPartOfWhatWasFed_hearsThePart() throws IOException {
    short[] samples = spoken("暂停");
    recogniser.feed(FakeModel.silence(0.5));
    assertThat(recogniser.finish(cut(samples)).transcript()).isPresent();
  }

  @Test
  void ahead_thenFinishOfTheSame_isUnderstoodOnce() throws IOException {
    short[] samples = spoken("暂停");
    recogniser.ahead(cut(samples));
    assertThat(recogniser.finish(cut(samples)).transcript())
        .hasValueSatisfying(found -> assertThat(found.text()).isEqualTo("暂停"));
  }

  @Test
  void hearOnly_commandsInAnotherLanguage_areNotTaken_untilAllAreHeardAgain() throws IOException {
    recogniser.hearOnly(Language.EN);
    short[] samples = spoken("暂停");
    assertThat(recogniser.partial().progress()).isEqualTo(Progress.NONE);
    assertThat(recogniser.finish(cut(samples)).transcript()).isEmpty();
    recogniser.hearOnly(Language.ZH);
    assertThat(recogniser.finish(cut(spoken("暂停"))).transcript()).isPresent();
    recogniser.hearOnly(null);
    assertThat(recogniser.finish(cut(spoken("暂停"))).transcript()).isPresent();
  }

  @Test
  void cancel_nextUtteranceIsHeardAlone() throws IOException {
    spoken("播放", "西游记");
    recogniser.cancel();
    recogniser.cancel();
    short[] samples = spoken("暂停");
    assertThat(recogniser.finish(cut(samples)).transcript())
        .hasValueSatisfying(found -> assertThat(found.text()).isEqualTo("暂停"));
  }

  @Test
  void finish_withoutBegin_hearsTheCut() throws IOException {
    short[] samples = FakeModel.join(model.say(0.4, "停"), FakeModel.silence(0.3));
    assertThat(recogniser.finish(cut(samples)).transcript()).isPresent();
  }

  @Test
  void close_inTheMiddle_leavesNothingOpen() throws IOException {
    spoken("播放");
    recogniser.close();
    assertThat(model.open).isZero();
  }
}
