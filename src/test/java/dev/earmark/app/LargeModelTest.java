package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.app.home.Home;
import dev.earmark.app.stage.Doctor;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.ReadConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A whole daemon whose brain is a large model on an OpenAI-compatible server. */
final class LargeModelTest {
  private static final String ALBUM_ID = "demo:journey_to_the_west";
  private static final String ANSWER = "正在帮你下载西游记第3集，稍等一下哦～";

  @TempDir Path folder;
  private FakeOpenAi model;

  @BeforeEach
  void startModel() throws IOException {
    model = new FakeOpenAi();
  }

  @AfterEach
  void stopModel() {
    model.close();
  }

  private Assembly daemon(String mode, String protocol, String url) throws IOException {
    Home home = TestHome.in(folder);
    Assembly daemon =
        Assembly.start(
            home,
            TestHome.config(
                home,
                TestHome.quiet(
                    "EARMARK_BRAIN_MODE", mode,
                    "EARMARK_BRAIN_PROTOCOL", protocol,
                    "EARMARK_BRAIN_LLM_BASE_URL", url,
                    "EARMARK_BRAIN_LLM_MODEL", "fake-model",
                    "EARMARK_VOICE_ENGINE", "none")),
            Assembly.DeviceOverrides.NONE,
            Clock.system());
    // The demo books are on the network, and the first search takes longer than the later ones.
    daemon.library().search("西游记", 1, new CancelFlag());
    return daemon;
  }

  private static String step(
      String protocol, String thought, String tool, String json, String call) {
    return protocol.equals("text")
        ? "Thought: " + thought + "\nAction: " + tool + "\nAction Input: " + json + "\n"
        : "<thought>" + thought + "</thought>\n<action>" + tool + "(" + call + ")</action>\n";
  }

  private static String end(String protocol, String thought, String answer) {
    return protocol.equals("text")
        ? "Thought: " + thought + "\nFinal Answer: " + answer
        : "<thought>" + thought + "</thought>\n<final_answer>" + answer + "</final_answer>";
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "xml"})
  void run_ofSeveralSteps_goesFromSearchToPlayback(String protocol) throws Exception {
    model
        .then(
            step(protocol, "先找到这本书。", "search_album", "{\"keyword\": \"西游记\"}", "keyword=\"西游记\""))
        .then(
            step(
                    protocol,
                    "看看有哪些集。",
                    "get_album_detail",
                    "{\"album_id\": \"" + ALBUM_ID + "\"}",
                    "\"" + ALBUM_ID + "\"")
                + "Observation: 共999集\n")
        .then(
            step(
                protocol,
                "播放第三集。",
                "search_and_play",
                "{\"keyword\": \"西游记\", \"section\": 3}",
                "keyword=\"西游记\", section=3"))
        .then(end(protocol, "已经在下载了。", ANSWER));
    try (Assembly daemon = daemon("llm", protocol, model.url())) {
      EventLog log = EventLog.of(daemon);
      JsonNode run = new Api(daemon.url()).say("我想听西游记里漂洋过海学本领的那一集");

      assertThat(run.path("ended").asString()).isEqualTo("answered");
      assertThat(run.path("answer").asString()).isEqualTo(ANSWER);
      assertThat(run.path("protocol").asString()).isEqualTo(protocol);
      assertThat(run.path("model").asString()).isEqualTo("fake-model");
      assertThat(run.path("tokens").asInt()).isPositive();
      JsonNode steps = run.path("steps");
      assertThat(steps.values())
          .extracting(s -> s.path("action").asString())
          .containsExactly("search_album", "get_album_detail", "search_and_play");
      assertThat(steps.values())
          .extracting(s -> s.path("observation_by").asString())
          .containsOnly("tool");
      assertThat(steps.path(0).path("observation").asString()).contains(ALBUM_ID);
      assertThat(steps.path(1).path("observation").asString())
          .contains("3. 第3回 漂洋求艺")
          .doesNotContain("999");
      assertThat(steps.path(2).path("observation").asString()).isEqualTo("正在搜索下载中，请稍等一下～");
      assertThat(steps.path(2).path("action_input").path("section").asInt()).isEqualTo(3);
      assertThat(model.requests()).hasSize(4);
      assertThat(model.lastMessage(1)).contains(ALBUM_ID);
      assertThat(model.lastMessage(2)).contains("漂洋求艺").doesNotContain("999");
      assertThat(model.lastMessage(3)).contains("正在搜索下载中，请稍等一下～");
      assertThat(log.awaitPlay(run.path("id").asString()).ok()).isTrue();
      assertThat(log.all("run.step", TurnEvents.RunStep.class))
          .extracting(TurnEvents.RunStep::action)
          .contains("search_album", "get_album_detail", "search_and_play");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "xml"})
  void observation_correctedByAPerson_isWhatTheModelReads(String protocol) throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    model
        .then(
            step(protocol, "先找到这本书。", "search_album", "{\"keyword\": \"西游记\"}", "keyword=\"西游记\""))
        .heldBy(never, end(protocol, "找到了。", "有一本西游记。"))
        .then(step(protocol, "换成语故事。", "search_and_play", "{\"keyword\": \"成语故事\"}", "\"成语故事\""))
        .then(end(protocol, "好了。", "正在帮你下载成语故事第1集，稍等一下哦～"));
    try (Assembly daemon = daemon("llm", protocol, model.url())) {
      Api api = new Api(daemon.url());
      String id =
          api.post("/api/say?wait=false", Map.of("text", "来一本有意思的书", "aloud", false))
              .path("id")
              .asString();
      await().until(() -> model.requests().size() == 2);

      api.post("/api/runs/" + id + "/observation", Map.of("text", "孩子今天想听成语故事"));

      JsonNode run =
          await()
              .until(
                  () -> api.get("/api/runs/" + id), r -> !r.path("ended").asString("").isEmpty());
      never.countDown();
      assertThat(run.path("ended").asString()).isEqualTo("answered");
      assertThat(run.path("answer").asString()).isEqualTo("正在帮你下载成语故事第1集，稍等一下哦～");
      assertThat(model.lastMessage(2)).contains("孩子今天想听成语故事");
      List<JsonNode> byPerson =
          run.path("steps").values().stream()
              .filter(s -> s.path("observation_by").asString().equals("person"))
              .toList();
      assertThat(byPerson).hasSize(1);
      assertThat(byPerson.get(0).path("observation").asString()).contains("孩子今天想听成语故事");
      assertThat(run.path("steps").path(run.path("steps").size() - 1).path("action").asString())
          .isEqualTo("search_and_play");
    }
  }

  @Test
  void rulesThenLlm_whatTheRulesKnow_doesNotReachTheServer() throws Exception {
    model.then(end("text", "闲聊。", "我会讲故事，也会陪你聊天。"));
    try (Assembly daemon = daemon("rules-then-llm", "text", model.url())) {
      Api api = new Api(daemon.url());

      JsonNode known = api.say("播放西游记第二集");
      assertThat(known.path("steps").path(0).path("action").asString())
          .isEqualTo("search_and_play");
      assertThat(model.requests()).isEmpty();

      JsonNode open = api.say("你觉得孙悟空和哪吒谁更厉害，为什么");
      assertThat(open.path("answer").asString()).isEqualTo("我会讲故事，也会陪你聊天。");
      assertThat(model.requests()).hasSize(1);
    }
  }

  @Test
  void rulesThenLlm_serverUnreachable_rulesAnswerAloneAndSaySo() throws Exception {
    try (Assembly daemon = daemon("rules-then-llm", "text", unreachable())) {
      Api api = new Api(daemon.url());

      JsonNode open = api.say("你觉得孙悟空和哪吒谁更厉害，为什么");

      assertThat(open.path("ended").asString()).isEqualTo("answered");
      assertThat(open.path("answer").asString()).contains("（大模型服务器没有开，先按固定规则回答。）");
      assertThat(open.path("notes").toString()).contains("large model failed, rules answered");
      JsonNode known = api.say("播放西游记第二集");
      assertThat(known.path("steps").path(0).path("observation").asString())
          .isEqualTo("正在搜索下载中，请稍等一下～");

      JsonNode again = api.say("你觉得孙悟空和猪八戒谁更聪明，为什么");
      assertThat(again.path("answer").asString()).isNotEmpty().doesNotContain("大模型服务器");
      assertThat(again.path("notes").toString()).contains("large model failed, rules answered");
      JsonNode status = api.status();
      assertThat(status.path("brain").asString())
          .isEqualTo("rules-then-llm (fake-model: 大模型服务器没有开)");
      assertThat(
              status.path("health").values().stream()
                  .filter(part -> part.path("part").asString().equals("brain")))
          .singleElement()
          .satisfies(part -> assertThat(part.path("ok").asBoolean()).isFalse())
          .satisfies(
              part -> assertThat(part.path("text").asString()).contains("brain.llm.base-url"));
    }
  }

  @Test
  void llm_serverUnreachable_endsWithOneClearSentence() throws Exception {
    try (Assembly daemon = daemon("llm", "xml", unreachable())) {
      JsonNode run = new Api(daemon.url()).say("play alice");

      assertThat(run.path("ended").asString()).isEqualTo("model_error");
      assertThat(run.path("answer").asString()).contains("the model server is not running");
      assertThat(run.path("notes").toString()).contains("brain.llm.base-url");
    }
  }

  @Test
  void doctor_withALargeModel_makesOneTinyRunAndSaysHowItWent() throws Exception {
    model.then("1 2 3 4 ");
    Home home = TestHome.in(folder);
    List<Doctor.Finding> findings =
        Doctor.examine(home, new ReadConfig(llm(home, model.url()), List.of()), false);

    assertThat(findings)
        .filteredOn(f -> f.part().equals("large model"))
        .singleElement()
        .satisfies(f -> assertThat(f.ok()).isTrue())
        .satisfies(
            f ->
                assertThat(f.text())
                    .contains("fake-model answers: first words after")
                    .contains("stop texts are honoured"));
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void doctor_whereNoModelListens_namesTheRemedy() throws Exception {
    Home home = TestHome.in(folder);
    List<Doctor.Finding> findings =
        Doctor.examine(home, new ReadConfig(llm(home, unreachable()), List.of()), false);

    assertThat(findings)
        .filteredOn(f -> f.part().equals("large model"))
        .singleElement()
        .satisfies(f -> assertThat(f.ok()).isFalse())
        .satisfies(f -> assertThat(f.text()).contains("correct brain.llm.base-url"));
  }

  private static EarmarkConfig llm(Home home, String url) {
    return TestHome.config(
        home,
        TestHome.quiet(
            "EARMARK_BRAIN_MODE", "llm",
            "EARMARK_BRAIN_LLM_BASE_URL", url,
            "EARMARK_BRAIN_LLM_MODEL", "fake-model",
            "EARMARK_VOICE_ENGINE", "none"));
  }

  /** Returns an address where nobody listens. */
  private static String unreachable() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }
  }
}
