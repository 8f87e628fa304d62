package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OrdinalsTest {
  @ParameterizedTest
  @CsvSource({
    "西游记第十二集,12",
    "西游记十二回,12",
    "第12章,12",
    "放12集,12",
    "第两百零三回,203",
    "聊斋志异第一百二,120",
    "第十二级,12",
    "第是二集,12",
    "第十二机,12",
    "地十二集,12",
    "第酒集,9",
    "第五节,5",
    "跳到第三十回,30",
    "第廿五回,25",
    "第幺二零集,120",
    "三国演义第 3 回,3",
    "一千零一夜第三集,3",
    "十万个为什么第二十集,20",
    "第一序列第五集,5",
    "第八期,8",
    "西游记第九级,9",
    "从第一集重新开始听,1",
    "第十二集的西游记,12",
    "第一一二集,112"
  })
  void find_chineseSection_givesItsNumber(String text, int number) {
    assertThat(Ordinals.find(text, Language.ZH)).map(Ordinals.Found::number).hasValue(number);
  }

  @ParameterizedTest
  @CsvSource({
    "一千零一夜",
    "三国演义",
    "十万个为什么",
    "1984",
    "三体",
    "三侠五义",
    "八仙过海",
    "下一集",
    "上一集",
    "放一集",
    "再放三集",
    "这一集",
    "一共多少集",
    "第七天",
    "十日谈",
    "二十年目睹之怪现状",
    "第一级台阶",
    "百年孤独",
    "twenty thousand leagues under the sea",
    "换后面一集",
    "五集中营"
  })
  void find_chineseWithoutSection_isEmpty(String text) {
    assertThat(Ordinals.find(text, Language.ZH)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "chapter three,3",
    "play chapter three of alice,3",
    "episode two oh three of planet money,203",
    "robinson crusoe chapter thirty two,32",
    "chapter for,4",
    "chapter to,2",
    "chapter too,2",
    "the third chapter,3",
    "aesop's fables number two,2",
    "chapter night team,19",
    "the twenty-third episode of alice,23",
    "chapter a hundred and one,101",
    "chapter number nine,9",
    "chapter 12,12",
    "ep 5,5",
    "chapter xii,12",
    "chapter one of 1984,1",
    "part two,2",
    "no chapter nine i said,9",
    "twenty thousand leagues under the sea chapter five,5",
    "nineteen eighty four chapter to,2"
  })
  void find_englishSection_givesItsNumber(String text, int number) {
    assertThat(Ordinals.find(text, Language.EN)).map(Ordinals.Found::number).hasValue(number);
  }

  @ParameterizedTest
  @CsvSource({
    "twenty thousand leagues under the sea",
    "1984",
    "next chapter",
    "read the chapter to me",
    "this chapter",
    "a tale of two cities",
    "the three musketeers",
    "next one",
    "thirty seconds back",
    "fahrenheit four fifty one"
  })
  void find_englishWithoutSection_isEmpty(String text) {
    assertThat(Ordinals.find(text, Language.EN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "放第三十几回,ZH",
    "第几集,ZH",
    "第十来集,ZH",
    "第好几集,ZH",
    "第三四集,ZH",
    "chapter thirty something,EN",
    "chapter umpteen,EN",
    "chapter twenty or so,EN"
  })
  void find_numberLeftOpen_isUnclear(String text, Language language) {
    assertThat(Ordinals.find(text, language))
        .map(Ordinals.Found::kind)
        .hasValue(Ordinals.Kind.UNCLEAR);
  }

  @ParameterizedTest
  @CsvSource({
    "西游记最后一集,ZH",
    "听最后一章,ZH",
    "大结局,ZH",
    "the last chapter of alice,EN",
    "play the final episode,EN"
  })
  void find_lastSection_isLast(String text, Language language) {
    assertThat(Ordinals.find(text, language))
        .map(Ordinals.Found::kind)
        .hasValue(Ordinals.Kind.LAST);
  }

  @Property(tries = 1_000)
  void find_anyNumberBehindATitle_coversTheExpression(
      @ForAll @IntRange(min = 1, max = 99_999) int n) {
    String expression = "第" + NumberWords.toZh(n) + "集";
    assertThat(Ordinals.find("三国演义" + expression, Language.ZH))
        .isEqualTo(
            Optional.of(
                new Ordinals.Found(Ordinals.Kind.NUMBER, n, 4, 4 + expression.length(), true)));
    String english = "chapter " + NumberWords.toEn(n);
    assertThat(Ordinals.find("play " + english + " of alice", Language.EN))
        .isEqualTo(
            Optional.of(
                new Ordinals.Found(Ordinals.Kind.NUMBER, n, 5, 5 + english.length(), true)));
  }
}
