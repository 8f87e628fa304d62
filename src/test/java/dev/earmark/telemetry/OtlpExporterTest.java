package dev.earmark.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.PriceSettings;
import dev.earmark.agent.Run;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real runs, sent to a receiver on the loopback interface. */
final class OtlpExporterTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long MS = 1_000_000L;
  private static final ChatModel.Origin ORIGIN =
      new ChatModel.Origin(
          "deepseek", "v4", "v4-0324", "chat-7", "api.example.org", 443, 0.5, 256, 60, true);

  private final MockWebServer receiver = new MockWebServer();
  private final OkHttpClient client = new OkHttpClient();
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final FakeTools tools = new FakeTools();

  @BeforeEach
  void start() throws IOException {
    receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.close();
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }

  private OtlpExporter exporter(Map<String, String> headers, boolean content) {
    String url = receiver.url("/").toString().replaceAll("/$", "");
    return exporter(new TelemetrySettings(url, headers, content));
  }

  private OtlpExporter exporter(TelemetrySettings settings) {
    return new OtlpExporter(settings, client, clock, health, "9.9");
  }

  private static ChatModel.Reply reply(String text, int prompt, int completion) {
    return new ChatModel.Reply(
        text, ChatModel.Finish.STOP, List.of(), prompt, completion, "", ORIGIN);
  }

  /** A run of two tools, the second of which is not known, and an answer; one second each. */
  private Run run(OtlpExporter exporter, ScriptedModel model) {
    RunArchive archive = RunArchive.inMemory(clock);
    archive.onEnded(exporter::ended);
    PriceSettings prices =
        new PriceSettings("USD", Map.of("v4", new PriceSettings.Price(2, 0.5, 8)));
    AgentSettings settings =
        new AgentSettings("llm", "text", 0, Duration.ofSeconds(60)).withPrices(prices);
    try (AgentEngine engine =
        new AgentEngine(settings, model, new TextProtocol(), tools.registry(), clock, archive)) {
      return engine.run(
          new AgentEngine.Task("r-1", "秘密的任务", Language.ZH, Situation.NOTHING),
          new CancelFlag(),
          now -> {});
    }
  }

  private ScriptedModel model() {
    ScriptedModel model =
        new ScriptedModel()
            .then(reply("Action: get_status\nAction Input: {}", 100, 10))
            .then(reply("Action: search_album\nAction Input: {\"keyword\": \"西游记\"}", 200, 20))
            .then(reply("Thought: 好\nFinal Answer: 找到了", 300, 30));
    for (int i = 1; i <= 3; i++) {
      model.beforeReply(i, () -> clock.advance(Duration.ofSeconds(1)));
    }
    return model;
  }

  private List<JsonNode> sent() throws InterruptedException {
    RecordedRequest request =
        Objects.requireNonNull(receiver.takeRequest(30, TimeUnit.SECONDS), "nothing was sent");
    assertThat(request.getUrl().encodedPath()).isEqualTo("/v1/traces");
    assertThat(request.getHeaders().get("Content-Type")).startsWith("application/json");
    JsonNode body = JSON.readTree(Objects.requireNonNull(request.getBody()).utf8());
    JsonNode resource = body.path("resourceSpans").path(0);
    assertThat(attributes(resource.path("resource")))
        .containsEntry("service.name", "earmark")
        .containsEntry("service.version", "9.9");
    return resource.path("scopeSpans").path(0).path("spans").valueStream().toList();
  }

  private static Map<String, String> attributes(JsonNode node) {
    Map<String, String> attributes = new HashMap<>();
    for (JsonNode one : node.path("attributes")) {
      JsonNode value = one.path("value");
      String text = value.has("arrayValue") ? value.toString() : value.iterator().next().asString();
      attributes.put(one.path("key").asString(), text);
    }
    return attributes;
  }

  private static long nanos(JsonNode span, String field) {
    return Long.parseLong(span.path(field).asString());
  }

  @Test
  void endedRun_isATreeOfSpansWithTheirTimes() throws Exception {
    OtlpExporter exporter = exporter(Map.of("x-api-key", "s3cret"), /* content= */ false);
    receiver.enqueue(new MockResponse.Builder().code(200).body("{}").build());
    Run run = run(exporter, model());
    exporter.doWork();

    List<JsonNode> spans = sent();
    assertThat(spans)
        .extracting(span -> span.path("name").asString())
        .containsExactly(
            "invoke_agent earmark",
            "chat v4",
            "chat v4",
            "chat v4",
            "execute_tool get_status",
            "execute_tool search_album");
    Set<String> ids = new HashSet<>();
    JsonNode root = spans.get(0);
    for (JsonNode span : spans) {
      assertThat(span.path("traceId").asString()).matches("[0-9a-f]{32}");
      assertThat(span.path("traceId")).isEqualTo(root.path("traceId"));
      assertThat(span.path("spanId").asString()).matches("[0-9a-f]{16}");
      assertThat(ids.add(span.path("spanId").asString())).isTrue();
      assertThat(nanos(span, "startTimeUnixNano"))
          .isLessThanOrEqualTo(nanos(span, "endTimeUnixNano"));
      assertThat(nanos(span, "startTimeUnixNano"))
          .isGreaterThanOrEqualTo(nanos(root, "startTimeUnixNano"));
      assertThat(nanos(span, "endTimeUnixNano"))
          .isLessThanOrEqualTo(nanos(root, "endTimeUnixNano"));
    }
    assertThat(root.has("parentSpanId")).isFalse();
    assertThat(spans.subList(1, 6))
        .allSatisfy(span -> assertThat(span.path("parentSpanId")).isEqualTo(root.path("spanId")));
    Instant start = run.startedAt();
    long begin = start.getEpochSecond() * 1_000 * MS;
    assertThat(nanos(root, "startTimeUnixNano")).isEqualTo(begin);
    assertThat(nanos(root, "endTimeUnixNano")).isEqualTo(begin + 3_000 * MS);
    assertThat(nanos(spans.get(2), "startTimeUnixNano")).isEqualTo(begin + 1_000 * MS);
    assertThat(nanos(spans.get(2), "endTimeUnixNano")).isEqualTo(begin + 2_000 * MS);
    assertThat(root.path("kind").asInt()).isEqualTo(1);
    assertThat(spans.get(1).path("kind").asInt()).isEqualTo(3);
    assertThat(health.parts()).extracting(Health.Part::ok).containsExactly(true);
  }

  @Test
  void endedRun_attributesOfTheConventions() throws Exception {
    OtlpExporter exporter = exporter(Map.of(), /* content= */ false);
    receiver.enqueue(new MockResponse.Builder().code(200).body("").build());
    Run run = run(exporter, model());
    exporter.doWork();
    List<JsonNode> spans = sent();

    assertThat(attributes(spans.get(0)))
        .containsEntry("gen_ai.operation.name", "invoke_agent")
        .containsEntry("gen_ai.provider.name", "deepseek")
        .containsEntry("gen_ai.agent.name", "earmark")
        .containsEntry("gen_ai.usage.input_tokens", "600")
        .containsEntry("gen_ai.usage.output_tokens", "60")
        .containsEntry("gen_ai.usage.cache_read.input_tokens", "180")
        .containsEntry("earmark.run.id", "r-1")
        .containsEntry("earmark.run.ended", "answered")
        .containsEntry("earmark.run.currency", "USD");
    assertThat(run.calls().cost()).isEqualTo((420 * 2 + 180 * 0.5 + 60 * 8) / 1e6);
    assertThat(attributes(spans.get(1)))
        .containsEntry("gen_ai.operation.name", "chat")
        .containsEntry("gen_ai.request.model", "v4")
        .containsEntry("gen_ai.response.model", "v4-0324")
        .containsEntry("gen_ai.response.id", "chat-7")
        .containsEntry("gen_ai.request.temperature", "0.5")
        .containsEntry("gen_ai.request.max_tokens", "256")
        .containsEntry("gen_ai.usage.input_tokens", "100")
        .containsEntry("gen_ai.usage.output_tokens", "10")
        .containsEntry("gen_ai.response.time_to_first_chunk", "1.0")
        .containsEntry("server.address", "api.example.org")
        .containsEntry("server.port", "443");
    assertThat(attributes(spans.get(1)).get("gen_ai.response.finish_reasons")).contains("stop");
    assertThat(attributes(spans.get(4)))
        .containsEntry("gen_ai.operation.name", "execute_tool")
        .containsEntry("gen_ai.tool.name", "get_status")
        .containsEntry("gen_ai.tool.type", "function")
        .containsKey("gen_ai.tool.call.id")
        .doesNotContainKey("gen_ai.tool.call.arguments");
    assertThat(spans.toString()).doesNotContain("秘密", "西游记");
  }

  @Test
  void contentIsOn_wordsArgumentsAndResultsAreSent() throws Exception {
    OtlpExporter exporter = exporter(Map.of("x-api-key", "s3cret"), /* content= */ true);
    receiver.enqueue(new MockResponse.Builder().code(200).body("{}").build());
    run(exporter, model());
    exporter.doWork();
    RecordedRequest request = Objects.requireNonNull(receiver.takeRequest(30, TimeUnit.SECONDS));
    assertThat(request.getHeaders().get("x-api-key")).isEqualTo("s3cret");
    assertThat(Objects.requireNonNull(request.getBody()).utf8())
        .contains("秘密的任务", "西游记", "gen_ai.tool.call.result", "gen_ai.input.messages");
  }

  @Test
  void modelAndToolThatFail_areFailedSpans() throws Exception {
    OtlpExporter exporter = exporter(Map.of(), /* content= */ false);
    receiver.enqueue(new MockResponse.Builder().code(200).body("{}").build());
    ScriptedModel model = new ScriptedModel().then(reply("Action: broken\nAction Input: {}", 1, 1));
    Run run = run(exporter, model);
    assertThat(run.ended()).isEqualTo(Run.Ended.MODEL_ERROR);
    exporter.doWork();
    List<JsonNode> spans = sent();

    assertThat(spans).hasSize(4);
    assertThat(spans.get(0).path("status").path("code").asInt()).isEqualTo(2);
    assertThat(attributes(spans.get(0))).containsEntry("error.type", "model_error");
    assertThat(spans.get(1).has("status")).isFalse();
    assertThat(spans.get(2).path("status").path("code").asInt()).isEqualTo(2);
    assertThat(attributes(spans.get(2))).containsEntry("error.type", "network");
    assertThat(attributes(spans.get(3))).containsEntry("error.type", "tool_error");
  }

  @Test
  void receiverIsAway_runsAreKeptItIsSaidOnceAndSentLater() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port;
    OtlpExporter exporter = exporter(new TelemetrySettings(url, Map.of(), /* content= */ false));
    Run run = run(exporter, model());
    assertThat(run.ended()).isEqualTo(Run.Ended.ANSWERED); // before anything was sent

    exporter.doWork();
    assertThat(health.parts()).hasSize(1);
    assertThat(health.parts().get(0).ok()).isFalse();
    assertThat(health.parts().get(0).text()).contains(url, "telemetry.otlp-endpoint");

    try (MockWebServer late = new MockWebServer()) {
      late.start(port);
      late.enqueue(new MockResponse.Builder().code(200).body("{}").build());
      clock.advance(Duration.ofSeconds(6));
      exporter.doWork();
      assertThat(late.takeRequest(30, TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(health.parts().get(0).ok()).isTrue();
  }

  @Test
  void busyReceiver_isAskedAgainWhenItWants_aRefusalCostsTheRuns() throws Exception {
    OtlpExporter exporter = exporter(Map.of(), /* content= */ false);
    receiver.enqueue(new MockResponse.Builder().code(503).addHeader("Retry-After", "20").build());
    receiver.enqueue(new MockResponse.Builder().code(400).build());
    receiver.enqueue(new MockResponse.Builder().code(200).body("{}").build());
    run(exporter, model());
    Instant before = clock.now();
    exporter.doWork();
    while (receiver.getRequestCount() < 2) {
      exporter.doWork();
    }
    assertThat(Duration.between(before, clock.now()))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(20));
    assertThat(health.parts().get(0).text()).contains("refuses the spans (400)");
    exporter.onClose(); // nothing is left to be sent
    assertThat(receiver.getRequestCount()).isEqualTo(2);
  }

  @Test
  void moreRunsThanWait_areDroppedAndCounted_nobodyWaits() {
    OtlpExporter exporter = exporter(Map.of(), /* content= */ false);
    Run run = run(exporter, model());
    for (int i = 0; i < 300; i++) {
      exporter.ended(run);
    }
    assertThat(exporter.dropped()).isEqualTo(45); // 301 came, 256 wait
  }

  @Test
  void partOnly_isNamed() throws Exception {
    OtlpExporter exporter = exporter(Map.of(), /* content= */ false);
    receiver.enqueue(
        new MockResponse.Builder()
            .code(200)
            .body("{\"partialSuccess\":{\"rejectedSpans\":\"2\",\"errorMessage\":\"too old\"}}")
            .build());
    run(exporter, model());
    exporter.doWork();
    assertThat(health.parts().get(0).text()).contains("2 spans rejected, too old");
  }
}
