package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Transliterator;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NormalizerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "播放 西游记 第 一 集|播放西游记第一集",
        "播放  Peter   Pan 第二章|播放 Peter Pan 第二章",
        "嗯……帮我放一下那个，三国演义|帮我放一下那个，三国演义",
        "呃 那个 放西游记 啊|放西游记",
        "um, uh play treasure island um|play treasure island",
        "umbrella stories|umbrella stories",
        "现在几点？|现在几点？",
        "第 12 集|第12集",
        "嗯|''"
      })
  void transcript_blanksAndFillers_goAwayAtTheRightPlaces(String heard, String expected) {
    assertThat(Normalizer.transcript(heard)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "《西遊記》|西游记",
        "聊齋 志異|聊斋志异",
        "Alice's  Adventures, in Wonderland!|alices adventures in wonderland",
        "Alice’s|alices",
        "三国演义（全集）|三国演义全集",
        "Ｐｅｔｅｒ　Ｐａｎ|peter pan",
        "Sherlock-Holmes|sherlock holmes"
      })
  void key_sameWordsWrittenDifferently_areEqual(String text, String key) {
    assertThat(Normalizer.key(text)).isEqualTo(key);
  }

  @Test
  void simplify_everyCharacterAndEveryPhraseOfTheTable_isWhatIcuSays() {
    Transliterator icu = Transliterator.getInstance("Traditional-Simplified");
    List<String> texts = new ArrayList<>();
    for (String rule : icu.toRules(/* escapeUnprintable= */ false).split(";", -1)) {
      int arrow = rule.indexOf('→');
      texts.add("书" + rule.substring(0, Math.max(0, arrow)).strip() + "书");
    }
    for (int c = 0; c < Character.MIN_SURROGATE; c++) {
      texts.add("书" + (char) c);
    }
    for (String text : texts) {
      String simple = icu.transliterate(text);
      if (icu.transliterate(simple).equals(simple)) {
        assertThat(Normalizer.simplify(text)).isEqualTo(simple);
      }
    }
    assertThat(texts).hasSizeGreaterThan(56_000);
    assertThat(Normalizer.simplify("𠮷書")).isEqualTo("𠮷书");
  }

  @Property(tries = 2_000)
  void key_anyText_isAFixedPoint(@ForAll String text) {
    String key = Normalizer.key(text);
    assertThat(Normalizer.key(key)).isEqualTo(key);
  }

  @Property(tries = 2_000)
  void transcript_anyText_isAFixedPoint(@ForAll String text) {
    String transcript = Normalizer.transcript(text);
    assertThat(Normalizer.transcript(transcript)).isEqualTo(transcript);
  }
}
