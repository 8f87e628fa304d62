package dev.earmark.remote.http;

import dev.earmark.listen.ListenState;
import dev.earmark.remote.http.reply.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** A server in front of a {@link FakeDaemon}, and requests to it. */
abstract class ServerFixture {
  static final OkHttpClient CLIENT = new OkHttpClient();
  static FakeDaemon daemon;
  static HttpServer server;

  static HttpServer serverOf(FakeDaemon daemon) {
    return new HttpServer(
        new ServerSettings("127.0.0.1", 0, ""),
        daemon.ports(),
        Path.of("."),
        new HttpServer.Limits(Duration.ofMillis(300), Duration.ofMillis(100)));
  }

  record Reply(int status, String type, JsonNode json, okhttp3.Headers headers) {}

  @BeforeAll
  static void startServer() throws IOException {
    daemon = new FakeDaemon();
    server = serverOf(daemon);
    server.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void reset() {
    daemon.player.stop();
    daemon.ears.state = ListenState.IDLE;
    daemon.ears.hears = List.of();
    daemon.stuck.clear();
    daemon.media.downloads.clear();
    daemon.store.positions.clear();
    daemon.store.bookmarks.clear();
    daemon.assistant.calls.clear();
    daemon.health.ok("microphone", "it hears");
  }

  static Request.Builder request(String path) {
    return new Request.Builder().url(server.url() + path);
  }

  static Reply get(String path) throws IOException {
    return send("GET", path, null);
  }

  static Reply post(String path, String body) throws IOException {
    return send("POST", path, body);
  }

  static Reply player(String command, String body) throws IOException {
    return send("POST", "/api/player/" + command, body, "Accept-Language", "zh-CN,zh;q=0.9");
  }

  static Reply audio(byte[] bytes) throws IOException {
    return execute(
        request("/api/hear").post(RequestBody.create(bytes, MediaType.get("audio/wav"))).build());
  }

  static Reply send(String method, String path, @Nullable String body, String... headers)
      throws IOException {
    Request.Builder request =
        request(path)
            .method(
                method,
                body == null ? null : RequestBody.create(body, MediaType.get("application/json")));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return execute(request.build());
  }

  static Reply execute(Request request) throws IOException {
    try (Response response = CLIENT.newCall(request).execute()) {
      byte[] body = response.body().bytes();
      return new Reply(
          response.code(),
          String.valueOf(response.header("Content-Type")),
          Json.read(body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body),
          response.headers());
    }
  }
}
