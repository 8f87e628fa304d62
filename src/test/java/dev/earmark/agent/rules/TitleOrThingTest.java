package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Titles that nobody knows yet and that are made of everyday words: 播放鬼吹灯 was taken for a lamp,
 * "play mansfield park" for a walk.
 */
final class TitleOrThingTest {
  private final RuleModel rules = new RuleModel();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "播放鬼吹灯 | 鬼吹灯",
        "播放罗生门 | 罗生门",
        "播放大宅门 | 大宅门",
        "放一下天窗 | 天窗",
        "播放孤独的电话 | 孤独的电话",
        "听安德的游戏 | 安德的游戏",
        "听扫地机器人 | 扫地机器人",
        "play mansfield park | mansfield park",
        "play rear window | rear window",
        "play a wrinkle in time | a wrinkle in time",
        "play the lady with the dog | lady with the dog",
        "play the hunger games | hunger games",
        "play the sound of music | sound of music",
        "play where the crawdads sing | where the crawdads sing",
        "play who moved my cheese | who moved my cheese",
        "play about a boy | about a boy",
        "play why we sleep | why we sleep",
        "play when we were orphans | when we were orphans",
        "play with the old breed | with the old breed",
      })
  void decide_titleOfEverydayWords_isSearched(String words, String title) {
    Decision.Call call = decide(words).call();
    assertThat(call).as(words).isNotNull();
    assertThat(Objects.requireNonNull(call).tool()).isEqualTo("search_and_play");
    assertThat(String.valueOf(call.args().get("keyword"))).isIn(title, "the " + title);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "播放新闻",
        "放首歌",
        "放一首周杰伦的歌",
        "听天气预报",
        "播放轻音乐",
        "把空调打开",
        "打开客厅的灯",
        "听你的",
        "play some music",
        "play a song by the beatles",
        "play the news",
        "play football",
        "play a video game",
        "play chess with me",
        "play with me",
        "play with the dog",
        "play outside",
        "put on the kettle",
        "download the app",
        "open the door",
        "read me what it says",
        "play what i like",
      })
  void decide_whatIsNoBook_isNotSearched(String words) {
    assertThat(decide(words).call()).as(words).isNull();
  }

  private Decision decide(String words) {
    return rules.decide(words, Language.guess(words, Language.EN), Situation.NOTHING);
  }
}
