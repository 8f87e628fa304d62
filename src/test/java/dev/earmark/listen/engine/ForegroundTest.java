package dev.earmark.listen.engine;

import static dev.earmark.listen.FakeModel.join;
import static dev.earmark.listen.FakeModel.tone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.listen.Recognizer.Cut.Part;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.Transcript.Word;
import dev.earmark.listen.grammar.PhraseGrammar;
import dev.earmark.listen.grammar.Rules;
import dev.earmark.listen.grammar.Vocabulary;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Commands amid a voice behind the speaker. */
final class ForegroundTest {
  private static final PhraseGrammar GRAMMAR =
      PhraseGrammar.compile(
          List.of(Rules.ofPhrases(List.of("停止 播放", "播放"))),
          List.of(),
          new Vocabulary(Set.of("停止", "播放")::contains));

  /** One second of background, one of command, one of background. */
  private static final List<Alternative> HEARD =
      List.of(
          new Alternative(
              List.of(
                  new Word(PhraseGrammar.UNKNOWN, 1, 0, 1),
                  new Word("停止", 1, 1, 1.5),
                  new Word("播放", 1, 1.5, 2),
                  new Word(PhraseGrammar.UNKNOWN, 1, 2.2, 3)),
              0));

  private static short[] sound(int before, int command, int after) {
    return join(tone(before, 1), tone(command, 1), tone(after, 1));
  }

  @Test
  void find_commandLouderThanBothSides_isCutOut() {
    Part part = Foreground.find(HEARD, GRAMMAR, sound(1_000, 9_000, 1_000)).orElseThrow();
    assertThat(part.from()).isBetween(12_000, 16_000);
    assertThat(part.to()).isBetween(32_000, 40_000);
  }

  @Test
  void find_wordsAsLoudAsTheRestOfTheSentence_areNoCommand() {
    assertThat(Foreground.find(HEARD, GRAMMAR, sound(8_000, 9_000, 1_000))).isEmpty();
    assertThat(Foreground.find(HEARD, GRAMMAR, sound(1_000, 9_000, 8_000))).isEmpty();
  }

  @Test
  void find_nothingAroundTheCommand_leavesTheSoundAsItIs() {
    List<Alternative> alone =
        List.of(
            new Alternative(List.of(new Word("停止", 1, 0.1, 0.5), new Word("播放", 1, 0.5, 0.9)), 0));
    assertThat(Foreground.find(alone, GRAMMAR, tone(9_000, 1))).isEmpty();
  }
}
