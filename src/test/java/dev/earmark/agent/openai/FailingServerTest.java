package dev.earmark.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Whole runs with a server that fails in every way that servers fail in. */
class FailingServerTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String PAUSE = "Action: get_status\nAction Input: {}";
  private static final String ANSWER = "Final Answer: 没有在播放。";

  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final OkHttpClient client = new OkHttpClient();
  private final FakeTools tools = new FakeTools();

  @BeforeEach
  void start() throws Exception {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }

  private Run run(CancelFlag cancel) {
    OpenAiSettings llm =
        new OpenAiSettings(
            server.url("/v1").toString(), "m", "", 0, 8_192, 256, Duration.ofMinutes(5), true);
    try (AgentEngine engine =
        new AgentEngine(
            new AgentSettings("llm", "text", 0, Duration.ofMinutes(30)),
            new OpenAiChatModel(llm, client, clock, () -> 0.0),
            StepJson.protocol("text"),
            tools.registry(),
            clock)) {
      return engine.run(
          new AgentEngine.Task("r", "现在放到哪了", Language.ZH, Situation.NOTHING), cancel, r -> {});
    }
  }

  private Run run() {
    return run(new CancelFlag());
  }

  private void then(String text, String finish) {
    server.enqueue(
        new MockResponse.Builder()
            .addHeader("Content-Type", "text/event-stream")
            .body(delta(text) + end(finish))
            .build());
  }

  private void goesWell() {
    then(PAUSE, "stop");
    then(ANSWER, "stop");
  }

  private static String delta(String text) {
    return "data: {\"choices\":[{\"delta\":{\"content\":"
        + MAPPER.writeValueAsString(text)
        + "}}]}\n\n";
  }

  private static String end(String finish) {
    return "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\""
        + finish
        + "\"}]}\n\ndata: [DONE]\n\n";
  }

  private void assertWell(Run run) {
    assertThat(run.ended()).isEqualTo(Run.Ended.ANSWERED);
    assertThat(run.answer()).isEqualTo("没有在播放。");
    assertThat(tools.calls).containsExactly("get_status{}");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504})
  void busyOrBroken_isAskedAgain(int code) {
    server.enqueue(new MockResponse.Builder().code(code).body("later").build());
    goesWell();
    assertWell(run());
    assertThat(server.getRequestCount()).isEqualTo(3);
  }

  @Test
  void retryAfter_inSecondsAndAsADate_isWaitedFor() {
    Instant begin = clock.now();
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            begin.plusSeconds(7 + 9).atZone(ZoneOffset.UTC));
    server.enqueue(new MockResponse.Builder().code(429).addHeader("Retry-After", "7").build());
    server.enqueue(new MockResponse.Builder().code(503).addHeader("Retry-After", date).build());
    goesWell();
    assertWell(run());
    assertThat(Duration.between(begin, clock.now())).isEqualTo(Duration.ofSeconds(16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Action: search_album\nAction Input: {\"keyword\": \"西",
        "Thought: 先看看\nAct",
        "Thought: 先看看"
      })
  void streamThatIsCut_makesNoCallAndIsAskedAgain(String part) {
    server.enqueue(
        new MockResponse.Builder()
            .addHeader("Content-Type", "text/event-stream")
            .body(delta(part))
            .build());
    goesWell();
    Run run = run();
    assertWell(run);
    assertThat(run.steps().get(0).action()).isEmpty();
    assertThat(run.notes().toString()).contains("ended too early");
  }

  @Test
  void replyCutByItsLength_makesNoCallAndIsToldSo() throws Exception {
    then("Action: search_album\nAction Input: {\"keyword\": \"西游记", "length");
    goesWell();
    assertWell(run());
    server.takeRequest();
    String second =
        Objects.requireNonNull(server.takeRequest(5, TimeUnit.SECONDS)).getBody().utf8();
    assertThat(second).contains("截断");
  }

  @Test
  void refusal_endsWithASentence() {
    then("", "content_filter");
    Run run = run();
    assertThat(run.ended()).isEqualTo(Run.Ended.MODEL_ERROR);
    assertThat(run.answer()).contains("拒绝回答");
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void emptyReply_isAskedAgainOnce() {
    then("", "stop");
    goesWell();
    assertWell(run());
  }

  @Test
  void emptyRepliesOnly_endWithASentence() {
    then("", "stop");
    then("  \n", "stop");
    Run run = run();
    assertThat(run.ended()).isEqualTo(Run.Ended.MODEL_ERROR);
    assertThat(run.answer()).isNotBlank();
    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  @Test
  void callThatHangs_cancelled_endsAtOnce() throws Exception {
    then(PAUSE, "stop");
    server.enqueue(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
    CancelFlag cancel = new CancelFlag();
    CompletableFuture<Run> running = CompletableFuture.supplyAsync(() -> run(cancel));
    assertThat(server.takeRequest(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(server.takeRequest(60, TimeUnit.SECONDS)).isNotNull();
    cancel.set();
    Run run = running.get(60, TimeUnit.SECONDS); // the call itself would last five minutes
    assertThat(run.ended()).isEqualTo(Run.Ended.CANCELLED);
    assertThat(tools.calls).hasSize(1);
  }
}
