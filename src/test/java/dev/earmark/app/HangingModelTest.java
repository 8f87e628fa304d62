package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.app.home.Home;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A large model that takes a request and then says nothing: what needs no model is done all the
 * same.
 */
final class HangingModelTest {
  @TempDir Path folder;

  @Test
  void commandsThatTheRulesKnow_whileTheModelHangs_areDoneAtOnce() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi().heldBy(never, "Final Answer: 太迟了");
        Assembly daemon = daemon("rules-then-llm", model)) {
      Api api = new Api(daemon.url());
      String open = start(api, "你觉得孙悟空和哪吒谁更厉害，为什么");
      await().until(() -> model.requests().size() == 1);

      assertThat(api.say("现在几点").path("steps").path(0).path("action").asString())
          .isEqualTo("get_time");
      assertThat(api.get("/api/runs/" + open).path("ended").isNull()).isTrue();

      JsonNode play = api.say("播放西游记第二集");
      assertThat(play.path("steps").path(0).path("action").asString()).isEqualTo("search_and_play");
      JsonNode pause = api.say("暂停");
      assertThat(pause.path("ended").asString()).isEqualTo("answered");
      assertThat(model.requests()).hasSize(1);
      await()
          .until(() -> api.get("/api/runs/" + open).path("ended").asString("").equals("cancelled"));
      never.countDown();
    }
  }

  @Test
  void directControl_whileTheModelHangs_doesNotWait() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi().heldBy(never, "Final Answer: 太迟了");
        Assembly daemon = daemon("llm", model)) {
      Api api = new Api(daemon.url());
      String open = start(api, "播放西游记");
      await().until(() -> model.requests().size() == 1);

      api.post("/api/player/volume", Map.of("level", 33));
      api.post("/api/player/pause", Map.of());

      await().until(() -> api.status().path("volume").asInt() == 33);
      assertThat(api.get("/api/runs/" + open).path("ended").isNull()).isTrue();
      never.countDown();
    }
  }

  private static String start(Api api, String text) throws Exception {
    return api.post("/api/say?wait=false", Map.of("text", text, "aloud", false))
        .path("id")
        .asString();
  }

  private Assembly daemon(String mode, FakeOpenAi model) throws Exception {
    Home home = TestHome.in(folder);
    Assembly daemon =
        Assembly.start(
            home,
            TestHome.config(
                home,
                TestHome.quiet(
                    "EARMARK_BRAIN_MODE",
                    mode,
                    "EARMARK_BRAIN_LLM_BASE_URL",
                    model.url(),
                    "EARMARK_BRAIN_LLM_MODEL",
                    "fake-model",
                    "EARMARK_VOICE_ENGINE",
                    "none")),
            Assembly.DeviceOverrides.NONE,
            Clock.system());
    daemon.library().search("西游记", 1, new CancelFlag());
    return daemon;
  }
}
