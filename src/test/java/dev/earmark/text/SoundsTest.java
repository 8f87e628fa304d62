package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SoundsTest {
  @Test
  void syllables_characterWithTwoReadings_followsThePhrase() {
    assertThat(Sounds.syllables("长江")).containsExactly("cang", "jiang");
    assertThat(Sounds.syllables("音乐")).containsExactly("yin", "yue");
    assertThat(Sounds.syllables("《西遊記》")).containsExactly("xi", "you", "ji");
    assertThat(Sounds.syllables("播放 Peter Pan 第2章"))
        .containsExactly("bo", "fang", "peter", "pan", "di", "2", "zang");
  }

  @Test
  void syllables_nearSounds_areMerged() {
    assertThat(Sounds.syllables("神")).isEqualTo(Sounds.syllables("森"));
    assertThat(Sounds.syllables("南")).isEqualTo(Sounds.syllables("蓝"));
    assertThat(Sounds.syllables("英")).isEqualTo(Sounds.syllables("因"));
    assertThat(Sounds.syllables("战停")).isEqualTo(Sounds.syllables("暂停"));
    assertThat(Sounds.syllables("女")).isEqualTo(Sounds.syllables("吕"));
  }

  @ParameterizedTest
  @CsvSource({
    "西由记,西游记,0.99",
    "红楼孟,红楼梦,0.99",
    "三国沿义,三国演义,0.99",
    "聊摘志意,聊斋志异,0.99",
    "xiyouji,西游记,0.99",
    "hook finn,huck finn,0.8",
    "sure lock homes,sherlock holmes,0.7",
    "tresure iland,treasure island,0.8",
    "esops fables,aesop's fables,0.8",
    "the same,The Same!,0.99"
  })
  void similarity_heardWrongly_isHigh(String heard, String meant, double least) {
    assertThat(Sounds.similarity(heard, meant)).isGreaterThanOrEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({
    "西游记,水浒传",
    "三国演义,红楼梦",
    "treasure island,sherlock holmes",
    "西游记,treasure island",
    "alice,aesop"
  })
  void similarity_otherTitles_isLow(String a, String b) {
    assertThat(Sounds.similarity(a, b)).isLessThan(0.5);
  }

  @Property(tries = 300)
  void similarity_anyWords_isSymmetricAndBounded(
      @ForAll @AlphaChars String a, @ForAll @AlphaChars String b) {
    double ab = Sounds.similarity(a, b);
    assertThat(ab).isBetween(0.0, 1.0).isEqualTo(Sounds.similarity(b, a));
    assertThat(Sounds.similarity(a, a)).isEqualTo(1);
  }
}
