package dev.earmark.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.Situation;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What differs between servers, and what each refusal is called. */
final class ModelServersTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final MockWebServer server = new MockWebServer();
  private final OkHttpClient client = new OkHttpClient();
  private final FakeClock clock = new FakeClock();

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

  private OpenAiSettings settings(String extraBody, int perMinute) {
    return new OpenAiSettings(
            server.url("/v1").toString(),
            "m",
            "sk-key",
            0.0,
            8_192,
            256,
            Duration.ofSeconds(10),
            /* stream= */ false)
        .withBody(extraBody, perMinute);
  }

  private OpenAiChatModel model(OpenAiSettings settings) {
    return new OpenAiChatModel(settings, client, clock, () -> 0.0);
  }

  private static ChatModel.Reply ask(ChatModel model) throws FailureException {
    return askWith(model, "播放");
  }

  private static ChatModel.Reply askWith(ChatModel model, String words) throws FailureException {
    return model.reply(
        new ChatModel.Request(
            List.of(new Message(Author.USER, words)),
            List.of("\nObservation:"),
            "text",
            List.of(),
            "播放",
            Language.ZH,
            Situation.NOTHING,
            List.of()),
        new CancelFlag(),
        text -> {});
  }

  private void answer(int code, String body) {
    server.enqueue(new MockResponse.Builder().code(code).body(body).build());
  }

  private void say(String text) {
    String content = MAPPER.writeValueAsString(text);
    answer(
        200,
        "{\"choices\":[{\"message\":{\"reasoning_content\":\"Observation: x\",\"content\":"
            + content
            + "},\"finish_reason\":\"stop\"}]}");
  }

  private JsonNode sent() throws InterruptedException {
    var request = Objects.requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
    return MAPPER.readTree(Objects.requireNonNull(request.getBody()).utf8());
  }

  private ChatModel.Request withTools(String protocol) {
    ToolSpec tool = new ToolSpec("search_album", "finds", List.of(), Set.of());
    return new ChatModel.Request(
        List.of(new Message(Author.USER, "播放")),
        List.of(),
        protocol,
        List.of(tool),
        "播放",
        Language.ZH,
        Situation.NOTHING,
        List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"prompt_tokens":900,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":640}} |
          {"prompt_tokens":900,"completion_tokens":7,"prompt_cache_hit_tokens":640} |
          {"prompt_tokens":900,"completion_tokens":7} | "timings":{"cache_n":640},
          """)
  void usage_cachedTokens_areReadInTheFormOfEachServer(String usage, String more) throws Exception {
    answer(
        200,
        "{\"id\":\"chat-9\",\"model\":\"m-0324\","
            + (more == null ? "" : more)
            + "\"usage\":"
            + usage
            + ",\"choices\":[{\"message\":{\"content\":\"Final Answer: 好\"},"
            + "\"finish_reason\":\"stop\"}]}");
    ChatModel.Origin origin = ask(model(settings("", 0))).origin();
    assertThat(origin.cachedTokens()).isEqualTo(640);
    assertThat(origin.counted()).isTrue();
    assertThat(origin.answering()).isEqualTo("m-0324");
    assertThat(origin.replyId()).isEqualTo("chat-9");
    assertThat(origin.host()).isEqualTo("localhost");
    assertThat(origin.port()).isEqualTo(server.getPort());
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.openai.com/v1, auto, openai",
    "https://api.deepseek.com/v1, auto, deepseek",
    "http://10.0.0.5:11434/v1, auto, ollama",
    "http://127.0.0.1:8080/v1, auto, openai_compatible",
    "http://127.0.0.1:8080/v1, vllm, vllm",
    "http://127.0.0.1:8080/v1, llama.cpp, llama.cpp",
    "no address, auto, openai_compatible"
  })
  void serverKind_isConfiguredOrToldByTheAddress(String url, String kind, String provider) {
    OpenAiSettings settings =
        new OpenAiSettings(url, "m", "", 0, 8_192, 64, Duration.ofSeconds(1), /* stream= */ true)
            .withServer(kind, /* constrained= */ false);
    assertThat(settings.origin().provider()).isEqualTo(provider);
  }

  @Test
  void constrained_llamaCpp_getsAGrammarOfTheProtocolAndItsTools() throws Exception {
    OpenAiSettings settings = settings("", 0).withServer("llama.cpp", true);
    for (String protocol : List.of("text", "xml")) {
      say("Final Answer: 好");
      model(settings).reply(withTools(protocol), new CancelFlag(), text -> {});
      String grammar = sent().path("grammar").asString();
      assertThat(grammar)
          .startsWith("root ::= ")
          .contains("tool ::= \"search_album\"\n")
          .contains(protocol.equals("xml") ? "<final_answer>" : "Final Answer: ");
      assertThat(undefined(grammar)).isEmpty();
    }
  }

  /** Returns the names that a grammar uses and does not define. */
  private static Set<String> undefined(String grammar) {
    String bare = grammar.replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"|\\[(?:[^\\]\\\\]|\\\\.)*\\]", " ");
    Set<String> used = new TreeSet<>(List.of(bare.replaceAll("[^a-z]+", " ").strip().split(" ")));
    for (String line : grammar.split("\n", -1)) {
      used.remove(line.split(" ", 2)[0]);
    }
    return used;
  }

  @Test
  void constrained_vllm_getsItAsStructuredOutputs_othersGetNone() throws Exception {
    say("Final Answer: 好");
    model(settings("", 0).withServer("vllm", true))
        .reply(withTools("text"), new CancelFlag(), text -> {});
    assertThat(sent().path("structured_outputs").path("grammar").asString()).contains("root ::=");
    say("Final Answer: 好");
    model(settings("", 0).withServer("ollama", true))
        .reply(withTools("text"), new CancelFlag(), text -> {});
    assertThat(sent().toString()).doesNotContain("root ::=");
  }

  @Test
  void serverThatRefusesTheGrammar_isAskedWithoutIt() throws Exception {
    OpenAiChatModel model = model(settings("", 0).withServer("llama.cpp", true));
    answer(400, "{\"error\":{\"message\":\"failed to parse grammar\"}}");
    say("Final Answer: 好");
    model.reply(withTools("text"), new CancelFlag(), text -> {});
    assertThat(sent().has("grammar")).isTrue();
    assertThat(sent().has("grammar")).isFalse();
  }

  @Test
  void modelThatReasons_refusesFieldsOneByOne_isAskedWithoutThem() throws Exception {
    OpenAiChatModel model = model(settings("", 0));
    answer(
        400,
        "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported with"
            + " this model. Use 'max_completion_tokens' instead.\"}}");
    answer(
        400, "{\"error\":{\"message\":\"Unsupported value: 'temperature' does not support 0\"}}");
    answer(400, "{\"error\":{\"message\":\"Unsupported parameter: 'stop'\"}}");
    say("a");
    say("b");

    assertThat(ask(model).text()).isEqualTo("a");
    assertThat(ask(model).text()).isEqualTo("b");

    assertThat(sent().has("max_tokens")).isTrue();
    assertThat(sent().path("max_completion_tokens").asInt()).isEqualTo(256);
    assertThat(sent().has("temperature")).isFalse();
    for (int i = 0; i < 2; i++) {
      JsonNode plain = sent();
      assertThat(plain.has("max_tokens")).isFalse();
      assertThat(plain.has("temperature")).isFalse();
      assertThat(plain.has("stop")).isFalse();
      assertThat(plain.path("max_completion_tokens").asInt()).isEqualTo(256);
    }
  }

  @Test
  void extraBody_winsAndTakesOut() throws Exception {
    say("a");
    ask(model(settings("{\"top_p\": 0.9, \"max_tokens\": 7, \"temperature\": null}", 0)));

    JsonNode body = sent();
    assertThat(body.path("top_p").asDouble()).isEqualTo(0.9);
    assertThat(body.path("max_tokens").asInt()).isEqualTo(7);
    assertThat(body.has("temperature")).isFalse();
  }

  @Test
  void requestsPerMinute_aSecondRequest_waits() throws Exception {
    OpenAiChatModel model = model(settings("", 2));
    say("a");
    say("b");
    say("c");
    ask(model);
    clock.advance(Duration.ofSeconds(45));
    ask(model);
    long before = clock.nanoTime();
    assertThat(ask(model).text()).isEqualTo("c");
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void fallback_firstModelUnknown_secondAnswersAndTheRunSaysSo() throws Exception {
    answer(404, "{\"error\":{\"message\":\"model 'm' not found\"}}");
    say("from the second");
    OpenAiSettings settings = settings("", 0);
    ChatModel.Reply reply =
        ask(new FallbackModel(model(settings), model(settings.ofModel("second"))));

    assertThat(reply.text()).isEqualTo("from the second");
    assertThat(reply.note()).contains("second answered instead of m");
    assertThat(sent().path("model").asString()).isEqualTo("m");
    assertThat(sent().path("model").asString()).isEqualTo("second");
  }

  /** Each model has its own budget, and a prompt for the first is not sent to a small second. */
  @Test
  void fallback_smallerContext_isAskedForWithItsOwnBudget() throws Exception {
    OpenAiSettings big = settings("", 0);
    OpenAiSettings small =
        new OpenAiSettings(
            big.baseUrl(), "small", "", 0.5, 1_024, 64, Duration.ofSeconds(5), false);
    FallbackModel either = new FallbackModel(model(big), model(small));
    int budget = either.promptTokens();
    answer(404, "{\"error\":{\"message\":\"model 'm' not found\"}}");
    Failure failure =
        Objects.requireNonNull(
                catchThrowableOfType(
                    FailureException.class, () -> askWith(either, "字".repeat(4_000))))
            .failure();

    assertThat(failure.kind()).isEqualTo(Failure.Kind.BAD_REQUEST);
    assertThat(failure.detail()).contains("context of small").contains("fallback-context-tokens");
    assertThat(either.promptTokens()).isLessThan(budget).isEqualTo(model(small).promptTokens());
    assertThat(sent().path("model").asString()).isEqualTo("m");
    answer(404, "{\"error\":{\"message\":\"model 'm' not found\"}}");
    say("short enough");
    assertThat(ask(either).text()).isEqualTo("short enough");
    sent();
    JsonNode second = sent();
    assertThat(second.path("temperature").asDouble()).isEqualTo(0.5);
    assertThat(second.path("max_tokens").asInt()).isEqualTo(64);
    say("back again");
    assertThat(ask(either).text()).isEqualTo("back again");
    assertThat(either.promptTokens()).isEqualTo(budget);
  }

  @ParameterizedTest
  @CsvSource({
    "401, x, 不认密钥, refuses the key",
    "403, x, 不认密钥, refuses the key",
    "402, x, 没有余额, account is empty",
    "404, x, 没有这个大模型, does not have this model",
    "429, insufficient_quota, 额度用完了, quota is used up",
    "503, x, 太忙了, too busy",
    "500, x, 出错了, has failed",
    "200, <html>, 不是大模型服务器, no model server",
  })
  void failure_isCalledByItsName(int code, String body, String zh, String en) {
    for (int i = 0; i < 3; i++) {
      answer(code, body);
    }
    Failure failure = failure(model(settings("", 0)));

    assertThat(failure.said(Language.ZH)).contains(zh);
    assertThat(failure.said(Language.EN)).contains(en);
  }

  @Test
  void nobodyListens_isNotTriedAgain() {
    OpenAiChatModel model = model(settings("", 0));
    server.close();
    long before = clock.nanoTime();
    Failure failure = failure(model);

    assertThat(failure.said(Language.ZH)).isEqualTo("大模型服务器没有开");
    assertThat(failure.said(Language.EN)).isEqualTo("the model server is not running");
    assertThat(clock.nanoTime()).isEqualTo(before);
  }

  @Test
  void nameThatNobodyKnows_isCalledSo() {
    OpenAiSettings settings =
        new OpenAiSettings(
            "http://nowhere.invalid/v1", "m", "", 0, 8_192, 256, Duration.ofSeconds(5), false);

    assertThat(failure(model(settings)).said(Language.EN)).contains("address");
  }

  private static Failure failure(ChatModel model) {
    return Objects.requireNonNull(catchThrowableOfType(FailureException.class, () -> ask(model)))
        .failure();
  }

  @Test
  void modelList_withoutTheModel_namesThoseThatAreThere() {
    answer(200, "{\"data\":[{\"id\":\"qwen3:8b\"},{\"id\":\"llama3\"}]}");
    FailureException failure =
        catchThrowableOfType(
            FailureException.class, () -> new ModelList(settings("", 0), client, clock).find());

    assertThat(failure.failure().detail()).contains("brain.llm.model").contains("qwen3:8b, llama3");
  }

  @Test
  void trial_serverThatHonoursStops_saysSo() throws Exception {
    answer(404, "");
    say("1 2 3 4 ");
    assertThat(ModelTrial.run(settings("", 0), client, Clock.system()).words())
        .contains("stop texts are honoured");
  }

  @Test
  void trial_serverThatIgnoresStops_saysSo() throws Exception {
    answer(200, "{\"data\":[{\"id\":\"m\"}]}");
    say("1 2 3 4 5 6 7 8 9");
    ModelTrial trial = ModelTrial.run(settings("", 0), client, Clock.system());

    assertThat(trial.stops()).isEqualTo(ModelTrial.Stops.IGNORED);
    assertThat(trial.words()).startsWith("first words after ");
  }

  @Test
  void trial_serverThatRefusesStops_saysSo() throws Exception {
    answer(404, "");
    answer(400, "stop is not supported");
    say("1 2 3 4 5 6 7 8 9");
    say("1 2 3 4 5 6 7 8 9"); // asked again, so that the refusal is not in the figures
    assertThat(ModelTrial.run(settings("", 0), client, Clock.system()).words())
        .contains("stop texts are refused");
  }
}
