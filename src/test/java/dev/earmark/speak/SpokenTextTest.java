package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpokenTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "第12集|第十二集",
        "已设好闹钟“起床” 12-01 07:00:00 (id 1)|已设好闹钟 起床 十二月一日 七点整",
        "闹钟 2026-12-01 07:05:00，每天 (id t12)|闹钟二零二六年十二月一日 七点零五分，每天",
        "定时器 12-31 23:59:30|定时器十二月三十一日 二十三点五十九分三十秒",
        "第2集|第二集",
        "一共500集|一共五百集",
        "音量50%|音量百分之五十",
        "12.5%|百分之十二点五",
        "现在是19:17|现在是十九点十七分",
        "7:05开始|七点零五分开始",
        "8:00|八点整",
        "2:30|两点三十分",
        "110集|一百一十集",
        "还有2个小时|还有两个小时",
        "1.5倍速|一点五倍速",
        "2024年出版|二零二四年出版",
        "1,234次|一千二百三十四次",
        "第3-5集|第三到五集",
        "-5℃|负五摄氏度",
        "电话13800138000000|电话一三八零零一三八零零零零零零",
        "已经在播放西游记第1集了～|已经在播放西游记第一集了",
        "正在播放(本地): 西游记 - 第1集|正在播放(本地): 西游记 - 第一集",
        "正在播放《三体》第３集|正在播放三体第三集",
        "《一千零一夜》|一千零一夜",
        "好的😀🎧|好的",
        "详情见 https://example.com/a?b=1 谢谢|详情见 谢谢",
        "这是**重点**和`代码`|这是重点和代码",
        "见[说明](http://a.b/c)|见说明",
        "等一下……|等一下",
      })
  void clean_chinese_isWhatIsSaid(String text, String spoken) {
    assertThat(SpokenText.clean(text, Language.ZH).replaceAll("[(): -]+", ""))
        .isEqualTo(spoken.replaceAll("[(): -]+", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Volume 50%|Volume fifty percent",
        "It is 19:17|It is nineteen seventeen",
        "at 7:05|at seven oh five",
        "at 7:00|at seven o'clock",
        "1,234 books|one thousand two hundred and thirty four books",
        "speed 1.25|speed one point two five",
        "section 3/100|section three of one hundred",
        "chapters 3-5|chapters three to five",
        "the 12th chapter|the 12th chapter",
        "Playing **Alice** `now`|Playing Alice now",
        "See https://a.example/x for more|See for more",
        "-5°C|minus five degrees Celsius",
        "You & me|You and me",
      })
  void clean_english_isWhatIsSaid(String text, String spoken) {
    assertThat(SpokenText.clean(text, Language.EN)).isEqualTo(spoken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"tool\": \"search_and_play\", \"args\": {\"keyword\": \"西游记\"}}",
        "Action: search_and_play",
        "Action Input: {\"keyword\": \"西游记\"}",
        "<action>search_and_play(\"西游记\", 1)</action>",
        "search_and_play(\"西游记\", 1)",
        "[{\"id\": 1}, {\"id\": 2}]",
        "😀",
        "---",
        "～",
        "https://example.com",
      })
  void sentences_machineText_isNotSpoken(String text) {
    assertThat(SpokenText.sentences(text, Language.ZH)).isEmpty();
  }

  @Test
  void sentences_protocolAroundAnAnswer_leavesTheAnswer() {
    String text =
        "Thought: 用户想听书\nAction: search_and_play\nAction Input: {\"keyword\": \"西游记\"}\n"
            + "Observation: 正在播放\nFinal Answer: 好的，马上播放。";

    assertThat(SpokenText.clean(text, Language.ZH)).isEqualTo("好的，马上播放。");
    assertThat(
            SpokenText.clean("<thought>hm</thought><final_answer>好的。</final_answer>", Language.ZH))
        .isEqualTo("好的。");
  }

  @Test
  void sentences_markdownList_isSentences() {
    String text = "# 找到两本\n- **西游记**，100回\n- 三国演义\n\n```json\n{\"a\": 1}\n```\n";

    assertThat(SpokenText.sentences(text, Language.ZH))
        .extracting(SpokenText.Sentence::text)
        .containsExactly("找到两本", "西游记，一百回", "三国演义");
  }

  @Test
  void sentences_twoLanguages_eachHasItsOwn() {
    assertThat(SpokenText.sentences("正在播放第3集。Now playing Alice. 100%", Language.EN))
        .containsExactly(
            new SpokenText.Sentence("正在播放第三集。", Language.ZH),
            new SpokenText.Sentence("Now playing Alice.", Language.EN),
            new SpokenText.Sentence("one hundred percent", Language.EN));
  }

  @Test
  void sentences_pointsThatEndNothing_doNotSplit() {
    assertThat(SpokenText.sentences("Mr. Holmes met Dr. Watson at 3.5 km. He left.", Language.EN))
        .hasSize(2);
  }

  @Test
  void sentences_endlessSentence_isCutAtACommaSoThatSpeechBeginsEarly() {
    String part = "这是一段没有句号的很长的话，".repeat(40);

    List<SpokenText.Sentence> sentences = SpokenText.sentences(part, Language.ZH);

    assertThat(sentences).hasSizeGreaterThan(3);
    assertThat(sentences).allSatisfy(s -> assertThat(s.text().length()).isLessThan(160));
  }

  @Property(tries = 200)
  void sentences_anyText_neverFails(@ForAll String text) {
    assertThat(SpokenText.sentences(text, Language.ZH))
        .allSatisfy(s -> assertThat(s.text()).isNotBlank().doesNotContain("\n"));
  }

  @Property(tries = 200)
  void clean_anyNumber_leavesNoDigit(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long n) {
    assertThat(SpokenText.clean("一共" + n + "集", Language.ZH)).doesNotContainPattern("\\d");
    assertThat(SpokenText.clean("all " + n + " books", Language.EN)).doesNotContainPattern("\\d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "正在播放1984第3章 | 正在播放一九八四第三章",
        "《1984》 | 一九八四",
        "还有1984秒 | 还有一千九百八十四秒",
        "一共1500集 | 一共一千五百集",
        "正在播放 Alice 第12章 | 正在播放 Alice 第十二章",
        "正在播放西游记 chapter 3. | 正在播放西游记 chapter three.",
        "速度1.25x | 速度一点二五倍",
        "¥25 | 二十五元",
        "电话是13812345678 | 电话是一三八一二三四五六七八",
        "第1984集 | 第一千九百八十四集",
        "已下载 1856 MB | 已下载一千八百五十六 MB",
        "占了1856兆 | 占了一千八百五十六兆",
        "缓存1234 KB | 缓存一千二百三十四 KB",
        "花了1856 tokens | 花了一千八百五十六 tokens",
        "在1984里 | 在一九八四里",
        "$500万 | 五百万美元",
      })
  void chinese_yearsTitlesAndNames_areReadAsPeopleDo(String text, String spoken) {
    assertThat(SpokenText.clean(text, Language.ZH)).isEqualTo(spoken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Playing 1984, chapter 3 | Playing nineteen eighty four, chapter three",
        "It was written in 1905 by him | It was written in nineteen oh five by him",
        "from 1914-1918 | from nineteen fourteen to nineteen eighteen",
        "1984 sections | one thousand nine hundred and eighty four sections",
        "There are 1500 books | There are one thousand five hundred books",
        "O'Brien's book of 1900 | O'Brien's book of nineteen hundred",
        "at 1.25x | at one point two five times",
        "$25 | twenty five dollars",
        "$1 | one dollar",
        "£1 | one pound",
        "¥1 | one yuan",
        "$5 million | five million dollars",
        "€2.5 billion | two point five billion euros",
        "in 1200 seconds | in one thousand two hundred seconds",
        "of 1856 sections | of one thousand eight hundred and fifty six sections",
        "1500 and 1600 sections | one thousand five hundred and one thousand six hundred sections",
        "There are 1856 | There are one thousand eight hundred and fifty six",
        "1856 MB | one thousand eight hundred and fifty six MB",
        "In 1984 he was here | In nineteen eighty four he was here",
        "since 1856 | since eighteen fifty six",
        "Fahrenheit 451 | Fahrenheit four hundred and fifty one",
      })
  void english_yearsTitlesAndNames_areReadAsPeopleDo(String text, String spoken) {
    assertThat(SpokenText.clean(text, Language.EN)).isEqualTo(spoken);
  }
}
