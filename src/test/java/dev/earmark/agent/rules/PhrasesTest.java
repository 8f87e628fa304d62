package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentences with the calls that are right, from the tables in the test resources. */
final class PhrasesTest {
  private final RuleModel rules = new RuleModel();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/phrases.tsv",
        "/more_phrases.tsv",
        "/phrases_judge.tsv",
        "/spoken_phrases.tsv",
        "/heldout_phrases.tsv",
        "/heldout2_phrases.tsv"
      })
  void decide_everyPhraseOfTheTable_givesARightCall(String table) throws IOException {
    List<String> faults =
        PhraseTable.read(table).stream()
            .map(p -> PhraseTable.fault(p, rules.decide(p.text(), p.language(), p.situation())))
            .filter(Objects::nonNull)
            .toList();
    assertThat(faults).isEmpty();
  }

  @Test
  void decide_everyRecordedCommand_givesARightCall() throws IOException {
    List<String> faults = new ArrayList<>();
    Situation situation =
        PhraseTable.situation("playing 西游记 section 2 at 30 s, volume 50, speed 1.0");
    for (String line : PhraseTable.lines("/speech_synth/INDEX.tsv")) {
      String[] cells = line.split("\t", -1);
      String text = cells[2].replaceFirst("^(?:小书童|hey earmark)\\s*", "");
      PhraseTable.Phrase phrase =
          PhraseTable.recorded(
              cells[0], Language.of(cells[1]), text, cells[4], cells[5], situation);
      for (String said : List.of(text, cells[2])) {
        String fault = PhraseTable.fault(phrase, rules.decide(said, phrase.language(), situation));
        if (fault != null) {
          faults.add(fault);
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  static Stream<String> decorations() {
    return Stream.of("请%s", "麻烦你%s", "嗯%s", "%s吧", "%s，谢谢", "帮我%s", "能不能%s");
  }

  @ParameterizedTest
  @MethodSource("decorations")
  void decide_politeForms_giveTheSameCall(String form) {
    Situation situation = PhraseTable.situation("playing 西游记 section 2 at 30 s, volume 50");
    for (String command :
        List.of("暂停", "下一集", "播放三国演义第十二回", "快进三十秒", "音量调到百分之三十", "声音大一点", "三十分钟后停止播放")) {
      Decision plain = rules.decide(command, Language.ZH, situation);
      Decision polite =
          rules.decide(String.format(java.util.Locale.ROOT, form, command), Language.ZH, situation);
      assertThat(polite.call()).as(form + " " + command).isNotNull().isEqualTo(plain.call());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "please %s",
        "could you %s",
        "um %s",
        "%s please",
        "can you please %s",
        "okay %s",
        "%s thanks"
      })
  void decide_politeFormsInEnglish_giveTheSameCall(String form) {
    Situation situation = PhraseTable.situation("playing Alice section 2 at 30 s, volume 50");
    for (String command :
        List.of(
            "pause",
            "next chapter",
            "play treasure island chapter three",
            "skip thirty seconds",
            "turn it up",
            "stop in half an hour",
            "read a little slower")) {
      Decision plain = rules.decide(command, Language.EN, situation);
      Decision polite =
          rules.decide(String.format(java.util.Locale.ROOT, form, command), Language.EN, situation);
      assertThat(polite.call()).as(form + " " + command).isNotNull().isEqualTo(plain.call());
    }
  }
}
