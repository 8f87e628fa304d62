package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.app.home.Home;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A daemon with a large model whose runs a person holds, changes, allows and ends. */
final class SteeredRunTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SEARCH =
      "Thought: 先找\nAction: search_album\nAction Input: {\"keyword\": \"西游记\"}";
  private static final String PLAY =
      "Action: search_and_play\nAction Input: {\"keyword\": \"西游记\", \"section\": 1}";

  @TempDir Path folder;

  private Assembly daemon(FakeOpenAi model) throws Exception {
    Home home = TestHome.in(folder);
    Assembly daemon =
        Assembly.start(
            home,
            TestHome.config(
                home,
                TestHome.quiet(
                    "EARMARK_BRAIN_MODE",
                    "llm",
                    "EARMARK_BRAIN_LLM_BASE_URL",
                    model.url(),
                    "EARMARK_BRAIN_LLM_MODEL",
                    "fake-model",
                    "EARMARK_WORKSPACE_FOLDER",
                    "work",
                    "EARMARK_VOICE_ENGINE",
                    "none")),
            Assembly.DeviceOverrides.NONE,
            Clock.system());
    daemon.library().search("西游记", 1, new CancelFlag());
    return daemon;
  }

  private static String start(Api api, String text) throws Exception {
    return api.post("/api/say?wait=false", Map.of("text", text, "aloud", false))
        .path("id")
        .asString();
  }

  private static JsonNode awaitState(Api api, String run, String state) {
    await()
        .atMost(LIMIT)
        .until(() -> api.get("/api/runs/" + run).path("state").asString().equals(state));
    try {
      return api.get("/api/runs/" + run);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void pausedRun_isChangedContinuedAndReadAgainAfterARestart() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi()) {
      model.then(SEARCH).heldBy(gate, PLAY).then("Final Answer: 第二集马上就来～");
      String id;
      JsonNode whole;
      try (Assembly daemon = daemon(model)) {
        Api api = new Api(daemon.url());
        id = start(api, "播放西游记");
        await().atMost(LIMIT).until(() -> model.requests().size() == 2);
        api.post("/api/runs/" + id + "/pause", Map.of());
        gate.countDown();
        JsonNode held = awaitState(api, id, "paused");
        assertThat(held.path("waiting").path("action").asString()).isEqualTo("search_and_play");

        assertThat(model.requests()).hasSize(2);
        model.then("Final Answer: 你好");
        api.post(
            "/api/runs/" + id + "/input", Map.of("input", Map.of("keyword", "西游记", "section", 2)));
        api.post("/api/runs/" + id + "/resume", Map.of());
        whole = awaitState(api, id, "ended");

        assertThat(whole.path("answer").asString()).isEqualTo("第二集马上就来～");
        JsonNode step = whole.path("steps").path(1);
        assertThat(step.path("action_input").path("section").asInt()).isEqualTo(2);
        assertThat(step.path("before").path("action_input").path("section").asInt()).isEqualTo(1);
        assertThat(step.path("observation_by").asString()).isEqualTo("tool");
        assertThat(whole.path("steps").size()).isEqualTo(2);
        assertThat(api.say("你好").path("answer").asString()).isEqualTo("你好");
      }
      model.then("Final Answer: 还是它");
      try (Assembly daemon = daemon(model)) {
        Api api = new Api(daemon.url());
        assertThat(api.get("/api/runs/" + id)).isEqualTo(whole);
        assertThat(api.get("/api/runs?limit=1").path("runs").path(0).path("task").asString())
            .isEqualTo("你好");

        api.say("它的第三集呢");
        JsonNode last = model.requests().get(model.requests().size() - 1);
        assertThat(last.path("messages").toString()).contains("播放西游记").contains("第二集");
      }
    }
    assertThat(folder.resolve("state/runs.db")).exists();
  }

  @Test
  void whilePaused_anotherCommandIsDoneAtOnce() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi()) {
      model.heldBy(gate, SEARCH).then("Final Answer: 你好").then("Final Answer: 找到了");
      try (Assembly daemon = daemon(model)) {
        Api api = new Api(daemon.url());
        String id = start(api, "找西游记");
        await().atMost(LIMIT).until(() -> model.requests().size() == 1);
        api.post("/api/runs/" + id + "/pause", Map.of());
        gate.countDown();
        awaitState(api, id, "paused");

        assertThat(api.say("你好").path("answer").asString()).isEqualTo("你好");
        assertThat(api.get("/api/runs/" + id).path("state").asString()).isEqualTo("paused");
        api.post("/api/runs/" + id + "/resume", Map.of());
        assertThat(awaitState(api, id, "ended").path("answer").asString()).isEqualTo("找到了");
      }
    }
  }

  @Test
  void observationByAPerson_whileTheModelHangs_isReadWithoutStartingAgain() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi()) {
      model.then(SEARCH).heldBy(never, "Final Answer: 太迟").then("Final Answer: 第6个");
      try (Assembly daemon = daemon(model)) {
        Api api = new Api(daemon.url());
        String id = start(api, "找西游记");
        await().atMost(LIMIT).until(() -> model.requests().size() == 2);
        api.post(
            "/api/runs/" + id + "/observation", Map.of("text", "前5个结果不对，请只看第6到第10个", "step", 1));
        JsonNode run = awaitState(api, id, "ended");
        never.countDown();

        assertThat(run.path("answer").asString()).isEqualTo("第6个");
        assertThat(run.path("steps").size()).isEqualTo(1);
        JsonNode step = run.path("steps").path(0);
        assertThat(step.path("observation_by").asString()).isEqualTo("person");
        assertThat(step.path("before").path("observation").asString()).contains("西游记");
        assertThat(model.lastMessage(2)).contains("第6到第10个");
      }
    }
  }

  @Test
  void hangingCall_cancelled_endsAtOnce() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi().heldBy(never, "Final Answer: 太迟");
        Assembly daemon = daemon(model)) {
      Api api = new Api(daemon.url());
      String id = start(api, "想一想");
      await().atMost(LIMIT).until(() -> model.requests().size() == 1);
      api.post("/api/runs/" + id + "/cancel", Map.of());

      JsonNode run = awaitState(api, id, "ended");
      assertThat(run.path("ended").asString()).isEqualTo("cancelled");
      never.countDown();
    }
  }

  @Test
  void deletingAFile_isDoneAfterYesAndNotAfterNo() throws Exception {
    Files.createDirectories(folder.resolve("work"));
    Files.writeString(folder.resolve("work/a.txt"), "a");
    Files.writeString(folder.resolve("work/b.txt"), "b");
    try (FakeOpenAi model = new FakeOpenAi()) {
      model
          .then("Action: delete_file\nAction Input: {\"path\": \"a.txt\"}")
          .then("Final Answer: 已删除 a.txt。")
          .then("Action: delete_file\nAction Input: {\"path\": \"b.txt\"}")
          .then("Final Answer: 没有删除。");
      try (Assembly daemon = daemon(model)) {
        Api api = new Api(daemon.url());
        String yes = start(api, "删掉 a");
        JsonNode asking = awaitState(api, yes, "asking");
        assertThat(asking.path("waiting").path("question").asString()).contains("a.txt");
        assertThat(folder.resolve("work/a.txt")).exists();
        assertThat(api.say("可以").path("answer").asString()).isEqualTo("好的。");
        assertThat(awaitState(api, yes, "ended").path("ended").asString()).isEqualTo("answered");
        assertThat(folder.resolve("work/a.txt")).doesNotExist();

        String no = start(api, "删掉 b");
        awaitState(api, no, "asking");
        api.post("/api/runs/" + no + "/consent", Map.of("allow", false));
        JsonNode run = awaitState(api, no, "ended");
        assertThat(run.path("steps").path(0).path("observation_by").asString()).isEqualTo("person");
        assertThat(folder.resolve("work/b.txt")).exists();
      }
    }
  }

  @Test
  void stateFolderThatTakesNoRuns_answersAllTheSame() throws Exception {
    Files.createDirectories(folder.resolve("state/runs.db")); // a folder is in the way
    try (FakeOpenAi model = new FakeOpenAi().then("Final Answer: 你好")) {
      try (Assembly daemon = daemon(model)) {
        Api api = new Api(daemon.url());
        assertThat(api.say("你好").path("answer").asString()).isEqualTo("你好");
        assertThat(api.get("/api/runs").path("runs").size()).isEqualTo(1);
        await()
            .atMost(LIMIT)
            .until(
                () ->
                    api.get("/api/status").path("health").values().stream()
                        .anyMatch(
                            part ->
                                part.path("part").asString().equals("runs")
                                    && !part.path("ok").asBoolean()));
      }
    }
  }
}
