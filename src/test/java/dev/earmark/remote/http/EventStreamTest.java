package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Server-sent events: order, resumption, heartbeat, watchers that are too slow. */
final class EventStreamTest {
  private final OkHttpClient client =
      new OkHttpClient.Builder().readTimeout(Duration.ofSeconds(20)).build();
  private final FakeDaemon daemon = new FakeDaemon();
  private final long origin = daemon.events.newestId();
  private final HttpServer server =
      new HttpServer(
          new ServerSettings("127.0.0.1", 0, ""),
          daemon.ports(),
          Path.of("."),
          new HttpServer.Limits(Duration.ofSeconds(1), Duration.ofMillis(100)));

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void events_comeInOrderWithTheirIds() throws Exception {
    daemon.events.publish("old", Map.of());
    try (Response response = follow("", "")) {
      BufferedReader lines = lines(response);
      await().until(() -> server.watchers() == 1);
      // The old event tells nothing to somebody who asks for no resumption.
      daemon.events.publish("run.started", Map.of("task", "播放\n西游记"));
      daemon.events.publish("run.ended", Map.of());

      assertThat(response.header("Content-Type")).startsWith("text/event-stream");
      assertThat(next(lines)).contains(id(2), "\"type\":\"run.started\"", "播放\\n西游记");
      assertThat(next(lines)).contains(id(3), "\"type\":\"run.ended\"");
    }
  }

  @Test
  void resumption_givesWhatWasMissed() throws Exception {
    for (int i = 1; i <= 5; i++) {
      daemon.events.publish("n" + i, Map.of());
    }
    try (Response response = follow("", last(3))) {
      BufferedReader lines = lines(response);
      assertThat(next(lines)).contains(id(4), "n4");
      assertThat(next(lines)).contains(id(5), "n5");
      daemon.events.publish("n6", Map.of());
      assertThat(next(lines)).contains(id(6), "n6");
    }
    try (Response response = follow("?last_event_id=" + last(4), "")) {
      assertThat(next(lines(response))).contains(id(5), "n5");
    }
  }

  @Test
  void resumption_afterARestart_isAReset() throws Exception {
    daemon.events.publish("n1", Map.of());
    try (Response response = follow("", last(900))) {
      assertThat(next(lines(response))).contains(id(1), "stream.reset");
    }
  }

  @Test
  void resumption_afterTooLong_isAReset() throws Exception {
    for (int i = 0; i < 2_050; i++) {
      daemon.events.publish("n", Map.of());
    }
    try (Response response = follow("", last(10))) {
      assertThat(next(lines(response))).contains(id(2050), "stream.reset");
    }
  }

  @Test
  void badId_isAProblem() throws Exception {
    try (Response response = follow("", "abc")) {
      assertThat(response.code()).isEqualTo(400);
    }
    assertThat(server.watchers()).isZero();
  }

  @Test
  void silence_isFilledWithHeartbeats() throws Exception {
    try (Response response = follow("", "")) {
      BufferedReader lines = lines(response);
      List<String> seen = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        seen.add(lines.readLine());
      }
      assertThat(seen).contains(": still here");
    }
  }

  @Test
  void level_isToldOnWish() throws Exception {
    daemon.ears.level = -33.25;
    try (Response response = follow("?level=true", "")) {
      assertThat(next(lines(response))).contains("listen.level", "-33.").doesNotContain("id: ");
    }
  }

  @Test
  void tooManyWatchers_areRefused() throws Exception {
    List<Response> open = new ArrayList<>();
    try {
      for (int i = 0; i < 16; i++) {
        open.add(client.newCall(request("", "")).execute());
      }
      try (Response one = client.newCall(request("", "")).execute()) {
        assertThat(one.code()).isEqualTo(503);
      }
    } finally {
      open.forEach(Response::close);
    }
    await().atMost(Duration.ofSeconds(10)).until(() -> server.watchers() == 0);
  }

  /** A watcher that reads nothing is dropped, and publishing goes on at full speed meanwhile. */
  @Test
  void slowWatcher_isDropped_andPublishersDoNotWait() throws Exception {
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4_096);
      socket.connect(
          new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), server.port()));
      socket
          .getOutputStream()
          .write(
              "GET /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      await().until(() -> server.watchers() == 1);
      String big = "x".repeat(20_000);
      for (int i = 0; i < 3_000; i++) {
        daemon.events.publish("big", Map.of("text", big));
      }
      assertThat(daemon.events.newestId()).isEqualTo(origin + 3_000);
      // Reading again what was sent so far ends the blocked write; then the watcher is let go.
      socket.setSoTimeout(10_000);
      byte[] buffer = new byte[1 << 20];
      int read = socket.getInputStream().read(buffer);
      while (read > 0) {
        read = socket.getInputStream().read(buffer);
      }
      await().atMost(Duration.ofSeconds(10)).until(() -> server.watchers() == 0);
    }
  }

  @Test
  void close_letsWatchersGo() throws Exception {
    try (Response response = follow("", "")) {
      assertThat(response.code()).isEqualTo(200);
      await().until(() -> server.watchers() == 1);
      server.close();
      await().atMost(Duration.ofSeconds(5)).until(() -> server.watchers() == 0);
    }
  }

  /** A page of yesterday comes back to a daemon that has published more since than the page saw. */
  @Test
  void resumption_afterARestart_andManyEventsSince_isAResetToo() throws Exception {
    String ofTheLifeBefore = Long.toString(origin - 60);
    for (int i = 0; i < 60; i++) {
      daemon.events.publish("n", Map.of());
    }
    for (String seen : List.of(ofTheLifeBefore, "40")) {
      try (Response response = follow("", seen)) {
        BufferedReader lines = lines(response);
        assertThat(next(lines)).contains("id: " + daemon.events.newestId(), "stream.reset");
        long later = daemon.events.publish("later", Map.of()).id();
        assertThat(next(lines)).contains("id: " + later, "later");
      }
    }
  }

  @Test
  void resumption_fromZero_givesEverythingSinceTheStart() throws Exception {
    daemon.events.publish("n1", Map.of());
    try (Response response = follow("", "0")) {
      assertThat(next(lines(response))).contains(id(1), "n1");
    }
  }

  private String id(long number) {
    return "id: " + (origin + number);
  }

  private String last(long number) {
    return Long.toString(origin + number);
  }

  private Response follow(String query, String lastId) throws IOException {
    return client.newCall(request(query, lastId)).execute();
  }

  private Request request(String query, String lastId) {
    Request.Builder request = new Request.Builder().url(server.url() + "/api/events" + query);
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    return request.build();
  }

  private static BufferedReader lines(Response response) {
    return new BufferedReader(
        new InputStreamReader(response.body().byteStream(), StandardCharsets.UTF_8));
  }

  /** Returns the next event, without heartbeats and the retry line. */
  private static String next(BufferedReader lines) {
    try {
      StringBuilder event = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id:") || line.startsWith("data:")) {
          event.append(line).append('\n');
        }
        if (line.isEmpty() && event.length() > 0) {
          break;
        }
      }
      return event.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
