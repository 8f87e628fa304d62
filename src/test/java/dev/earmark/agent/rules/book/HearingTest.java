package dev.earmark.agent.rules.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HearingTest {
  private final Hearing zh = Hearing.builtIn(Language.ZH);
  private final Hearing en = Hearing.builtIn(Language.EN);

  @ParameterizedTest
  @CsvSource({
    "战停,暂停",
    "块进三石秒,快进三十秒",
    "音亮调到三十,音量调到三十",
    "下医集,下一集",
    "十分中后提醒我,十分钟后提醒我",
    "kuai进战停,kuai进暂停"
  })
  void commands_wordOfTheSameSound_isMended(String heard, String meant) {
    assertThat(zh.commands(heard)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"暂停", "西游记", "三四秒", "天气"})
  void commands_nothingToMend_isEmpty(String heard) {
    assertThat(zh.commands(heard)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "rezoom,resume",
    "skip four word,skip forward",
    "re wind thirty seconds,rewind thirty seconds",
    "book mark this,bookmark this",
    "next charter,next chapter",
    "turn up the volium,turn up the volume"
  })
  void commands_englishMishearing_isMended(String heard, String meant) {
    assertThat(en.commands(heard)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"pause", "peace", "the weather is nice", "bus"})
  void commands_otherEnglishWords_stay(String heard) {
    assertThat(en.commands(heard)).isEmpty();
  }

  @Test
  void front_verbHeardWrongly_leavesTheTitleAsItWasHeard() {
    assertThat(zh.front("我想亭战停岛")).contains("我想听战停岛");
    assertThat(zh.front("我想听战停岛")).isEmpty();
    assertThat(en.front("i want to here the hobbit")).isEmpty();
  }

  @Test
  void parse_listedMishearing_isMended() {
    Hearing own = Hearing.parse("# own\npause\nclaws | jaws = pause\n", Language.EN);
    assertThat(own.commands("jaws now")).contains("pause now");
  }
}
