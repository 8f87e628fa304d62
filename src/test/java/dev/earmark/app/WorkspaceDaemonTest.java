package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.home.Home;
import dev.earmark.base.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The daemon's agent with a workspace. */
final class WorkspaceDaemonTest {
  @TempDir Path folder;

  private Assembly daemon(String mode, FakeOpenAi model) throws Exception {
    Home home = TestHome.in(folder);
    Map<String, String> variables =
        TestHome.quiet(
            "EARMARK_BRAIN_MODE",
            mode,
            "EARMARK_BRAIN_LLM_BASE_URL",
            model.url(),
            "EARMARK_BRAIN_LLM_MODEL",
            "fake-model",
            "EARMARK_WORKSPACE_FOLDER",
            "work",
            "EARMARK_BRAIN_CONSENT_LIMIT",
            "1s",
            "EARMARK_VOICE_ENGINE",
            "none");
    return Assembly.start(
        home, TestHome.config(home, variables), Assembly.DeviceOverrides.NONE, Clock.system());
  }

  @Test
  void llmMode_taskWithFiles_isDoneInTheConfiguredFolder() throws Exception {
    try (FakeOpenAi model = new FakeOpenAi()) {
      model
          .then(
              "Thought: 记下来。\n"
                  + "Action: write_to_file\n"
                  + "Action Input: {\"path\": \"买菜.txt\", \"content\": \"白菜\\n"
                  + "豆腐\\n"
                  + "\"}")
          .then("Thought: 看看。\nAction: delete_file\nAction Input: {\"path\": \"买菜.txt\"}")
          .then("Thought: 好了。\nFinal Answer: 记好了，文件已写入。");
      try (Assembly daemon = daemon("llm", model)) {
        Api api = new Api(daemon.url());

        JsonNode run = api.say("把白菜和豆腐记到买菜清单里");

        assertThat(run.path("answer").asString()).isEqualTo("记好了，文件已写入。");
        assertThat(folder.resolve("work/买菜.txt")).hasContent("白菜\n豆腐\n");
        assertThat(run.path("steps").path(1).path("ok").asBoolean()).isFalse();
        assertThat(run.path("steps").path(1).path("observation").asString()).contains("没有回答");
        JsonNode health = api.get("/api/status").path("health");
        assertThat(health.values())
            .anyMatch(
                part ->
                    part.path("part").asString().equals("workspace")
                        && part.path("ok").asBoolean());
      }
      String system = model.requests().get(0).path("messages").path(0).path("content").asString();
      assertThat(system)
          .contains("write_to_file(path, content)", "Search(query)", "search_and_play");
    }
  }

  @Test
  void rulesMode_workspace_isLeftAlone() throws Exception {
    try (FakeOpenAi model = new FakeOpenAi();
        Assembly daemon = daemon("rules", model)) {
      Api api = new Api(daemon.url());
      JsonNode run = api.say("三加四等于几");

      assertThat(run.path("answer").asString()).contains("7");
      assertThat(api.get("/api/runs?messages=true&limit=1").toString())
          .contains("Calculator")
          .doesNotContain("write_to_file")
          .doesNotContain("Search(");
      assertThat(Files.exists(folder.resolve("work"))).isFalse();
    }
  }
}
