package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code earmark runs}, as people type it, against a daemon that is started again in between. */
final class RunsCommandTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir Path home;

  private String earmark(Map<String, String> variables, String... arguments) throws Exception {
    ChildDaemon.Ended ended = ChildDaemon.run(home, variables, arguments);
    assertThat(ended.exitCode()).as(String.join(" ", arguments) + ": " + ended.err()).isZero();
    return ended.out();
  }

  @Test
  void runs_pausedChangedShownAndExported_alsoAfterARestart() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (FakeOpenAi model = new FakeOpenAi()) {
      model
          .then("Thought: 先算\nAction: Calculator\nAction Input: {\"expression\": \"1+1\"}")
          .heldBy(gate, "Action: Calculator\nAction Input: {\"expression\": \"2+2\"}")
          .then("Final Answer: 是 12");
      Map<String, String> variables =
          TestHome.quiet(
              "EARMARK_BRAIN_MODE",
              "llm",
              "EARMARK_BRAIN_LLM_BASE_URL",
              model.url(),
              "EARMARK_BRAIN_LLM_MODEL",
              "fake-model",
              "EARMARK_VOICE_ENGINE",
              "none");
      String id;
      try (ChildDaemon daemon = ChildDaemon.start(home, variables)) {
        Api api = daemon.api();
        id =
            api.post("/api/say?wait=false", Map.of("text", "算一算", "aloud", false))
                .path("id")
                .asString();
        await().atMost(Duration.ofSeconds(60)).until(() -> model.requests().size() == 2);

        assertThat(earmark(variables, "runs", "pause", id)).contains("It stops");
        gate.countDown();
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> api.get("/api/runs/" + id).path("state").asString().equals("paused"));
        assertThat(earmark(variables, "runs", "show", id))
            .contains("paused before Calculator {\"expression\":\"2+2\"}");
        ChildDaemon.Ended wrong =
            ChildDaemon.run(home, variables, "runs", "input", id, "{\"expresion\": \"x\"}");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("expression");
        earmark(variables, "runs", "input", id, "{\"expression\": \"3*4\"}");
        earmark(variables, "runs", "resume", id);
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> api.get("/api/runs/" + id).path("state").asString().equals("ended"));
        ChildDaemon.Ended late = ChildDaemon.run(home, variables, "runs", "cancel", id);
        assertThat(late.exitCode()).isEqualTo(1);
        assertThat(late.err()).contains("ended already");
        assertThat(daemon.terminate(30)).isBetween(0, 143);
      }

      try (ChildDaemon daemon = ChildDaemon.start(home, variables)) {
        assertThat(daemon.port()).isPositive();
        List<String> tree = earmark(variables, "runs", "show", "last").lines().toList();
        assertThat(tree.get(0)).contains(id).contains("算一算");
        assertThat(String.join("\n", tree))
            .contains("├─ 1 Calculator {\"expression\":\"1+1\"}")
            .contains("├─ 2 Calculator {\"expression\":\"3*4\"}")
            .contains("the model's input: {\"expression\":\"2+2\"}")
            .contains("observation (tool): ")
            .contains("answer: 是 12")
            .contains("answered, fake-model");
        assertThat(earmark(variables, "runs")).contains(id).contains("是 12");
        assertThat(earmark(variables, "runs", "list", "--json")).contains("\"next\":null");
        List<String> lines = earmark(variables, "runs", "export").lines().toList();
        assertThat(lines).hasSize(1);
        JsonNode run = MAPPER.readTree(lines.get(0));
        assertThat(run.path("id").asString()).isEqualTo(id);
        assertThat(run.path("messages").size()).isGreaterThan(4);
      }
    }
  }
}
