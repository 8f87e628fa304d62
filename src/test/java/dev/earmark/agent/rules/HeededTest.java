package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What depends on what is heard and shown, beyond the situations of the phrase files. */
final class HeededTest {
  private final RuleModel rules = new RuleModel();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "第三集放完就停 | 1 | 3",
        "第三集放完就停 | 3 | 1",
        "stop after chapter two | 1 | 2",
        "stop at the end of the third chapter | 2 | 2",
        "stop before chapter three | 1 | 2",
      })
  void decide_endOfANumberedSection_countsFromTheOneThatPlays(
      String words, int playing, int sections) {
    assertThat(call(words, at("playing", "Alice", playing, List.of())))
        .isEqualTo(new Decision.Call("set_sleep_timer", Map.of("sections", (long) sections)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"第三集放完就停", "stop after chapter three"})
  void decide_endOfASectionThatIsOver_isAnsweredWithTheOneThatPlays(String words) {
    Decision decision = decide(words, at("playing", "Alice", 5, List.of()));
    assertThat(decision.call()).isNull();
    assertThat(decision.answer()).contains("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"play it", "play", "yes", "播放", "放吧", "就这个"})
  void decide_playItBehindASearchWithOneHit_playsTheHit(String words) {
    Situation paused = at("paused", "三体", 2, List.of("Treasure Island"));
    assertThat(call(words, paused))
        .isEqualTo(new Decision.Call("search_and_play", Map.of("keyword", "Treasure Island")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"play it", "play", "播放"})
  void decide_playItWithoutAList_goesOn(String words) {
    assertThat(call(words, at("paused", "三体", 2, List.of())).tool()).isEqualTo("resume");
  }

  @Test
  void decide_aHeardBookByItsName_goesOnAndTellsTheOtherWay() {
    Situation heard =
        new Situation(
            "paused", "三体", 2, 30, 100, 50, 1.0, List.of(), List.of("三体", "西游记", "Emma"), "");
    Decision zh = decide("播放西游记", heard);
    assertThat(zh.call())
        .isEqualTo(new Decision.Call("search_and_play", Map.of("keyword", "西游记", "section", 0)));
    assertThat(zh.answer()).contains("从头播放西游记");
    Decision en = decide("play emma", heard);
    assertThat(en.call()).extracting(Decision.Call::tool).isEqualTo("search_and_play");
    assertThat(en.answer()).contains("from the beginning");
    assertThat(call("从头播放西游记", heard).args()).containsEntry("section", 1);
    assertThat(call("play emma from the beginning", heard).args()).containsEntry("section", 1);
    assertThat(call("播放西游记第三集", heard).args()).containsEntry("section", 3);
    assertThat(call("播放水浒传", heard).args()).doesNotContainKey("section");
  }

  @Test
  void decide_noDoubleSpeed_whileItIsDouble_isNormal() {
    Situation fast = new Situation("playing", "Emma", 2, 30, 9, 50, 2.0, List.of(), List.of(), "");
    assertThat(call("no double speed", fast))
        .isEqualTo(new Decision.Call("set_speed", Map.of("rate", 1.0)));
    assertThat(call("不要两倍速", fast)).isEqualTo(new Decision.Call("set_speed", Map.of("rate", 1.0)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"两分钟后音量调到二十", "in two minutes set the volume to twenty"})
  void decide_aDelayedCommand_namesWhatCanWait(String words) {
    assertThat(decide(words, Situation.NOTHING).answer()).containsAnyOf("闹钟", "alarms");
  }

  @Test
  void reply_detailsOfABookOnTheScreen_areThoseOfThatVeryOne() throws FailureException {
    String list =
        """
        1. 三体（全集） (far:a), 刘慈欣, 4集
        2. 三体 (books:b), 刘慈欣, 3集
        3. 三体 (demo:c), 刘慈欣, 播讲: 张三, 9集, 正在听的""";
    Situation shown = at("playing", "三体", 2, List.of("三体", "三体（全集）"));
    assertThat(detail("看看第二个有多少集", shown, "三体（全集）", list)).contains("far:a");
    Situation narrators = at("playing", "三体", 2, List.of("三体（books）", "三体（张三）"));
    assertThat(detail("看看第二个有多少集", narrators, "三体（张三）", list)).contains("demo:c");
  }

  private String detail(String words, Situation situation, String keyword, String found)
      throws FailureException {
    Step step =
        new Step(
            "",
            "search_album",
            Map.of("keyword", keyword),
            found,
            Step.By.TOOL,
            /* ok= */ true,
            0,
            0);
    ChatModel.Request request =
        new ChatModel.Request(
            List.of(),
            List.of(),
            "text",
            List.of(tool("search_album", "keyword"), tool("get_album_detail", "album_id")),
            words,
            Language.ZH,
            situation,
            List.of(step));
    return rules.reply(request, new CancelFlag(), text -> {}).text();
  }

  private static ToolSpec tool(String name, String parameter) {
    return new ToolSpec(
        name,
        "does " + name,
        List.of(Parameter.optional(parameter, Parameter.Type.STRING, null, parameter)),
        Set.of());
  }

  private Decision decide(String words, Situation situation) {
    return rules.decide(words, Language.guess(words, Language.EN), situation);
  }

  private Decision.Call call(String words, Situation situation) {
    Decision decision = decide(words, situation);
    assertThat(decision.call()).as(words + ": " + decision.answer()).isNotNull();
    return java.util.Objects.requireNonNull(decision.call());
  }

  private static Situation at(String state, String album, int section, List<String> shown) {
    return new Situation(state, album, section, 30, 100, 50, 1.0, shown, List.of(), "");
  }
}
