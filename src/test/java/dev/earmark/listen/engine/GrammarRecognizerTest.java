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

  private static Optional<String> understood(SpeechModel model) throws IOException {
    return understood(model, Meaning.WORDS);
  }

  private static Optional<String> understood(SpeechModel model, Meaning meaning)
      throws IOException {
    PhraseGrammar grammar =
        PhraseGrammar.compile(
            List.of(Rules.ofPhrases(List.of("后退 十 秒", "后退 十 五 秒"))),
            List.of(),
            new Vocabulary(WORDS::contains));
    try (Recognizer recogniser = new GrammarRecognizer(model, grammar, 0.5, Language.ZH, meaning)) {
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

  @Test
  void finish_freePhonesExplainTheSoundAsWell_isNotUnderstood() throws IOException {
    assertThat(understood(new ScriptedModel(List.of(TEN), /* freePhones= */ 96))).isEmpty();
  }

  @Test
  void finish_freePhonesExplainTheSoundFarWorse_isUnderstood() throws IOException {
    assertThat(understood(new ScriptedModel(List.of(TEN), /* freePhones= */ 70))).contains("后退十秒");
  }

  /**
   * Gives the readings that the test wants; one phrase alone is the best of them, and what fits no
   * phrase has a score of its own.
   */
  private record ScriptedModel(List<Alternative> readings, double freePhones)
      implements SpeechModel {
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
      return new Decoding() {
        @Override
        public void feed(short[] samples) {
          // What it says is decided.
        }

        @Override
        public List<String> partial() {
          return List.of();
        }

        @Override
        public List<Alternative> finish() {
          return phrases.equals(List.of(PhraseGrammar.UNKNOWN))
              ? List.of(reading(freePhones, PhraseGrammar.UNKNOWN))
              : readings;
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
