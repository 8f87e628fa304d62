package dev.earmark.remote.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.agent.ToolResult;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint on a real server, with the official Java client and with plain HTTP. */
final class McpEndpointTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final OkHttpClient http = new OkHttpClient.Builder().readTimeout(LIMIT).build();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final List<McpSchema.ProgressNotification> progress = new CopyOnWriteArrayList<>();
  private final List<String> updated = new CopyOnWriteArrayList<>();
  private EndpointServer server;
  private McpSyncClient client;

  @BeforeEach
  void start() throws Exception {
    server = new EndpointServer();
    client =
        McpClient.sync(HttpClientStreamableHttpTransport.builder(server.base()).build())
            .requestTimeout(LIMIT)
            .initializationTimeout(LIMIT)
            .progressConsumer(progress::add)
            .resourcesUpdateConsumer(
                contents -> contents.forEach(content -> updated.add(content.uri())))
            .build();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
    background.shutdownNow();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  private static McpSchema.CallToolRequest call(String name, Map<String, Object> args) {
    return McpSchema.CallToolRequest.builder(name).arguments(args).build();
  }

  @Test
  void tools_areListedWithSchemasAndHints_andGiveStructuredResults() {
    client.initialize();

    List<McpSchema.Tool> tools = client.listTools().tools();
    assertThat(tools)
        .extracting(McpSchema.Tool::name)
        .containsExactly("search_and_play", "set_volume");
    assertThat(tools.get(0).inputSchema()).containsEntry("additionalProperties", false);
    assertThat(tools.get(0).outputSchema()).containsKey("properties");
    assertThat(tools.get(0).annotations().readOnlyHint()).isFalse();
    assertThat(tools.get(0).annotations().destructiveHint()).isFalse();
    McpSchema.CallToolResult result = client.callTool(call("set_volume", Map.of("level", "40")));
    assertThat(result.isError()).isFalse();
    assertThat(result.structuredContent())
        .isEqualTo(Map.of("observation", "Volume 40", "volume", 40));
  }

  @Test
  void wrongArgumentsAndFaults_areResults_unknownToolsAreErrors() {
    client.initialize();

    McpSchema.CallToolResult wrong = client.callTool(call("set_volume", Map.of("level", "loud")));
    assertThat(wrong.isError()).isTrue();
    assertThat(wrong.content().get(0).toString()).contains("level");
    McpSchema.CallToolResult fault = client.callTool(call("set_volume", Map.of("level", 99)));
    assertThat(fault.isError()).isTrue();
    assertThatThrownBy(() -> client.callTool(call("nope", Map.of())))
        .isInstanceOfSatisfying(
            McpError.class,
            e -> {
              assertThat(e.getJsonRpcError().code()).isEqualTo(-32602);
              assertThat(e.getJsonRpcError().message()).isEqualTo("Unknown tool: nope");
            });
    assertThat(client.callTool(call("set_volume", Map.of("level", 5))).isError()).isFalse();
  }

  @Test
  void play_withProgress_waitsUntilTheBookPlays() throws Exception {
    client.initialize();
    McpSchema.CallToolRequest request =
        new McpSchema.CallToolRequest(
            "search_and_play", Map.of("keyword", "Alice"), Map.of("progressToken", 0));

    Future<McpSchema.CallToolResult> result = background.submit(() -> client.callTool(request));
    String run = server.calls.poll(60, TimeUnit.SECONDS);
    server.tell("download.progress", run, 300);
    server.tell("download.progress", "another", 999);
    server.tell("download.progress", run, 200);
    server.tell("download.progress", run, 700);
    server.tell("play.started", run, 0);

    McpSchema.CallToolResult done = result.get(60, TimeUnit.SECONDS);
    assertThat(done.isError()).isFalse();
    assertThat(done.structuredContent().toString()).contains("Playing: Alice - section 2");
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(progress)
                    .extracting(McpSchema.ProgressNotification::progress)
                    // the client's own threads may turn round what came in order
                    .containsExactlyInAnyOrder(0.0, 300.0, 700.0));
    assertThat(progress)
        .filteredOn(told -> told.progress() == 300)
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.progressToken()).isEqualTo(0);
              assertThat(told.total()).isEqualTo(1000.0);
            });
  }

  @Test
  void play_withoutProgress_isAnsweredAtOnce_andFailureIsTold() throws Exception {
    client.initialize();

    McpSchema.CallToolResult first =
        client.callTool(call("search_and_play", Map.of("keyword", "Alice")));
    assertThat(first.structuredContent().toString()).contains("fetching");

    server.calls.clear();
    Future<McpSchema.CallToolResult> result =
        background.submit(
            () ->
                client.callTool(
                    new McpSchema.CallToolRequest(
                        "search_and_play",
                        Map.of("keyword", "Alice"),
                        Map.of("progressToken", ""))));
    server.tell("play.failed", server.calls.poll(60, TimeUnit.SECONDS), 0);
    assertThat(result.get(60, TimeUnit.SECONDS).isError()).isTrue();
    assertThat(result.get().content().get(0).toString()).contains("no server answers");
  }

  @Test
  void documentsAndPrompts_areRead() {
    client.initialize();

    assertThat(client.listResources().resources())
        .extracting(McpSchema.Resource::uri)
        .containsExactly("earmark://status", "earmark://timers");
    assertThat(read("earmark://status")).isEqualTo("{\"state\":\"playing\"}");
    assertThat(read("earmark://albums/demo:%E8%A5%BF%E6%B8%B8%E8%AE%B0")).contains("西游记");
    assertThatThrownBy(() -> read("earmark://albums/none")).isInstanceOf(McpError.class);
    assertThatThrownBy(() -> read("file:///etc/passwd")).isInstanceOf(McpError.class);
    assertThat(client.listPrompts().prompts()).hasSize(3);
    assertThat(
            client
                .getPrompt(
                    McpSchema.GetPromptRequest.builder("find_a_book")
                        .arguments(Map.of("topic", "cats"))
                        .build())
                .messages()
                .get(0)
                .content()
                .toString())
        .contains("cats");
    assertThatThrownBy(
            () ->
                client.getPrompt(
                    McpSchema.GetPromptRequest.builder("find_a_book").arguments(Map.of()).build()))
        .isInstanceOfSatisfying(
            McpError.class, e -> assertThat(e.getJsonRpcError().code()).isEqualTo(-32602));
  }

  private String read(String uri) {
    return ((McpSchema.TextResourceContents)
            client
                .readResource(McpSchema.ReadResourceRequest.builder(uri).build())
                .contents()
                .get(0))
        .text();
  }

  @Test
  void subscriber_isToldOfChanges_fewerThanThereAre() {
    client.initialize();
    client.subscribeResource(new McpSchema.SubscribeRequest("earmark://status", /* meta= */ null));
    client.subscribeResource(new McpSchema.SubscribeRequest("earmark://timers", /* meta= */ null));
    for (int i = 0; i < 50; i++) {
      server.tell("player.changed", "", i);
    }
    await().atMost(LIMIT).until(() -> updated.contains("earmark://status"));

    // What is told in a later period comes behind all that these have brought about.
    server.tell("timers.changed", "", 0);
    await().atMost(LIMIT).until(() -> updated.contains("earmark://timers"));
    assertThat(updated).filteredOn("earmark://status"::equals).hasSizeBetween(1, 49);
  }

  // Plain HTTP: what no client of good manners does.

  private record Reply(int code, String session, String body) {}

  /** The SDK left them without any answer, and the client waited for its own time limit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools/call\",\"params\":{\"name\":\"set_volume\",\"arguments\":[1]}",
        "tools/call\",\"params\":{\"name\":\"set_volume\",\"arguments\":\"x\"}",
        "tools/call\",\"params\":[1]",
        "tools/list\",\"params\":\"x\"",
        "initialize\"",
      })
  void parametersOfAWrongKind_areAnsweredWithTheirId(String rest) throws IOException {
    String session = initialize("2025-11-25").session();
    Reply reply =
        post("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + rest + "}", "Mcp-Session-Id", session);
    assertThat(reply.body()).contains("\"id\":7", "-32602");
  }

  private Reply post(String body, String... headers) throws IOException {
    Request.Builder request =
        new Request.Builder()
            .url(server.base() + "/mcp")
            .header("Accept", "application/json, text/event-stream")
            .post(RequestBody.create(body, MediaType.get("application/json")));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try (Response response = http.newCall(request.build()).execute()) {
      String session = response.header("Mcp-Session-Id");
      return new Reply(response.code(), session == null ? "" : session, response.body().string());
    }
  }

  private Reply initialize(String revision) throws IOException {
    return post(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
            + revision
            + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
  }

  @Test
  void revisions_ofAllEras_areNegotiated() throws Exception {
    for (String revision : List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")) {
      Reply reply = initialize(revision);
      assertThat(reply.code()).isEqualTo(200);
      assertThat(reply.body()).contains("\"protocolVersion\":\"" + revision + "\"");
    }
    assertThat(initialize("2099-01-01").body()).contains("\"protocolVersion\":\"2025-11-25\"");

    Reply discovered =
        post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
            "MCP-Protocol-Version",
            "2026-07-28",
            "Mcp-Method",
            "server/discover");
    assertThat(discovered.code()).isEqualTo(200);
    assertThat(discovered.body()).contains("2026-07-28").contains("\"tools\"");
    assertThat(discovered.session()).isEmpty();
  }

  @Test
  void messagesThatAreWrong_areRefusedByTheirStatus() throws Exception {
    String session = initialize("2025-11-25").session();

    assertThat(post("[]", "Mcp-Session-Id", session).code()).isEqualTo(400);
    assertThat(post("{no json", "Mcp-Session-Id", session).code()).isEqualTo(400);
    Reply nullId =
        post("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "Mcp-Session-Id", session);
    assertThat(nullId.code()).isEqualTo(400);
    assertThat(nullId.body()).contains("-32600");
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    assertThat(post(ping).code()).isEqualTo(400); // no session
    assertThat(post(ping, "Mcp-Session-Id", "gone").code()).isEqualTo(404);
    assertThat(post(ping, "Mcp-Session-Id", session, "Accept", "text/html").code()).isEqualTo(400);
    assertThat(post("{\"x\":\"" + "x".repeat(1 << 20) + "\"}").code()).isEqualTo(413);
    assertThat(post(ping, "Mcp-Session-Id", session).code()).isEqualTo(200);
    assertThat(post(ping, "Mcp-Session-Id", session, "MCP-Protocol-Version", "1999-01-01").code())
        .isEqualTo(400);
    assertThat(post(ping, "Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-06-18").code())
        .isEqualTo(200);
    assertThat(
            post(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                    "Mcp-Session-Id",
                    session)
                .code())
        .isEqualTo(202);
  }

  @Test
  void refusals_areErrors_withoutTheStackOfTheServer() throws Exception {
    String session = initialize("2025-11-25").session();
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    for (Reply refusal :
        List.of(
            post("{no json", "Mcp-Session-Id", session),
            post("{}", "Mcp-Session-Id", session),
            post(ping),
            post(ping, "Mcp-Session-Id", "gone"),
            post(ping, "Mcp-Session-Id", session, "Accept", "text/html"))) {
      assertThat(refusal.body())
          .contains("\"jsonrpc\":\"2.0\"", "\"error\":{\"code\":-326")
          .doesNotContain("stackTrace", "io.modelcontextprotocol");
    }
    Request form =
        new Request.Builder()
            .url(server.base() + "/mcp")
            .post(RequestBody.create("x=1", MediaType.get("application/x-www-form-urlencoded")))
            .build();
    try (Response response = http.newCall(form).execute()) {
      assertThat(response.code()).isEqualTo(415);
      assertThat(response.body().string()).contains("application/json");
    }
  }

  @Test
  void cancelledCall_ends_andItsWishIsDropped() throws Exception {
    String session = initialize("2025-11-25").session();
    post(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "Mcp-Session-Id",
        session);
    Future<Reply> call =
        background.submit(
            () ->
                post(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"c1\",\"method\":\"tools/call\",\"params\":{\"name\":"
                        + "\"search_and_play\",\"arguments\":{\"keyword\":\"Alice\"},\"_meta\":{"
                        + "\"progressToken\":\"p\"}}}",
                    "Mcp-Session-Id",
                    session));
    assertThat(server.calls.poll(60, TimeUnit.SECONDS)).isNotNull();

    Reply cancelled =
        post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
                + "\"c1\"}}",
            "Mcp-Session-Id",
            session);

    assertThat(cancelled.code()).isEqualTo(202);
    assertThat(call.get(60, TimeUnit.SECONDS).body()).contains("Cancelled");
    assertThat(server.dropped).hasValue(1);
    await().atMost(LIMIT).until(() -> server.endpoint.running() == 0);
  }

  @Test
  void closed_answersUnavailable() throws Exception {
    server.endpoint.close();

    assertThat(initialize("2025-11-25").code()).isEqualTo(503);
  }

  @Test
  void cancelledCall_whoseWishHasEnded_dropsNobodyElses() throws Exception {
    EndpointServer.Told joined =
        new EndpointServer.Told(
            "", "Alice", "demo:alice", "Alice", 2, 0, 1000, "又说了一遍", "it was asked for again");
    ToolCalls calls = server.calls();
    ToolCalls.Key key = new ToolCalls.Key("s", "1");
    Future<ToolResult> call =
        background.submit(
            () ->
                calls.call(
                    "search_and_play",
                    Map.of("keyword", "Alice"),
                    key,
                    (done, total, message) -> {
                      // Told before the call waits: both are there when it looks.
                      server.publish("play.dropped", joined.of(server.calls.poll()));
                      calls.cancel(key);
                    }));

    ToolResult result = call.get(60, TimeUnit.SECONDS);

    assertThat(result.ok()).isFalse();
    assertThat(result.observation()).contains("it was asked for again");
    assertThat(server.dropped).hasValue(0);
  }

  @Test
  void changed_doesNotWaitForTheServersToBeMade() throws Exception {
    synchronized (server.endpoint) { // as while they are made
      background
          .submit(() -> server.endpoint.changed("earmark://status"))
          .get(60, TimeUnit.SECONDS);
    }
    client.initialize();
    client.subscribeResource(new McpSchema.SubscribeRequest("earmark://status", /* meta= */ null));
    server.endpoint.changed("earmark://status");
    await().atMost(LIMIT).until(() -> updated.contains("earmark://status"));
  }

  @Test
  void sessionsThatDoNotEnd_theTransportIsEndedAllTheSame() {
    AtomicInteger ended = new AtomicInteger();

    SessionServer.close(
        () -> {
          throw new IllegalStateException("Timeout on blocking read");
        },
        ended::incrementAndGet);

    assertThat(ended).hasValue(1);
  }
}
