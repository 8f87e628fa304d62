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

  /** What is forbidden, is over, depends on something or is only talked of is not done. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "不要把音量调到三十",
        "音量不要调到三十",
        "音量别调到三十",
        "速度不要调到两倍",
        "闹钟不要定在七点",
        "音量不用调大",
        "千万别把声音调到一百",
        "请不要把闹钟设在六点半",
        "don't set the volume to thirty",
        "never set the speed to two",
        "please don't set an alarm for seven",
        "don't set a timer for ten minutes",
        "don't turn the volume to eighty",
        "i don't want you to set the speed to two",
        "no need to pause",
        "there's no need to skip this",
        "i wish you would stop skipping",
        "昨天我把音量调到三十了",
        "刚才你把音量调到八十了",
        "上次我把速度调到两倍了",
        "i turned the volume to thirty yesterday",
        "you set the speed to two yesterday",
        "yesterday you set the volume to thirty",
        "my wife set an alarm for seven last night",
        "第五集我听过了",
        "第三集我看过",
        "第十二回孩子已经听完了",
        "要是吵的话就把音量调小",
        "要是我睡着了就停",
        "如果我睡着了就暂停",
        "if you like it, continue",
        "if i fall asleep, stop",
        "i love treasure island",
        "we really loved the secret garden",
      })
  void decide_whatIsOnlyToldOrForbidden_doesNothing(String words) {
    assertThat(decide(words, at("playing", "Treasure Island", 2, List.of())).call()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "don't set the volume to thirty, set it to forty | set_volume",
        "音量调到三十 | set_volume",
        "别那么大声 | set_volume",
        "音量调到三十了 | set_volume",
        "播放要是我有三天光明 | search_and_play",
        "if you can, play alice | search_and_play",
        "if you don't mind, pause | pause",
        "播放第五集 | search_and_play",
        "i would love to hear treasure island | search_and_play",
        "don't stop in half an hour after all | set_sleep_timer",
      })
  void decide_wishesOfNearForms_areDone(String words, String tool) {
    assertThat(call(words, at("playing", "Alice", 2, List.of())).tool()).isEqualTo(tool);
  }

  /** "Not" is a word of titles; only a known book is taken for one of two. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "play thou shalt not kill | thou shalt not kill",
        "play gone but not forgotten | gone but not forgotten",
        "play do not disturb | do not disturb",
        "i want the women who would not be silent | women who would not be silent",
        "read live and let not die | live and let not die",
        "play hope not fear | hope not fear",
        "play dracula, not treasure island | dracula",
        "play dracula and not emma | dracula",
        "play dracula not alice | dracula",
      })
  void decide_notInATitle_staysInIt(String words, String title) {
    Object keyword = call(words, at("playing", "Alice", 2, List.of())).args().get("keyword");
    assertThat(String.valueOf(keyword)).isIn(title, "the " + title);
  }

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
