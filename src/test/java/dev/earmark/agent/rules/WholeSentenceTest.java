package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences of two parts, of which one alone had been obeyed, or taken for a title. */
final class WholeSentenceTest {
  private static final String NOTHING = "-";

  private final RuleModel rules = new RuleModel();

  private String read(String text, List<String> shown) {
    Language language = Language.guess(text, Language.EN);
    String playing = language.pick("西游记", "My Book");
    Situation now =
        new Situation("playing", playing, 3, 30, 8, 50, 1.0, shown, List.of("三国演义", "Emma"), "");
    Decision decision = rules.decide(text, language, now);
    String first = said(decision.call());
    return decision.next() == null ? first : first + " + " + said(decision.next());
  }

  private static String said(Decision.@Nullable Call call) {
    return call == null ? NOTHING : call.tool() + new TreeMap<>(call.args());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "第三集不好听，换第四集 | search_and_play{keyword=西游记, section=4}",
        "这集听过了，放第五集 | search_and_play{keyword=西游记, section=5}",
        "不想听了，换第一集 | search_and_play{keyword=西游记, section=1}",
        "上一集没意思，听第二回 | search_and_play{keyword=西游记, section=2}",
        "他说停下来，我没停 | -",
        "妈妈叫我关掉，我没有关 | -",
        "老师说小声一点，可是我没听 | -",
        "he said stop but i didn't stop | -",
        "mum told me to turn it off but i kept listening | -",
        "妈妈说停下来 | stop{}",
        "他说停下来，我没听清 | seek{seconds=-15}",
        "暂停一下，五分钟后继续 | pause{} + set_timer{kind=reminder, name=继续听书, seconds=300}",
        "先停一下，过半小时再继续播放 | pause{} + set_timer{kind=reminder, name=继续听书, seconds=1800}",
        "pause and resume in five minutes | pause{} + set_timer{kind=reminder, name=go on with the book, seconds=300}",
        "暂停一下 | pause{}",
        "先放三国演义第二集再放西游记 | search_and_play{keyword=三国演义, section=2} + play_next{keyword=西游记}",
        "先听红楼梦，然后再听西游记第三集 | search_and_play{keyword=红楼梦} + play_next{keyword=西游记, section=3}",
        "play emma then play dracula | search_and_play{keyword=Emma, section=0} + play_next{keyword=dracula}",
        "play alice in ten minutes | -",
        "start emma in half an hour | -",
        "十分钟后播放西游记 | -",
        "五分钟后继续播放 | -",
        "play around the world in eighty days | search_and_play{keyword=around the world in eighty days}",
        "十分钟后停止播放 | set_sleep_timer{minutes=10}",
        "加个书签大闹天宫 | add_bookmark{name=大闹天宫}",
        "在这里加一个书签三打白骨精 | add_bookmark{name=三打白骨精}",
        "添加书签，火焰山 | add_bookmark{name=火焰山}",
        "加个书签吧 | add_bookmark{}",
        "跳到书签大闹天宫 | go_to_bookmark{name=大闹天宫}",
        "播放第一个 | -",
        "play the first one | -",
        "play the first circle | search_and_play{keyword=the first circle}"
      })
  void decide_sentenceOfTwoParts_isReadToItsEnd(String text, String right) {
    assertThat(read(text, List.of())).isEqualTo(right);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "播放第一个 | search_and_play{keyword=Alice}",
        "播放第二个 | search_and_play{keyword=红楼梦}",
        "play the first one | search_and_play{keyword=Alice}"
      })
  void decide_placeInTheListOnTheScreen_isThatBook(String text, String right) {
    assertThat(read(text, List.of("Alice", "红楼梦"))).isEqualTo(right);
  }
}
