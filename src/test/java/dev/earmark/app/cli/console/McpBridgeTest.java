package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.remote.mcp.EndpointServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The bridge between a client on stdio and the real endpoint. */
@Timeout(120)
final class McpBridgeTest {
  private static final String OPEN =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
  private static final String READY =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final OkHttpClient http = new OkHttpClient();
  private EndpointServer server;
  private PrintStream client;
  private BufferedReader answers;
  private Thread thread;

  @BeforeEach
  void start() throws Exception {
    server = new EndpointServer();
    start(server.base());
  }

  private void start(String base) throws IOException {
    PipedOutputStream toBridge = new PipedOutputStream();
    PipedInputStream fromBridge = new PipedInputStream(1 << 20);
    client = new PrintStream(toBridge, /* autoFlush= */ true, StandardCharsets.UTF_8);
    answers = new BufferedReader(new InputStreamReader(fromBridge, StandardCharsets.UTF_8));
    PrintStream out =
        new PrintStream(new PipedOutputStream(fromBridge), true, StandardCharsets.UTF_8);
    McpBridge bridge =
        new McpBridge(http, base + "/mcp", request -> request, new PipedInputStream(toBridge), out);
    thread =
        new Thread(
            () -> {
              try (bridge) {
                bridge.run();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    thread.start();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    thread.join();
    server.close();
  }

  private JsonNode ask(String message) throws IOException {
    client.println(message);
    return Json.parse(answers.readLine());
  }

  private static String call(int id, String level) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"set_volume\",\"arguments\":{\"level\":"
        + level
        + "}}}";
  }

  @Test
  void session_isOpened_andCallsAreAnswered() throws Exception {
    assertThat(ask(OPEN).at("/result/protocolVersion").asString()).isEqualTo("2025-06-18");
    client.println(READY);
    assertThat(ask(call(1, "30")).at("/result/structuredContent/volume").asInt()).isEqualTo(30);
    assertThat(ask(call(2, "\"loud\"")).at("/result/isError").asBoolean()).isTrue();
    assertThat(ask("no json").at("/error/code").asInt()).isEqualTo(-32700);
  }

  @Test
  void statelessRevision_getsItsHeaders() throws Exception {
    JsonNode answer =
        ask(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":"
                + "\"set_volume\",\"arguments\":{\"level\":31},\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}");

    assertThat(answer.at("/result/structuredContent/volume").asInt()).isEqualTo(31);
    assertThat(answer.get("id").asString()).isEqualTo("a");
  }

  @Test
  void endpointThatHasGone_isAnErrorWithTheRemedy() throws Exception {
    ask(OPEN);
    server.close();

    JsonNode answer = ask(call(3, "30"));

    assertThat(answer.get("id").asInt()).isEqualTo(3);
    assertThat(answer.at("/error/message").asString()).contains("./earmark run");
  }

  @Test
  void endOfInput_endsTheBridge() throws Exception {
    ask(OPEN);
    client.close();

    thread.join();
  }

  /** A daemon that forgets the first session when it has refused two requests of it. */
  private static final class Forgetful extends Dispatcher {
    private final AtomicInteger opened = new AtomicInteger();
    private final CountDownLatch refused = new CountDownLatch(2);

    @Override
    public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
      String body = request.getBody() == null ? "" : request.getBody().utf8();
      String session = request.getHeaders().get("Mcp-Session-Id");
      if (body.contains("\"initialize\"")) {
        return json(0, "\"protocolVersion\":\"2025-06-18\"")
            .setHeader("Mcp-Session-Id", "s" + opened.incrementAndGet())
            .build();
      }
      if (!request.getMethod().equals("POST")) {
        return new MockResponse.Builder().code(405).build();
      }
      if (!body.contains("\"id\"")) {
        return new MockResponse.Builder().code(202).build();
      }
      if (!("s" + opened.get()).equals(session) || opened.get() == 1) {
        refused.countDown();
        refused.await(30, TimeUnit.SECONDS); // both have failed before a session is opened
        return new MockResponse.Builder().code(404).build();
      }
      return json(Json.parse(body).get("id").asInt(), "\"ok\":true").build();
    }

    private static MockResponse.Builder json(int id, String result) {
      return new MockResponse.Builder()
          .setHeader("Content-Type", "application/json")
          .body("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{" + result + "}}");
    }
  }

  @Test
  void sessionThatIsGone_twoRequestsAtOnce_openOneAndAreAnswered() throws Exception {
    Forgetful daemon = new Forgetful();
    try (MockWebServer web = new MockWebServer()) {
      web.setDispatcher(daemon);
      web.start();
      client.close();
      thread.join();
      start("http://127.0.0.1:" + web.getPort());
      ask(OPEN);
      client.println(READY);

      client.println(call(1, "30"));
      client.println(call(2, "31"));

      List<Integer> ids = new ArrayList<>();
      ids.add(Json.parse(answers.readLine()).get("id").asInt());
      ids.add(Json.parse(answers.readLine()).get("id").asInt());
      assertThat(ids).containsExactlyInAnyOrder(1, 2);
      assertThat(daemon.opened).hasValue(2);
      client.close();
      thread.join();
    }
  }

  @Test
  void sessionThatCannotBeOpenedAgain_isAnErrorAndNoSilence() throws Exception {
    try (MockWebServer web = new MockWebServer()) {
      web.setDispatcher(
          new Dispatcher() {
            private boolean opened;

            @Override
            public synchronized MockResponse dispatch(RecordedRequest request) {
              boolean opens = !opened;
              opened = true;
              return opens
                  ? Forgetful.json(0, "\"protocolVersion\":\"2025-06-18\"")
                      .setHeader("Mcp-Session-Id", "s1")
                      .build()
                  : new MockResponse.Builder().code(404).build();
            }
          });
      web.start();
      client.close();
      thread.join();
      start("http://127.0.0.1:" + web.getPort());
      ask(OPEN);

      assertThat(ask(call(1, "30")).at("/error/message").asString()).contains("connect again");
      client.close();
      thread.join();
    }
  }
}
