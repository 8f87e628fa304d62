package dev.earmark.remote.xiaozhi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.RoleRunner;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The role against a real web socket server that plays the broker. */
final class XiaozhiRoleTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SECRET = "eyJhbGciOiJFUzI1NiJ9.c2VjcmV0.signature";
  private static final long LIMIT_S = 60;

  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final FakeTools tools = new FakeTools();
  private final OkHttpClient http = new OkHttpClient();
  private @Nullable RoleRunner runner;

  /** The broker's end of a connection. */
  private static final class Broker extends WebSocketListener {
    final BlockingQueue<String> got = new LinkedBlockingQueue<>();
    final BlockingQueue<WebSocket> opened = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();

    @Override
    public void onOpen(WebSocket webSocket, Response response) {
      opened.add(webSocket);
    }

    @Override
    public void onMessage(WebSocket webSocket, String text) {
      got.add(text);
    }

    @Override
    public void onClosing(WebSocket webSocket, int code, String reason) {
      closed.add(code);
      webSocket.close(1000, null);
    }

    WebSocket socket() throws InterruptedException {
      WebSocket socket = opened.poll(LIMIT_S, TimeUnit.SECONDS);
      assertThat(socket).as("a connection").isNotNull();
      return socket;
    }

    JsonNode answer() throws InterruptedException {
      String text = got.poll(LIMIT_S, TimeUnit.SECONDS);
      assertThat(text).as("an answer").isNotNull();
      return JSON.readTree(text);
    }
  }

  @BeforeEach
  void startServer() throws Exception {
    server.start();
  }

  @AfterEach
  void stop() {
    tools.goOn.countDown();
    if (runner != null) {
      runner.close(Duration.ofSeconds(30));
    }
    server.close();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  private Broker broker() {
    Broker broker = new Broker();
    server.enqueue(new MockResponse.Builder().webSocketUpgrade(broker).build());
    return broker;
  }

  private String url() {
    return server.url("/mcp/?token=" + SECRET).toString().replace("http://", "ws://");
  }

  private void start(String prefix, String... more) {
    List<String> endpoints = new java.util.ArrayList<>(List.of(url()));
    endpoints.addAll(List.of(more));
    XiaozhiSettings settings =
        new XiaozhiSettings(
            endpoints,
            prefix,
            List.of("search_and_play", "pause", "stop", "search_album"),
            /* maxResult= */ 1024);
    XiaozhiRole role =
        new XiaozhiRole(settings, tools.offered(), "1", http, health, clock, () -> 0.5);
    runner = new RoleRunner(role, Clock.system(), Duration.ofMillis(50)).start();
  }

  private Health.Part part() {
    return health.parts().stream()
        .filter(part -> part.part().equals("xiaozhi"))
        .findFirst()
        .orElse(new Health.Part("xiaozhi", true, ""));
  }

  private void awaitHealth(boolean ok, String text) {
    await()
        .atMost(Duration.ofSeconds(LIMIT_S))
        .untilAsserted(
            () -> {
              assertThat(part().ok()).isEqualTo(ok);
              assertThat(part().text()).contains(text);
            });
  }

  @Test
  void broker_asksAsTheOfficialOneDoes_isAnsweredInKind() throws Exception {
    Broker broker = broker();
    start("");
    WebSocket socket = broker.socket();

    socket.send(
        "{\"id\":0,\"jsonrpc\":\"2.0\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2024-11-05\",\"capabilities\":{\"sampling\":{},\"roots\":{\"listChanged\":false}},"
            + "\"clientInfo\":{\"name\":\"xz-mcp-broker\",\"version\":\"0.0.1\"}}}");
    JsonNode opened = broker.answer();
    assertThat(opened.get("id").isInt()).isTrue();
    assertThat(opened.get("id").asInt()).isZero();
    assertThat(opened.at("/result/protocolVersion").asString()).isEqualTo("2024-11-05");
    assertThat(opened.at("/result/serverInfo/name").asString()).isEqualTo("earmark");

    socket.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    socket.send("{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":{}}");
    JsonNode list = broker.answer(); // the notification got no answer
    assertThat(list.get("id").asInt()).isEqualTo(1);
    assertThat(list.at("/result/tools/0/name").asString()).isEqualTo("search_and_play");
    assertThat(list.at("/result/tools/0/inputSchema/required/0").asString()).isEqualTo("keyword");
    assertThat(list.at("/result/tools/1/description").asString()).contains("先调用");

    socket.send(
        "{\"id\":\"u_s_10\",\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"search_and_play\",\"arguments\":{\"keyword\":\"西游记\",\"section\":\"3\"},"
            + "\"serialNumber\":null}}");
    JsonNode result = broker.answer();
    assertThat(result.get("id").isString()).isTrue();
    assertThat(result.at("/result/content/0/text").asString()).isEqualTo("正在播放(本地): 西游记 - 第3集");
    assertThat(result.at("/result/isError").asBoolean()).isFalse();
    assertThat(result.toString()).doesNotContain("structuredContent");
    awaitHealth(true, "connected to");
    assertThat(part().text()).doesNotContain(SECRET);
  }

  @Test
  void ping_whileAToolRuns_isAnsweredAtOnce() throws Exception {
    Broker broker = broker();
    start("");
    WebSocket socket = broker.socket();

    socket.send(
        "{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"pause\"}}");
    assertThat(tools.waits.await(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    socket.send("{\"id\":6,\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"params\":null}");

    assertThat(broker.answer().get("id").asInt()).isEqualTo(6);
    tools.goOn.countDown();
    assertThat(broker.answer().get("id").asInt()).isEqualTo(5);
  }

  @Test
  void wrongMessages_getErrors_andTheConnectionStays() throws Exception {
    Broker broker = broker();
    start("");
    WebSocket socket = broker.socket();

    socket.send("no json");
    assertThat(broker.answer().at("/error/code").asInt()).isEqualTo(-32700);
    socket.send("{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"resources/list\"}");
    assertThat(broker.answer().at("/error/code").asInt()).isEqualTo(-32601);
    socket.send(
        "{\"id\":2,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"gone\"}}");
    JsonNode unknown = broker.answer();
    assertThat(unknown.at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(unknown.at("/error/message").asString()).contains("search_and_play");
    socket.send(
        "{\"id\":3,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"stop\"}}");
    assertThat(broker.answer().at("/result/isError").asBoolean()).isTrue();
    socket.send(
        "{\"id\":4,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"search_and_play\",\"arguments\":{\"keyword\":\"三体\",\"section\":\"最后\"}}}");
    JsonNode wrong = broker.answer();
    assertThat(wrong.at("/result/isError").asBoolean()).isTrue();
    assertThat(wrong.at("/result/content/0/text").asString()).contains("section");
    socket.send("{\"id\":7,\"x\":\"" + "x".repeat(200_000) + "\"}");
    assertThat(broker.answer().at("/error/code").asInt()).isEqualTo(-32600);
    socket.send(
        "{\"id\":8,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"search_album\"}}");
    String text = broker.answer().at("/result/content/0/text").asString();
    assertThat(ShortText.bytes(text)).isLessThanOrEqualTo(1024);
    assertThat(text).contains("共500条");
  }

  @Test
  void prefix_namesTheTools_andBothSpellingsAreTaken() throws Exception {
    Broker broker = broker();
    start("lanrentingshu.");
    WebSocket socket = broker.socket();

    socket.send("{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}");
    assertThat(broker.answer().at("/result/tools/0/name").asString())
        .isEqualTo("lanrentingshu.search_and_play");
    for (String name :
        List.of(
            "lanrentingshu.search_and_play", "lanrentingshu_search_and_play", "search_and_play")) {
      socket.send(
          "{\"id\":2,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\""
              + name
              + "\",\"arguments\":{\"keyword\":\"三体\"}}}");
      assertThat(broker.answer().at("/result/content/0/text").asString()).as(name).contains("三体");
    }
  }

  @Test
  void tokenRefused_isSaidWithTheRemedy_andNotHammered() throws Exception {
    Broker broker = broker();
    start("");
    broker.socket().close(1008, "bad token");

    awaitHealth(false, "refuses the token");
    assertThat(part().text()).contains("xiaozhi.endpoints").doesNotContain(SECRET);
    Broker later = broker();
    clock.advance(Duration.ofSeconds(59));
    assertThat(later.opened.poll(700, TimeUnit.MILLISECONDS)).isNull();
    clock.advance(Duration.ofSeconds(2));
    later.socket();
    awaitHealth(true, "connected");
  }

  @Test
  void unauthorized_isATokenRefused() throws Exception {
    server.enqueue(new MockResponse.Builder().code(401).build());
    start("");

    awaitHealth(false, "refuses the token");
  }

  @Test
  void secondDaemon_takesThePlace_isSaid() throws Exception {
    Broker broker = broker();
    start("");
    broker.socket().close(1000, "新连接替换");

    awaitHealth(false, "another program uses the same endpoint");
  }

  @Test
  void lostConnection_isOpenedAgain() throws Exception {
    Broker broker = broker();
    Broker second = broker();
    start("");
    broker.socket().close(1001, "restart");
    awaitHealth(false, "closed the connection");

    clock.advance(Duration.ofSeconds(2));
    second.socket();

    awaitHealth(true, "connected");
  }

  @Test
  void endpointTwice_isOneConnection() throws Exception {
    Broker broker = broker();
    start("", url());
    broker.socket();
    awaitHealth(true, "connected");

    assertThat(health.parts()).extracting(Health.Part::part).containsExactly("xiaozhi");
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void end_saysGoodbye() throws Exception {
    Broker broker = broker();
    start("");
    broker.socket();
    awaitHealth(true, "connected");

    Objects.requireNonNull(runner).close(Duration.ofSeconds(30));

    assertThat(broker.closed.poll(LIMIT_S, TimeUnit.SECONDS)).isEqualTo(1000);
  }
}
