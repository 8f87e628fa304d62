package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class RuleModelTest {
  private static final List<ToolSpec> TOOLS =
      List.of(
          tool("search_album", "keyword", "page"),
          tool("get_album_detail", "album_id", "keyword"),
          tool("search_and_play", "keyword", "section"),
          tool("pause"),
          tool("downloads"),
          tool("resume"),
          tool("set_sleep_timer", "minutes", "sections"),
          tool("cancel_download", "id"));

  private final RuleModel rules = new RuleModel();

  @Test
  void reply_firstRound_writesTheCallInTheTextProtocol() throws FailureException {
    assertThat(ask("播放西游记第一集", Language.ZH, "text"))
        .startsWith("Thought: ")
        .contains("\nAction: search_and_play\nAction Input: {\"keyword\":\"西游记\",\"section\":1}");
  }

  @Test
  void reply_firstRoundInXml_escapesTheArguments() throws FailureException {
    assertThat(ask("play alice's \"mad\" party", Language.EN, "xml"))
        .contains("<action>search_and_play(keyword=\"alice's \\\"mad\\\" party\")</action>");
  }

  @Test
  void reply_hit_saysThatItPlays() throws FailureException {
    Step hit =
        step("search_and_play", Map.of("keyword", "西游记", "section", 1), "正在播放(本地): 西游记 - 第1集");
    assertThat(ask("播放西游记第一集", Language.ZH, "text", hit)).endsWith("Final Answer: 已经在播放西游记第1集了～");
    Step english =
        step("search_and_play", Map.of("keyword", "alice"), "Playing (local): Alice - section 3");
    assertThat(ask("play chapter three of alice", Language.EN, "xml", english))
        .contains("<final_answer>Now playing Alice, chapter 3.</final_answer>");
  }

  @Test
  void reply_miss_saysThatItIsFetched() throws FailureException {
    Step miss = step("search_and_play", Map.of("keyword", "西游记"), "正在搜索下载中，请稍等一下～");
    assertThat(ask("播放西游记", Language.ZH, "text", miss)).endsWith("正在帮你下载西游记第1集，稍等一下哦～");
    Step english =
        step(
            "search_and_play",
            Map.of("keyword", "alice", "section", 3),
            "Searching and downloading, one moment please");
    assertThat(ask("play chapter three of alice", Language.EN, "text", english))
        .endsWith("I'm fetching alice, chapter 3, one moment.");
  }

  @Test
  void reply_observationThatSaysSomethingElse_claimsNoPlaying() throws FailureException {
    Step other = step("search_and_play", Map.of("keyword", "西游记"), "书库正在整理");
    assertThat(ask("播放西游记", Language.ZH, "text", other)).endsWith("Final Answer: 书库正在整理");
    Step failed = new Step("", "pause", Map.of(), "没有在播放", Step.By.TOOL, /* ok= */ false, 0, 0);
    assertThat(ask("暂停", Language.ZH, "text", failed)).endsWith("抱歉，没办成：没有在播放");
  }

  @Test
  void reply_howManySections_searchesThenLooksThenAnswers() throws FailureException {
    Step found =
        step(
            "search_album", Map.of("keyword", "西游记"), "1. 西游记 (demo:journey_to_the_west), 吴承恩, 8集");
    assertThat(ask("西游记一共多少集", Language.ZH, "text")).contains("Action: search_album");
    assertThat(ask("西游记一共多少集", Language.ZH, "text", found))
        .contains(
            "Action: get_album_detail\nAction Input: {\"album_id\":\"demo:journey_to_the_west\"}");
    Step detail =
        step("get_album_detail", Map.of("album_id", "demo:journey_to_the_west"), "西游记，共8集");
    assertThat(ask("西游记一共多少集", Language.ZH, "text", found, detail))
        .endsWith("Final Answer: 西游记，共8集");
  }

  @Test
  void reply_howManySections_idWithBlanksAndBrackets_isLookedUpWhole() throws FailureException {
    Step found =
        step(
            "search_album",
            Map.of("keyword", "西游记"),
            "1. 西游记(足本) (books:吴承恩/西游记 (1) {单田芳}), 吴承恩, 播讲: 单田芳, 3集");
    assertThat(ask("西游记一共多少集", Language.ZH, "text", found))
        .contains("{\"album_id\":\"books:吴承恩/西游记 (1) {单田芳}\"}");
    assertThat(ask("搜一下西游记", Language.ZH, "text", found)).contains("1. 西游记(足本), 吴承恩, 播讲: 单田芳, 3集");
  }

  @Test
  void reply_anotherReader_playsTheNextRecordingAtTheSameSection() throws FailureException {
    Situation now =
        new Situation("playing", "西游记", 7, 30, 100, 50, 1.0, List.of(), List.of("西游记"), "");
    String list =
        """
        1. 西游记 (far:a), 吴承恩, 播讲: 张三, 100集
        2. 西游记后传 (far:b), 吴承恩, 播讲: 李四, 40集
        3. 西游记 (books:x y), 吴承恩, 播讲: 单田芳, 100集, 正在听的
        4. 西游记【全集】 (old:c), 吴承恩, 播讲: 单田芳, 100集""";
    for (String words : List.of("换一个主播的", "换个主播", "我要听别人讲的")) {
      assertThat(ask(words, now)).contains("Action: search_album", "{\"keyword\":\"西游记\"}");
      assertThat(ask(words, now, step("search_album", Map.of("keyword", "西游记"), list)))
          .contains("Action: search_and_play", "{\"keyword\":\"西游记（张三）\",\"section\":7}");
    }
    Step played = step("search_and_play", Map.of("keyword", "西游记（张三）"), "正在播放(本地): 西游记 - 第7集");
    assertThat(ask("换一个主播的", now, step("search_album", Map.of("keyword", "西游记"), list), played))
        .endsWith("已经在播放西游记第7集了～");
    // Asked for only, the list is shown.
    assertThat(ask("有没有别的主播的", now, step("search_album", Map.of("keyword", "西游记"), list)))
        .contains("Final Answer: 1. 西游记, 吴承恩, 播讲: 张三", "想听哪一个？");
  }

  @Test
  void reply_anotherReaderWhereThereIsNone_saysSo() throws FailureException {
    Situation now =
        new Situation("paused", "Alice", 2, 30, 12, 50, 1.0, List.of(), List.of("Alice"), "");
    String list =
        "1. Alice (demo:alice), Carroll, read by Kara, 12 sections, the one in the player";
    Step found = step("search_album", Map.of("keyword", "Alice"), list);
    for (String words :
        List.of("read by someone else", "play it read by somebody else", "another narrator")) {
      assertThat(ask(words, Language.EN, now, found))
          .endsWith("Final Answer: I found no other recording of Alice.");
    }
    Step two =
        step(
            "search_album",
            Map.of("keyword", "Alice"),
            list + "\n2. Alice (librivox:12), Carroll, 12 sections");
    assertThat(ask("can someone else read it", Language.EN, now, two))
        .contains("{\"keyword\":\"librivox:12\",\"section\":2}");
  }

  @Test
  void reply_howManyChapters_ofTheOneOnTheScreen_isLookedUp() throws FailureException {
    Situation now = new Situation("stopped", "", 0, 0, 0, 50, 1.0, List.of("Alice"), List.of(), "");
    assertThat(ask("how many chapters", Language.EN, now)).contains("Action: search_album");
    assertThat(
            ask(
                "how many chapters does it have",
                Language.EN,
                now,
                step("search_album", Map.of("keyword", "Alice"), "1. Alice (demo:alice)")))
        .contains("Action: get_album_detail");
  }

  @Test
  void reply_lastSectionOfAnUnknownBook_findsItsNumberFirst() throws FailureException {
    Step found = step("search_album", Map.of("keyword", "西游记"), "1. 西游记 (demo:journey), 吴承恩");
    Step detail = step("get_album_detail", Map.of("album_id", "demo:journey"), "西游记，共8集");
    assertThat(ask("播放西游记最后一集", Language.ZH, "text", found, detail))
        .contains("Action Input: {\"keyword\":\"西游记\",\"section\":8}");
  }

  @Test
  void reply_bookForAWhile_playsThenSetsTheTimerThenTellsBoth() throws FailureException {
    String words = "西游记放半小时";
    assertThat(ask(words, Language.ZH, "text")).contains("Action: search_and_play");
    Step hit =
        step("search_and_play", Map.of("keyword", "西游记", "section", 1), "正在播放(本地): 西游记 - 第1集");
    assertThat(ask(words, Language.ZH, "text", hit))
        .contains("Action: set_sleep_timer\nAction Input: {\"minutes\":30}");
    Step timer = step("set_sleep_timer", Map.of("minutes", 30), "三十分钟后停。");
    assertThat(ask(words, Language.ZH, "text", hit, timer))
        .endsWith("Final Answer: 已经在播放西游记第1集了～三十分钟后停。");
  }

  @Test
  void reply_bookForAWhileThatIsNotThere_setsNoTimer() throws FailureException {
    Step miss =
        new Step(
            "",
            "search_and_play",
            Map.of("keyword", "西游记"),
            "没有找到《西游记》",
            Step.By.TOOL,
            /* ok= */ false,
            0,
            0);
    assertThat(ask("西游记放半小时", Language.ZH, "text", miss))
        .endsWith("抱歉，没办成：没有找到《西游记》")
        .doesNotContain("set_sleep_timer");
  }

  @Test
  void decide_nextPage_goesOnWithTheSameSearch() {
    Situation list =
        new Situation(
            "stopped",
            "",
            0,
            0,
            0,
            50,
            1.0,
            List.of("童话一", "童话二"),
            List.of(),
            "下一页",
            /* searched= */ "童话",
            /* page= */ 2);
    assertThat(rules.decide("下一页", Language.ZH, list).call())
        .isEqualTo(
            new dev.earmark.agent.rules.intent.Decision.Call(
                "search_album", Map.of("keyword", "童话", "page", 3L)));
    assertThat(rules.decide("上一页", Language.ZH, list).call())
        .isEqualTo(
            new dev.earmark.agent.rules.intent.Decision.Call(
                "search_album", Map.of("keyword", "童话", "page", 1L)));
    assertThat(rules.decide("下一页", Language.ZH, Situation.NOTHING).call()).isNull();
  }

  @Test
  void reply_toolMissing_saysSoAndCallsNothing() throws FailureException {
    assertThat(ask("大声点", Language.ZH, "text"))
        .contains("Final Answer: 这个功能在这里用不了。")
        .doesNotContain("Action:");
  }

  @Test
  void reply_formatErrorInBetween_isNoResult() throws FailureException {
    Step error = new Step("", "", Map.of(), "格式错误", Step.By.ENGINE, /* ok= */ false, 0, 0);
    assertThat(ask("暂停", Language.ZH, "text", error)).contains("Action: pause");
  }

  @Test
  void reply_observationByAPerson_countsLikeTheTools() throws FailureException {
    Step person =
        new Step(
            "",
            "search_and_play",
            Map.of("keyword", "西游记"),
            "正在播放(本地): 西游记 - 第5集",
            Step.By.PERSON,
            /* ok= */ true,
            0,
            0);
    assertThat(ask("播放西游记第一集", Language.ZH, "text", person)).endsWith("已经在播放西游记第5集了～");
  }

  @Test
  void reply_cancelled_throws() {
    CancelFlag cancel = new CancelFlag();
    cancel.set();
    assertThatThrownBy(() -> rules.reply(request("暂停", Language.ZH, "text"), cancel, s -> {}))
        .isInstanceOf(FailureException.class);
  }

  @Test
  void rulesFirst_sureCommand_neverAsksTheLargeModel() throws FailureException {
    FakeLarge large = new FakeLarge(null);
    ChatModel both = new RulesFirstModel(rules, large);
    ChatModel.Reply reply =
        both.reply(request("暂停", Language.ZH, "text"), new CancelFlag(), s -> {});
    assertThat(reply.text()).contains("Action: pause");
    assertThat(large.asked).isZero();
    assertThat(both.name()).isEqualTo("rules+large");
  }

  @Test
  void rulesFirst_unknownWords_goToTheLargeModel() throws FailureException {
    FakeLarge large = new FakeLarge(null);
    ChatModel.Reply reply =
        new RulesFirstModel(rules, large)
            .reply(request("为什么天是蓝的", Language.ZH, "text"), new CancelFlag(), s -> {});
    assertThat(reply.text()).isEqualTo("from the large model");
  }

  @Test
  void rulesFirst_largeModelDown_rulesAnswerAndSaySo() throws FailureException {
    for (Failure.Kind kind :
        List.of(
            Failure.Kind.NETWORK,
            Failure.Kind.TIMEOUT,
            Failure.Kind.THROTTLED,
            Failure.Kind.FORBIDDEN)) {
      List<String> streamed = new ArrayList<>();
      ChatModel.Reply reply =
          new RulesFirstModel(rules, new FakeLarge(kind))
              .reply(request("为什么天是蓝的", Language.ZH, "text"), new CancelFlag(), streamed::add);
      assertThat(reply.text()).contains("（" + kind.words(Language.ZH) + "，先按固定规则回答。）");
      assertThat(reply.note()).contains(kind.name());
      assertThat(streamed).containsExactly(reply.text());
    }
  }

  @Test
  void stopDownloading_looksAtThemThenCallsThemOff() throws FailureException {
    Step listed = step("downloads", Map.of(), "d3 西游记 第2集, 45%\nd4 Emma section 1, waiting");
    assertThat(ask("停止下载", Language.ZH, "text")).contains("Action: downloads");
    assertThat(ask("停止下载", Language.ZH, "text", listed))
        .contains("Action: cancel_download\nAction Input: {\"id\":\"all\"}");
    assertThat(ask("取消下载西游记", Language.ZH, "text", listed)).contains("{\"id\":\"西游记\"}");
    assertThat(ask("stop downloading emma", Language.EN, "text", listed))
        .contains("{\"id\":\"emma\"}");
    Step done = step("cancel_download", Map.of("id", "all"), "已取消下载: 西游记 第2集");
    assertThat(ask("停止下载", Language.ZH, "text", listed, done))
        .endsWith("Final Answer: 已取消下载: 西游记 第2集");
  }

  @Test
  void volumeAboveTheMost_isTheMostAndIsSaidToBe() {
    Decision loud = rules.decide("turn it up to 200 percent", Language.EN, Situation.NOTHING);
    assertThat(loud.call()).isEqualTo(new Decision.Call("set_volume", Map.of("level", 100L)));
    assertThat(loud.answer()).isEqualTo("100 percent is the most. ");
    assertThat(rules.decide("音量调到一百五", Language.ZH, Situation.NOTHING).answer())
        .isEqualTo("最大是100%。");
    assertThat(rules.decide("音量调到一百", Language.ZH, Situation.NOTHING).answer()).isEmpty();
  }

  @Test
  void dontWakeMeTomorrow_meansThatDay() {
    assertThat(rules.decide("don't wake me tomorrow", Language.EN, Situation.NOTHING).call())
        .isEqualTo(new Decision.Call("cancel_timer", Map.of("name", "alarm", "day", "tomorrow")));
    assertThat(rules.decide("明早不用叫我了", Language.ZH, Situation.NOTHING).call())
        .isEqualTo(new Decision.Call("cancel_timer", Map.of("name", "alarm", "day", "tomorrow")));
    assertThat(rules.decide("不用叫我了", Language.ZH, Situation.NOTHING).call())
        .isEqualTo(new Decision.Call("cancel_timer", Map.of("name", "alarm")));
  }

  @Test
  void rulesFirst_cancelled_isNotAnsweredByTheRules() {
    RulesFirstModel both = new RulesFirstModel(rules, new FakeLarge(Failure.Kind.CANCELLED));
    assertThatThrownBy(
            () -> both.reply(request("为什么天是蓝的", Language.ZH, "text"), new CancelFlag(), s -> {}))
        .isInstanceOf(FailureException.class);
  }

  private String ask(String task, Language language, String protocol, Step... steps)
      throws FailureException {
    return rules.reply(request(task, language, protocol, steps), new CancelFlag(), s -> {}).text();
  }

  private String ask(String task, Situation now, Step... steps) throws FailureException {
    return ask(task, Language.ZH, now, steps);
  }

  private String ask(String task, Language language, Situation now, Step... steps)
      throws FailureException {
    ChatModel.Request request =
        new ChatModel.Request(
            List.of(), List.of(), "text", TOOLS, task, language, now, List.of(steps));
    return rules.reply(request, new CancelFlag(), s -> {}).text();
  }

  private static ChatModel.Request request(
      String task, Language language, String protocol, Step... steps) {
    return new ChatModel.Request(
        List.of(), List.of(), protocol, TOOLS, task, language, Situation.NOTHING, List.of(steps));
  }

  private static Step step(String tool, Map<String, Object> args, String observation) {
    return new Step("", tool, args, observation, Step.By.TOOL, /* ok= */ true, 0, 0);
  }

  private static ToolSpec tool(String name, String... parameters) {
    return new ToolSpec(
        name,
        "does " + name,
        Arrays.stream(parameters)
            .map(p -> Parameter.optional(p, Parameter.Type.STRING, null, p))
            .toList(),
        Set.of());
  }

  /** A large model that answers one thing, or fails. */
  private static final class FakeLarge implements ChatModel {
    private final Failure.@org.jspecify.annotations.Nullable Kind failure;
    private int asked;

    FakeLarge(Failure.@org.jspecify.annotations.Nullable Kind failure) {
      this.failure = failure;
    }

    @Override
    public String name() {
      return "large";
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
        throws FailureException {
      asked++;
      if (failure != null) {
        throw new FailureException(failure, "planned");
      }
      return Reply.of("from the large model");
    }
  }
}
