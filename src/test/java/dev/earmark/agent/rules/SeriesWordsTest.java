package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers and volumes in what is said, and sentences that began the search for a junk title. */
final class SeriesWordsTest {
  private static final Situation PLAYS =
      new Situation("playing", "三国演义", 3, 200, 20, 50, 1.0, List.of(), List.of("西游记", "三国演义"), "");

  private final RuleModel rules = new RuleModel();

  private Decision decide(String text) {
    return rules.decide(text, Language.guess(text, Language.EN), PLAYS);
  }

  /** A tool, and its title and section where it has them. */
  private static String shown(Decision decision) {
    Decision.Call call = decision.call();
    if (call == null) {
      return "none";
    }
    Object keyword = call.args().getOrDefault("keyword", "");
    Object section = call.args().getOrDefault("section", "");
    return (call.tool() + " " + keyword + " " + section).strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "王明军讲的三体 | search_and_play 王明军讲的三体",
        "放王明军朗读的三体第二集 | search_and_play 王明军朗读的三体 2",
        "play alice read by Kara Shallenberg | search_and_play alice read by Kara Shallenberg",
        "alice read by mary | search_and_play alice read by mary",
        "the version of emma read by karen savage | search_and_play emma read by karen savage",
        "三体第二部 | search_and_play 三体第二部",
        "播放三体第二部第三集 | search_and_play 三体第二部 3",
        "play book one of the three body problem | search_and_play three body problem book one",
        "play volume two of war and peace chapter three | search_and_play war and peace book two 3",
        "play war and peace volume two | search_and_play war and peace book two",
        "the first harry potter book | search_and_play harry potter book one",
        "harry potter book two | search_and_play harry potter book two",
        "play alice volume thirty | search_and_play alice",
        "volume two | set_volume",
        "放完这集换红楼梦 | play_next 红楼梦",
        "这集放完换红楼梦第二回 | play_next 红楼梦 2",
        "when this chapter is over switch to dracula | play_next dracula",
        "play alice, not treasure island | search_and_play alice",
        "播放爱丽丝，不要播放红楼梦 | search_and_play 爱丽丝",
        "我说放红楼梦你放什么西游记 | search_and_play 红楼梦",
        "红楼梦第三到第五集 | search_and_play 红楼梦 3",
        "放红楼梦第三到第五集 | search_and_play 红楼梦 3",
        "第三集和第四集连着放 | search_and_play 三国演义 3",
        "红楼梦别放第一集，放第二集 | search_and_play 红楼梦 2",
        "start the whole book again from the beginning | search_and_play 三国演义 1",
        "整本从第一集开始听 | search_and_play 三国演义 1",
      })
  void decide_readersVolumesAndWhatComesNext(String said, String wanted) {
    assertThat(shown(decide(said))).isEqualTo(wanted);
  }

  /** Nothing is done, and there is something to say about it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "从一加到一百",
        "i want something shorter",
        "play the second book",
        "聊斋志异太吓人了",
        "跳到三分之一",
        "李老师讲的课真好",
        "我看了三体第二部",
        "这部电影第二部",
        "a letter read by the queen",
        "remind me to read book two",
        "page two of book one",
      })
  void decide_noTitleIsMeant_nothingIsPlayed(String said) {
    Decision decision = decide(said);
    assertThat(decision.call()).isNull();
    assertThat(decision.answer()).isNotBlank();
  }

  @Test
  void decide_bookOfTheLibraryWithItsReaderOrNumber_needsNoVerb() {
    RuleModel library =
        new RuleModel(
            words -> words.equals("明朝那些事儿二") ? Optional.of("明朝那些事儿2") : Optional.empty(),
            words -> words.equals("三国") ? Optional.of("三国演义") : Optional.empty());
    assertThat(shown(library.decide("明朝那些事儿二", Language.ZH, Situation.NOTHING)))
        .isEqualTo("search_and_play 明朝那些事儿2");
    assertThat(shown(library.decide("单田芳的三国", Language.ZH, Situation.NOTHING)))
        .isEqualTo("search_and_play 单田芳的三国");
    assertThat(shown(library.decide("单田芳的水浒", Language.ZH, Situation.NOTHING))).isEqualTo("none");
  }
}
