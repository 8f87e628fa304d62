package dev.earmark.listen.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers write, made commands. */
final class HeardTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "播放西游记,第一集。 ; 播放西游记第一集",
        "播 放 三 体 第 12 集 ; 播放三体第12集",
        "小书童，暂停！ ; 暂停",
        "Hey, Earmark! Play Alice. ; play alice",
        "Hey earmarked books ; hey earmarked books",
        "1.25倍速 ; 1.25倍速",
        "早上8:30叫我。 ; 早上8:30叫我",
        "跳到12：30 ; 跳到12:30",
        "Jump to 1:02:30. ; jump to 1:02:30",
        "播放: 三体 ; 播放三体",
        "第3集:开始 ; 第3集开始",
        "跳到1,200秒 ; 跳到1200秒",
        "第1,2集 ; 第1 2集",
        "don't stop ; don't stop",
        "[BLANK_AUDIO] ; ''",
        "(music) ; ''",
        "<|zh|><|NEUTRAL|>停 ; 停",
        "嗯 ; ''",
        "Uh, um. ; ''",
        "the end ; the end",
        "ＰＬＡＹ　Ａｌｉｃｅ ; play alice",
        "播放 Alice in Wonderland ; 播放 alice in wonderland",
      })
  void command(String written, String command) {
    assertThat(HeardText.command(written, List.of("小书童", "hey earmark"))).isEqualTo(command);
  }
}
