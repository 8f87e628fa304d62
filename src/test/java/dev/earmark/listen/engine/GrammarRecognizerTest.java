package dev.earmark.listen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import dev.earmark.listen.Meaning;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.Transcript.Word;
import dev.earmark.listen.grammar.PhraseGrammar;
import dev.earmark.listen.grammar.Rules;
import dev.earmark.listen.grammar.Vocabulary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Which of several readings of an utterance counts: a wrong action is worse than a question. */
final class GrammarRecognizerTest {
  private static final Set<String> WORDS = Set.of("后退", "十", "五", "秒");
  private static final Alternative TEN = reading(100, "后退", "十", "秒");

  private static Alternative reading(double score, String... words) {
    List<Word> timed = new ArrayList<>();
    for (String word : words) {
      timed.add(new Word(word, 1, timed.size() * 0.2, timed.size() * 0.2 + 0.2));
    }
    return new Alternative(timed, score);
  }

  private static Alternative fifteen(double score) {
    return reading(score, "后退", "十", "五", "秒");
  }

  /** Returns what is understood when a decoding of so many samples gives such readings. */
  private static Optional<String> understood(Alternative... readings) throws IOException {
    return understood(new ScriptedModel(List.of(readings), /* freePhones= */ 0));
  }

  private static Recognizer recogniser(SpeechModel model, Meaning meaning) {
    PhraseGrammar grammar =
        PhraseGrammar.compile(
            List.of(Rules.ofPhrases(List.of("后退 十 秒", "后退 十 五 秒"))),
            List.of(),
            new Vocabulary(WORDS::contains));
    return new GrammarRecognizer(model, grammar, 0.5, Language.ZH, meaning);
  }

  private static Optional<String> understood(SpeechModel model) throws IOException {
    return understood(model, Meaning.WORDS);
  }

  private static Optional<String> understood(SpeechModel model, Meaning meaning)
      throws IOException {
    try (Recognizer recogniser = recogniser(model, meaning)) {
      recogniser.begin();
      return recogniser
          .finish(new Recognizer.Cut(new short[16_000], List.of()))
          .transcript()
          .map(Transcript::text);
    }
  }

  @Test
  void finish_otherCommandNearlyAsLikely_isNotUnderstood() throws IOException {
    assertThat(understood(TEN, fifteen(99))).isEmpty();
  }

  @Test
  void finish_otherCommandFarLessLikely_isUnderstood() throws IOException {
    assertThat(understood(TEN, fifteen(96))).contains("后退十秒");
  }

  /** "接着讲" and "接着讲吧" were rivals, and a clear command was refused for it. */
  @Test
  void finish_otherWordingOfTheSameWishAsLikely_isUnderstood() throws IOException {
    SpeechModel model = new ScriptedModel(List.of(TEN, fifteen(99.9)), /* freePhones= */ 0);
    assertThat(understood(model, Meaning.WORDS)).isEmpty();
    assertThat(understood(model, (command, language) -> "back")).contains("后退十秒");
  }

  /** "i want i hear …" is strung together by the grammar's bigram; nobody says it. */
  @Test
  void finish_readingsThatAreNoCommandAsLikely_isUnderstood() throws IOException {
    assertThat(
            understood(
                reading(100, "后退", "五", "十", "秒"),
                reading(99.9, "后退", "十", "十", "秒"),
                reading(99.8, "后退", "秒"),
                reading(99.7, "后退", "十", "秒")))
        .contains("后退十秒");
  }

  /**
   * In a room with an echo "停止播放" was heard as "继续播放", with hardly another reading; compared alone,
   * the words that were said explained the sound nearly as well.
   */
  @Test
  void finish_commandThatUndoesItExplainsTheSoundNearlyAsWell_isNotUnderstood() throws IOException {
    assertThat(understood(heardTenSeconds(/* fifteen= */ 94), OPPOSITES)).isEmpty();
    assertThat(understood(heardTenSeconds(/* fifteen= */ 94), Meaning.WORDS)).contains("后退十秒");
  }

  @Test
  void finish_commandThatUndoesItExplainsTheSoundWorse_isUnderstood() throws IOException {
    assertThat(understood(heardTenSeconds(/* fifteen= */ 90), OPPOSITES)).contains("后退十秒");
  }

  /** Ten and fifteen seconds as if they were opposites. */
  private static final Meaning OPPOSITES =
      new Meaning() {
        @Override
        public Object of(String command, Language language) {
          return command;
        }

        @Override
        public boolean opposite(Object one, Object other) {
          return !one.equals(other);
        }
      };

  private static SpeechModel heardTenSeconds(double fifteen) {
    return new ScriptedModel(List.of(TEN, fifteen(fifteen)), /* freePhones= */ 70);
  }

  @Test
  void finish_freePhonesExplainTheSoundAsWell_isNotUnderstood() throws IOException {
    assertThat(understood(new ScriptedModel(List.of(TEN), /* freePhones= */ 96))).isEmpty();
  }

  @Test
  void finish_freePhonesExplainTheSoundFarWorse_isUnderstood() throws IOException {
    assertThat(understood(new ScriptedModel(List.of(TEN), /* freePhones= */ 70))).contains("后退十秒");
  }

  /** The answer waits for one decoding, that of the command's own words, and no more. */
  @Test
  void ahead_ofJustWhatWasFed_decodesOnlyTheCommandAnew() throws IOException {
    ScriptedModel model = new ScriptedModel(List.of(TEN), /* freePhones= */ 70);
    try (Recognizer recogniser = recogniser(model, Meaning.WORDS)) {
      recogniser.begin();
      recogniser.feed(new short[8_000]);
      recogniser.feed(new short[8_000]);
      model.fed.clear();
      Recognizer.Cut cut = new Recognizer.Cut(new short[16_000], List.of());
      assertThat(recogniser.ahead(cut).flatMap(Recognizer.Result::transcript)).isPresent();
    }
    assertThat(model.fed).containsExactly("[后退 十 秒] 16000");
  }

  /** The silence goes on after {@code ahead}; only when somebody speaks on is it all needed. */
  @Test
  void feed_afterAhead_waitsAndThenGoesOnWithAllThatWasFed() throws IOException {
    ScriptedModel model = new ScriptedModel(List.of(TEN), /* freePhones= */ 70);
    try (Recognizer recogniser = recogniser(model, Meaning.WORDS)) {
      recogniser.begin();
      recogniser.feed(new short[8_000]);
      recogniser.ahead(new Recognizer.Cut(new short[8_000], List.of()));
      model.fed.clear();
      recogniser.feed(new short[4_800]);
      assertThat(model.fed).isEmpty();
      recogniser.feed(new short[640]);
      assertThat(model.fed)
          .containsExactly(
              "[[unk], 后退 十 五 秒, 后退 十 秒] 8000",
              "[[unk]] 8000",
              "[[unk], 后退 十 五 秒, 后退 十 秒] 4800",
              "[[unk]] 4800",
              "[[unk], 后退 十 五 秒, 后退 十 秒] 640",
              "[[unk]] 640");
      model.fed.clear();
      Recognizer.Cut cut = new Recognizer.Cut(new short[13_440], List.of());
      assertThat(recogniser.ahead(cut).flatMap(Recognizer.Result::transcript)).isPresent();
    }
    assertThat(model.fed).containsExactly("[后退 十 秒] 13440");
  }

  @Test
  void finish_ofLessThanWasFed_decodesThatAnew() throws IOException {
    ScriptedModel model = new ScriptedModel(List.of(TEN), /* freePhones= */ 70);
    try (Recognizer recogniser = recogniser(model, Meaning.WORDS)) {
      recogniser.begin();
      recogniser.feed(new short[16_000]);
      model.fed.clear();
      Recognizer.Cut cut = new Recognizer.Cut(new short[12_000], List.of());
      assertThat(recogniser.finish(cut).transcript()).isPresent();
    }
    assertThat(model.fed)
        .containsExactlyInAnyOrder(
            "[[unk], 后退 十 五 秒, 后退 十 秒] 12000", "[后退 十 秒] 12000", "[[unk]] 12000");
  }

  /** What is softer behind a command that may go on may be its rest; silence is not. */
  @Test
  void finish_loudPartThatMayGoOn_countsWhenNothingWasSaidBehindIt() throws IOException {
    assertThat(understoodInPart(/* spoken= */ 12_000)).contains("后退");
    assertThat(understoodInPart(/* spoken= */ 15_000)).isEmpty();
  }

  /** Hears nothing in the whole, and in its first 11,200 samples a command that may go on. */
  private static Optional<String> understoodInPart(int spoken) throws IOException {
    ScriptedModel model =
        new ScriptedModel(
            samples -> List.of(reading(100, samples == 16_000 ? "[unk]" : "后退")),
            /* freePhones= */ 70);
    PhraseGrammar grammar =
        PhraseGrammar.compile(
            List.of(Rules.ofPhrases(List.of("后退", "后退 十 五 秒"))),
            List.of(),
            new Vocabulary(WORDS::contains));
    Recognizer.Cut.Part part = new Recognizer.Cut.Part(0, 11_200);
    try (Recognizer recogniser =
        new GrammarRecognizer(model, grammar, 0.5, Language.ZH, Meaning.WORDS)) {
      recogniser.begin();
      return recogniser
          .finish(new Recognizer.Cut(new short[16_000], List.of(part), spoken))
          .transcript()
          .map(Transcript::text);
    }
  }

  /**
   * Gives the readings that the test wants; one phrase alone is the best of them, and what fits no
   * phrase has a score of its own. Notes what is fed to which grammar.
   */
  private static final class ScriptedModel implements SpeechModel {
    final List<String> fed = new ArrayList<>();
    private final IntFunction<List<Alternative>> readings;
    private final double freePhones;

    ScriptedModel(List<Alternative> readings, double freePhones) {
      this(samples -> readings, freePhones);
    }

    /** Takes what is read in so many samples. */
    ScriptedModel(IntFunction<List<Alternative>> readings, double freePhones) {
      this.readings = readings;
      this.freePhones = freePhones;
    }

    private static String text(Alternative reading) {
      return String.join(" ", reading.texts());
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public Set<Language> languages() {
      return Set.of(Language.ZH);
    }

    @Override
    public boolean freeDecoding() {
      return false;
    }

    @Override
    public boolean grammars() {
      return true;
    }

    @Override
    public boolean knows(String word) {
      return WORDS.contains(word);
    }

    @Override
    public Decoding decode(List<String> phrases, int alternatives) {
      Set<String> grammar = new TreeSet<>(phrases);
      return new Decoding() {
        private int length;

        @Override
        public void feed(short[] samples) {
          length += samples.length;
          fed.add(grammar + " " + samples.length);
        }

        @Override
        public List<String> partial() {
          return List.of();
        }

        @Override
        public List<Alternative> finish() {
          return phrases.equals(List.of(PhraseGrammar.UNKNOWN))
              ? List.of(reading(freePhones, PhraseGrammar.UNKNOWN))
              : readings.apply(length).stream()
                  .filter(each -> grammar.size() > 1 || grammar.contains(text(each)))
                  .toList();
        }

        @Override
        public void close() {
          // Holds nothing.
        }
      };
    }

    @Override
    public SpeechModel share() {
      return this;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
