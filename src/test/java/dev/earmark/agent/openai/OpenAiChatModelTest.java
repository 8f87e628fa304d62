package dev.earmark.agent.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.ChatModel.Reply;
import dev.earmark.agent.ChatModel.Request;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The chat adapter against a real loopback server. */
final class OpenAiChatModelTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String KEY = "sk-very-secret";

  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final OkHttpClient client = new OkHttpClient();

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

  private OpenAiChatModel model(boolean stream) {
    String base = server.url("/v1").toString();
    OpenAiSettings settings =
        new OpenAiSettings(base, "m", KEY, 0.0, 8_192, 256, Duration.ofSeconds(10), stream);
    return new OpenAiChatModel(settings, client, clock, () -> 0.0);
  }

  private static Request request() {
    return new Request(
        List.of(new Message(Author.SYSTEM, "s"), new Message(Author.USER, "播放")),
        List.of("\nObservation:"),
        "text",
        List.of(),
        "播放",
        Language.ZH,
        Situation.NOTHING,
        List.of());
  }

  private Reply ask(boolean stream) throws FailureException {
    return model(stream).reply(request(), new CancelFlag(), text -> {});
  }

  private static MockResponse whole(String text, String finish) {
    String body =
        MAPPER.writeValueAsString(
            java.util.Map.of(
                "choices",
                List.of(
                    java.util.Map.of(
                        "message", java.util.Map.of("content", text), "finish_reason", finish)),
                "usage",
                java.util.Map.of("prompt_tokens", 7, "completion_tokens", 3)));
    return new MockResponse.Builder()
        .addHeader("Content-Type", "application/json")
        .body(body)
        .build();
  }

  private static String delta(String text) {
    return "data: {\"choices\":[{\"delta\":{\"content\":"
        + MAPPER.writeValueAsString(text)
        + "}}]}\n\n";
  }

  private static MockResponse.Builder events(String body) {
    return new MockResponse.Builder().addHeader("Content-Type", "text/event-stream").body(body);
  }

  private static MockResponse status(int code, String body) {
    return new MockResponse.Builder().code(code).body(body).build();
  }

  private JsonNode sent() throws InterruptedException {
    RecordedRequest request = Objects.requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
    return MAPPER.readTree(Objects.requireNonNull(request.getBody()).utf8());
  }

  private static Failure failure(ThrowingCallable call) {
    Failure[] caught = new Failure[1];
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(FailureException.class, e -> caught[0] = e.failure());
    return caught[0];
  }

  @Test
  void reply_wholeBody_hasTextFinishAndTokens() throws Exception {
    server.enqueue(whole("Final Answer: 好", "stop"));
    Reply reply = ask(/* stream= */ false);
    assertThat(reply)
        .usingRecursiveComparison()
        .ignoringFields("origin")
        .isEqualTo(new Reply("Final Answer: 好", Finish.STOP, List.of(), 7, 3, ""));
    RecordedRequest request = Objects.requireNonNull(server.takeRequest());
    assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
    assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + KEY);
    JsonNode body = MAPPER.readTree(Objects.requireNonNull(request.getBody()).utf8());
    assertThat(body.path("stop").path(0).asString()).isEqualTo("\nObservation:");
    assertThat(body.path("messages").path(1).path("role").asString()).isEqualTo("user");
  }

  @Test
  void reply_streamWithCommentsAndManyLines_isMerged() throws Exception {
    String body =
        ": keep-alive\n\nevent: x\n"
            + delta("Final ")
            + "data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"Answer: 好\"}}]}\n\n"
            + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\r\n\r\n"
            + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}\n\ndata: [DONE]\n\n";
    server.enqueue(events(body).build());
    List<String> pieces = new ArrayList<>();
    Reply reply = model(/* stream= */ true).reply(request(), new CancelFlag(), pieces::add);
    assertThat(reply)
        .usingRecursiveComparison()
        .ignoringFields("origin")
        .isEqualTo(new Reply("Final Answer: 好", Finish.LENGTH, List.of(), 7, 3, ""));
    assertThat(pieces).containsExactly("Final ", "Answer: 好");
  }

  // A29, A30: pieces of one call are merged, and it is there only when it is complete.
  @Test
  void reply_toolCallInPieces_isOneCall() throws Exception {
    StringBuilder body =
        new StringBuilder(
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"search_album\",\"arguments\":\"\"}}]}}]}\n\n");
    for (char c : "{\"keyword\": \"西游记\"}".toCharArray()) {
      body.append(
              "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"type\":\"\",\"function\":{\"arguments\":")
          .append(MAPPER.writeValueAsString(String.valueOf(c)))
          .append("}}]}}]}\n\n");
    }
    body.append(
        """
        data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """);
    server.enqueue(events(body.toString()).build());
    Reply reply = ask(/* stream= */ true);
    assertThat(reply.toolCalls()).hasSize(1);
    assertThat(reply.toolCalls().get(0).tool()).isEqualTo("search_album");
    assertThat(reply.toolCalls().get(0).args()).containsEntry("keyword", "西游记");
  }

  @Test
  void reply_streamCutOff_isTruncatedAndRunsNothing() throws Exception {
    server.enqueue(events(delta("Action: pause\nAction Inp")).build());
    Reply reply = ask(/* stream= */ true);
    assertThat(reply.finish()).isEqualTo(Finish.LENGTH);
    assertThat(reply.note()).contains("ended too early");
  }

  @Test
  void reply_serverRefusesStop_isAskedOnceWithoutAndRemembered() throws Exception {
    server.enqueue(status(400, "{\"error\":{\"message\":\"stop is not supported\"}}"));
    server.enqueue(whole("a", "stop"));
    server.enqueue(whole("b", "stop"));
    OpenAiChatModel model = model(/* stream= */ false);
    assertThat(model.reply(request(), new CancelFlag(), t -> {}).text()).isEqualTo("a");
    assertThat(model.reply(request(), new CancelFlag(), t -> {}).text()).isEqualTo("b");
    assertThat(sent().has("stop")).isTrue();
    assertThat(sent().has("stop")).isFalse();
    assertThat(sent().has("stop")).isFalse();
  }

  @Test
  void reply_badRequestTwice_failsAndKeepsTheStopTexts() throws Exception {
    server.enqueue(status(400, "bad"));
    server.enqueue(status(400, "bad"));
    server.enqueue(whole("b", "stop"));
    OpenAiChatModel model = model(/* stream= */ false);
    Failure failure = failure(() -> model.reply(request(), new CancelFlag(), t -> {}));
    assertThat(failure.kind()).isEqualTo(Failure.Kind.BAD_REQUEST);
    assertThat(model.reply(request(), new CancelFlag(), t -> {}).text()).isEqualTo("b");
    sent();
    sent();
    assertThat(sent().has("stop")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404})
  void reply_refused_failsAtOnceWithTheRemedyAndWithoutTheKey(int code) {
    server.enqueue(status(code, "Incorrect key " + KEY));
    Failure failure = failure(() -> ask(/* stream= */ true));
    assertThat(failure.detail())
        .contains("brain.llm.")
        .contains("(" + code + ")")
        .doesNotContain(KEY);
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  // A41: Retry-After is honoured.
  @Test
  void reply_throttledTwice_waitsAsAsked() throws Exception {
    for (int i = 0; i < 2; i++) {
      server.enqueue(new MockResponse.Builder().code(429).addHeader("Retry-After", "2").build());
    }
    server.enqueue(whole("a", "stop"));
    Instant before = clock.now();
    assertThat(ask(/* stream= */ false).text()).isEqualTo("a");
    assertThat(Duration.between(before, clock.now())).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void reply_serverFailsForEver_givesUpAfterThreeTriesWithGrowingPauses() {
    for (int i = 0; i < 5; i++) {
      server.enqueue(status(500, "Failed to parse input"));
    }
    Instant before = clock.now();
    Failure failure = failure(() -> ask(/* stream= */ false));
    assertThat(failure.kind()).isEqualTo(Failure.Kind.UNAVAILABLE);
    assertThat(server.getRequestCount()).isEqualTo(3);
    assertThat(Duration.between(before, clock.now())).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void reply_quotaUsedUpOrLongPause_isNotTriedAgain() {
    server.enqueue(status(429, "{\"error\":{\"code\":\"insufficient_quota\"}}"));
    assertThat(failure(() -> ask(/* stream= */ false)).detail()).contains("quota");
    server.enqueue(new MockResponse.Builder().code(429).addHeader("Retry-After", "86400").build());
    assertThat(failure(() -> ask(/* stream= */ false)).kind()).isEqualTo(Failure.Kind.THROTTLED);
    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  @Test
  void reply_nobodyListens_failsWithTheRemedy() {
    OpenAiChatModel model = model(/* stream= */ true);
    server.close();
    Failure failure = failure(() -> model.reply(request(), new CancelFlag(), t -> {}));
    assertThat(failure.kind()).isEqualTo(Failure.Kind.NETWORK);
    assertThat(failure.detail()).contains("brain.llm.base-url");
  }

  @Test
  void reply_htmlPageOrErrorInTheStream_failsClearly() {
    server.enqueue(new MockResponse.Builder().body("<html>hello</html>").build());
    assertThat(failure(() -> ask(/* stream= */ false)).kind())
        .isEqualTo(Failure.Kind.WRONG_CONTENT);
    for (int i = 0; i < 3; i++) {
      server.enqueue(events("data: {\"error\":{\"message\":\"out of memory\"}}\n\n").build());
    }
    assertThat(failure(() -> ask(/* stream= */ true)).detail()).contains("out of memory");
  }

  @Test
  void cancel_serverThatNeverAnswers_endsTheCallAtOnce() throws Exception {
    server.enqueue(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
    CancelFlag cancel = new CancelFlag();
    OpenAiChatModel model = model(/* stream= */ true);
    CompletableFuture<Failure> failed =
        CompletableFuture.supplyAsync(() -> failure(() -> model.reply(request(), cancel, t -> {})));
    assertThat(server.takeRequest(5, TimeUnit.SECONDS)).isNotNull();
    cancel.set();
    assertThat(failed.get(5, TimeUnit.SECONDS).kind()).isEqualTo(Failure.Kind.CANCELLED);
  }

  @Test
  void run_serverThatNeverEndsItsReply_goesOnAtTheCompleteAction() throws Exception {
    String head = delta("Action: pause\nAction Input: {}\nObservation: x\n");
    String tail = ":" + "x".repeat(head.getBytes(UTF_8).length + 64); // half of the body is sent
    server.enqueue(events(head + tail).onResponseBody(SocketEffect.Stall.INSTANCE).build());
    server.enqueue(whole("Final Answer: 好了。", "stop"));
    FakeTools tools = new FakeTools();
    AgentSettings settings = new AgentSettings("llm", "text", 0, Duration.ofMinutes(5));
    String base = server.url("/v1").toString();
    OpenAiSettings llm =
        new OpenAiSettings(base, "m", "", 0, 8_192, 256, Duration.ofMinutes(5), /* stream= */ true);
    AgentEngine engine =
        new AgentEngine(
            settings,
            new OpenAiChatModel(llm, client, clock, () -> 0.0),
            StepJson.protocol("text"),
            tools.registry(),
            clock);
    AgentEngine.Task task = new AgentEngine.Task("r", "暂停", Language.ZH, Situation.NOTHING);
    Run run =
        CompletableFuture.supplyAsync(() -> engine.run(task, new CancelFlag(), r -> {}))
            .get(60, TimeUnit.SECONDS);
    assertThat(run.answer()).isEqualTo("好了。");
    assertThat(tools.calls).hasSize(1);
  }

  @Test
  void reply_streamThatTricklesForEver_isCutAtTheTimeLimit() throws Exception {
    server.enqueue(
        events(delta("Final Answer: 好").repeat(1_000))
            .throttleBody(60, 100, TimeUnit.MILLISECONDS)
            .build());
    String base = server.url("/v1").toString();
    OpenAiSettings llm =
        new OpenAiSettings(base, "m", "", 0, 8_192, 256, Duration.ofSeconds(1), /* stream= */ true);
    OpenAiChatModel model = new OpenAiChatModel(llm, client, clock, () -> 0.0);
    Reply reply = model.reply(request(), new CancelFlag(), t -> {});
    assertThat(reply.finish()).isEqualTo(Finish.LENGTH);
    assertThat(reply.text()).startsWith("Final Answer");
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void reply_serverRefusesToStream_isAskedForTheWhole() throws Exception {
    server.enqueue(status(400, "{\"error\":{\"message\":\"stream is not supported\"}}"));
    server.enqueue(whole("a", "stop"));
    assertThat(ask(/* stream= */ true).text()).isEqualTo("a");
    assertThat(sent().path("stream").asBoolean()).isTrue();
    JsonNode second = sent();
    assertThat(second.path("stream").asBoolean()).isFalse();
    assertThat(second.has("stream_options")).isFalse();
  }

  // A16
  @Test
  void reply_serverReadFarFewerTokens_warns() throws Exception {
    server.enqueue(whole("a", "stop"));
    Request big =
        new Request(
            List.of(new Message(Author.SYSTEM, "字".repeat(1_000))),
            List.of(),
            "text",
            List.of(),
            "x",
            Language.ZH,
            Situation.NOTHING,
            List.of());
    Reply reply = model(/* stream= */ false).reply(big, new CancelFlag(), t -> {});
    assertThat(reply.note()).contains("context is too small");
  }

  // A5: a server that ignores stop texts is cut after the first complete action.
  @ParameterizedTest
  @ValueSource(strings = {"text", "xml"})
  void run_severalStepsOverTheWire_plays(String protocol) {
    boolean xml = protocol.equals("xml");
    List<String> replies =
        xml
            ? List.of(
                """
                <thought>找</thought>
                <action>search_album("西游记")</action>
                <observation>假</observation><final_answer>假的</final_answer>""",
                "<action>get_album_detail(album_id=\"a7\")</action>",
                "<action>search_and_play(keyword=\"西游记\", section=12)</action>",
                "<final_answer>已经在播放西游记第12集了～</final_answer>")
            : List.of(
                """
                Thought: 找
                Action: search_album
                Action Input: {"keyword": "西游记"}
                Observation: 假
                Final Answer: 假的""",
                "Action: get_album_detail\nAction Input: {\"album_id\": \"a7\"}\n",
                "Action: search_and_play\nAction Input: {\"keyword\": \"西游记\", \"section\": 12}\n",
                "Thought: 好\nFinal Answer: 已经在播放西游记第12集了～");
    for (String reply : replies) {
      StringBuilder body = new StringBuilder();
      for (int i = 0; i < reply.length(); i += 3) {
        body.append(delta(reply.substring(i, Math.min(reply.length(), i + 3))));
      }
      body.append(
          "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
      server.enqueue(events(body.toString()).build());
    }
    FakeTools tools = new FakeTools();
    AgentSettings settings = new AgentSettings("llm", protocol, 0, Duration.ofSeconds(60));
    try (AgentEngine engine =
        new AgentEngine(
            settings,
            model(/* stream= */ true),
            StepJson.protocol(protocol),
            tools.registry(),
            clock)) {
      AgentEngine.Task task =
          new AgentEngine.Task("r1", "播放西游记第十二集", Language.ZH, Situation.NOTHING);
      Run run = engine.run(task, new CancelFlag(), r -> {});
      assertThat(run.answer()).isEqualTo("已经在播放西游记第12集了～");
      assertThat(run.steps())
          .extracting(Step::action)
          .containsExactly("search_album", "get_album_detail", "search_and_play");
      assertThat(tools.calls).hasSize(3);
    }
  }
}
