package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.FakeKeptSettings;
import dev.earmark.playback.habits.History;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long may be listened, over HTTP. */
final class LimitRoutesTest {
  @TempDir Path folder;
  private final FakeDaemon daemon = new FakeDaemon();
  private final FakeClock clock = new FakeClock();
  private final FakeKeptSettings kept = new FakeKeptSettings();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    daemon.player.allowance =
        Optional.of(
            new Allowance(
                new AllowanceSettings(Duration.ofHours(1), List.of(), Duration.ZERO, "1204"),
                new History(kept, clock, () -> ZoneOffset.UTC),
                kept,
                clock,
                () -> ZoneOffset.UTC));
    server = new HttpServer(new ServerSettings("127.0.0.1", 0, ""), daemon.ports(), folder);
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    HttpRequest.BodyPublisher sent =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("Content-Type", "application/json")
            .method(method, sent)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void limit_lower_isTaken_andHigherNeedsThePin() throws Exception {
    assertThat(send("GET", "/api/limits", "").body())
        .contains("\"quota_s\":3600.0", "\"pin\":true");
    assertThat(send("POST", "/api/limits", "{\"minutes\": 30}").body())
        .contains("\"quota_s\":1800.0");
    HttpResponse<String> more = send("POST", "/api/limits", "{\"minutes\": 40}");
    assertThat(more.statusCode()).isEqualTo(403);
    assertThat(more.body()).contains("/api/limits/lift");
    assertThat(send("POST", "/api/limits", "{\"minutes\": 0}").statusCode()).isEqualTo(403);
    assertThat(send("POST", "/api/limits", "{\"minutes\": 0.5}").statusCode()).isEqualTo(400);
    assertThat(send("POST", "/api/limits", "{}").statusCode()).isEqualTo(400);
  }

  @Test
  void limit_lowered_isRaisedWithThePin_andTakenBack() throws Exception {
    send("POST", "/api/limits", "{\"minutes\": 30, \"every_day\": true}");
    assertThat(send("POST", "/api/limits", "{\"minutes\": 90, \"pin\": \"1\"}").statusCode())
        .isEqualTo(403);
    assertThat(send("POST", "/api/limits", "{\"minutes\": 90, \"pin\": \"1204\"}").body())
        .contains("\"quota_s\":5400.0");
    String back = "{\"minutes\": 0, \"every_day\": true, \"pin\": \"1204\"}";
    assertThat(send("POST", "/api/limits", back).body()).contains("\"quota_s\":3600.0");
  }

  @Test
  void lift_withThePinOnly() throws Exception {
    assertThat(send("POST", "/api/limits/lift", "{\"pin\": \"1\"}").statusCode()).isEqualTo(403);
    assertThat(send("POST", "/api/limits/lift", "{}").statusCode()).isEqualTo(403);
    HttpResponse<String> lifted =
        send("POST", "/api/limits/lift", "{\"pin\": \"1204\", \"minutes\": 10}");
    assertThat(lifted.statusCode()).isEqualTo(200);
    assertThat(lifted.body()).contains("\"lifted_until\":\"2026-01-01T00:10:00Z\"");
    assertThat(lifted.body()).doesNotContain("1204");
  }

  @Test
  void limits_whereThereAreNone_isNotFound() throws Exception {
    daemon.player.allowance = Optional.empty();
    assertThat(send("GET", "/api/limits", "").statusCode()).isEqualTo(404);
  }
}
