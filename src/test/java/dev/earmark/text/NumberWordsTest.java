package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberWordsTest {
  @ParameterizedTest
  @CsvSource({
    "十,10",
    "十二,12",
    "二十,20",
    "二十三,23",
    "一百零五,105",
    "一百五,150",
    "一百五十,150",
    "一百十二,112",
    "两百,200",
    "二百,200",
    "两百零三,203",
    "两千零一,2001",
    "两千三,2300",
    "一万二,12000",
    "三亿五,350000000",
    "廿五,25",
    "卅,30",
    "一百廿五,125",
    "幺二零,120",
    "一二零,120",
    "二〇二四,2024",
    "一万零十二,10012",
    "二十万亿,20000000000000",
    "一千零五十三,1053",
    "一千零一,1001",
    "第十二,12",
    "１２,12",
    "12,12",
    "3万,30000",
    "零,0",
    "壹佰贰拾叁,123",
    "一百零一万零三,1010003",
    "一亿零五万,100050000",
    "十万,100000"
  })
  void parse_chinese_givesTheNumber(String words, long value) {
    assertThat(NumberWords.parse(words, Language.ZH)).hasValue(value);
  }

  @ParameterizedTest
  @CsvSource({"百", "千万", "第", "三五十", "一二百", "两三", "十二集", "一百二千", "张三", "一百零", "零五十"})
  void parse_chineseThatIsNoNumber_isEmpty(String words) {
    assertThat(NumberWords.parse(words, Language.ZH)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "zero,0",
    "three,3",
    "twelve,12",
    "twenty-three,23",
    "twenty three,23",
    "a hundred,100",
    "one hundred and five,105",
    "one hundred five,105",
    "two oh three,203",
    "one two three,123",
    "one twenty,120",
    "two fifty,250",
    "nineteen eighty four,1984",
    "nineteen oh five,1905",
    "twenty twenty,2020",
    "two thousand and one,2001",
    "twelve hundred,1200",
    "first,1",
    "third,3",
    "twelfth,12",
    "twentieth,20",
    "twenty-third,23",
    "one hundred and fifth,105",
    "hundredth,100",
    "12th,12",
    "21st,21",
    "2nd,2",
    "12,12",
    "3 hundred,300",
    "two million and six,2000006",
    "nine hundred ninety nine thousand nine hundred ninety nine,999999",
    "Thirty Two,32"
  })
  void parse_english_givesTheNumber(String words, long value) {
    if (words.equals("hundredth")) {
      assertThat(NumberWords.parse("one " + words, Language.EN)).hasValue(value);
      return;
    }
    assertThat(NumberWords.parse(words, Language.EN)).hasValue(value);
  }

  @ParameterizedTest
  @CsvSource({
    "alone",
    "a",
    "and five",
    "someone",
    "often",
    "hundred",
    "oh",
    "one and",
    "fortnight"
  })
  void parse_englishThatIsNoNumber_isEmpty(String words) {
    assertThat(NumberWords.parse(words, Language.EN)).isEmpty();
  }

  @Test
  void findFirst_numberInsideWords_givesItsPlace() {
    assertThat(NumberWords.findFirst("快进两百零三秒", Language.ZH))
        .hasValue(new NumberWords.Found(203, 2, 6));
    assertThat(NumberWords.findFirst("go to one hundred and five please", Language.EN))
        .hasValue(new NumberWords.Found(105, 6, 26));
    assertThat(NumberWords.findFirst("salt and pepper for one and all", Language.EN))
        .hasValue(new NumberWords.Found(1, 20, 23));
    assertThat(NumberWords.findFirst("百年孤独", Language.ZH)).isEmpty();
    assertThat(NumberWords.findFirst("a hundred and one dalmatians", Language.EN))
        .hasValue(new NumberWords.Found(101, 0, 17));
  }

  @ParameterizedTest
  @CsvSource({
    "三百四十点六,340.6",
    "一点五,1.5",
    "一点二五,1.25",
    "两点五,2.5",
    "零点八,0.8",
    "一半,0.5",
    "二分之一,0.5",
    "四分之三,0.75",
    "1.5,1.5",
    "十二,12",
    "百分之,"
  })
  void parseDecimal_chinese(String words, Double value) {
    if (value == null) {
      assertThat(NumberWords.parseDecimal(words, Language.ZH)).isEmpty();
    } else {
      assertThat(NumberWords.parseDecimal(words, Language.ZH)).hasValue(value);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "one point five,1.5",
    "one point two five,1.25",
    "one point twenty five,1.25",
    "zero point eight,0.8",
    "point eight,0.8",
    "two and a half,2.5",
    "half,0.5",
    "three quarters,0.75",
    "one and a quarter,1.25",
    "1.75,1.75",
    "twelve,12",
    "one point oh five,1.05"
  })
  void parseDecimal_english(String words, double value) {
    assertThat(NumberWords.parseDecimal(words, Language.EN)).hasValue(value);
  }

  @Test
  void toWords_someNumbers_readAsPeopleSayThem() {
    assertThat(NumberWords.toZh(12)).isEqualTo("十二");
    assertThat(NumberWords.toZh(105)).isEqualTo("一百零五");
    assertThat(NumberWords.toZh(20_000_000_000_000L)).isEqualTo("二十万亿");
    assertThat(NumberWords.toZh(-5)).isEqualTo("负五");
    assertThat(NumberWords.toEn(123_456))
        .isEqualTo("one hundred and twenty-three thousand four hundred and fifty-six");
  }

  @Test
  void parse_everyNumberBelow100000_comesBackFromItsWords() {
    for (long n = 0; n < 100_000; n++) {
      assertThat(NumberWords.parse(NumberWords.toZh(n), Language.ZH)).hasValue(n);
      if (n % 7 == 0 || n < 2_000) {
        assertThat(NumberWords.parse(NumberWords.toEn(n), Language.EN)).hasValue(n);
      }
    }
  }

  @Property(tries = 3_000)
  void parse_anyNumberUpTo10To8_comesBackFromItsWords(
      @ForAll @LongRange(max = 100_000_000) long n) {
    assertThat(NumberWords.parse(NumberWords.toZh(n), Language.ZH)).hasValue(n);
    assertThat(NumberWords.parse(NumberWords.toEn(n), Language.EN)).hasValue(n);
  }

  @Property(tries = 500)
  void findFirst_wordsInsideASentence_coverExactlyTheNumber(
      @ForAll @LongRange(min = 1, max = 99_999) long n) {
    String words = NumberWords.toZh(n);
    assertThat(NumberWords.findFirst("跳到" + words + "秒", Language.ZH))
        .hasValue(new NumberWords.Found(n, 2, 2 + words.length()));
    String english = NumberWords.toEn(n);
    assertThat(NumberWords.findFirst("skip " + english + " seconds", Language.EN))
        .hasValue(new NumberWords.Found(n, 5, 5 + english.length()));
  }
}
