package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.media.Download;
import dev.earmark.remote.http.reply.Json;
import java.net.ServerSocket;
import java.nio.file.Path;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The contract of the API, against the real server on a free port. */
final class HttpServerTest extends ServerFixture {
  @TempDir @Nullable Path folder;

  // ---- status and health ----

  @Test
  void status_whilePlaying_hasEveryFieldOfTheContract() throws Exception {
    daemon.plays.playAlbum("demo:west", 3, "");
    daemon.media.add(
        "d1",
        "西游记",
        Download.State.FAILED,
        10,
        new Failure(Failure.Kind.TIMEOUT, "the server does not answer"));
    JsonNode s = get("/api/status").json();

    assertThat(s.propertyNames())
        .contains(
            "state",
            "album",
            "section",
            "chapter",
            "position_s",
            "duration_s",
            "volume",
            "speed",
            "sleep",
            "queue",
            "downloads",
            "listening",
            "microphone",
            "speaker",
            "recognizer",
            "voice",
            "brain",
            "timers",
            "health",
            "version",
            "uptime_s");
    assertThat(s.get("state").stringValue()).isEqualTo("playing");
    assertThat(s.get("album").propertyNames())
        .containsExactlyInAnyOrder("id", "title", "author", "narrator");
    assertThat(s.at("/section/number").intValue()).isEqualTo(3);
    assertThat(s.at("/section/count").intValue()).isEqualTo(100);
    assertThat(s.get("downloads").get(0).propertyNames())
        .containsExactlyInAnyOrder(
            "id",
            "album",
            "section",
            "bytes",
            "total_bytes",
            "seconds",
            "total_seconds",
            "elapsed_s",
            "state",
            "reason");
    assertThat(s.at("/downloads/0/state").stringValue()).isEqualTo("failed");
    assertThat(s.at("/listening/state").stringValue()).isEqualTo("idle");
    assertThat(s.at("/listening/language").stringValue()).isEqualTo("zh");
    assertThat(s.at("/listening/wake_phrases/0").stringValue()).isEqualTo("小书童");
    assertThat(s.at("/health/0/part").stringValue()).isEqualTo("microphone");
  }

  @Test
  void status_whenNothingPlays_hasNulls() throws Exception {
    JsonNode s = Json.read(Json.bytes(new FakeDaemon().ports().status().status()));

    assertThat(s.get("state").stringValue()).isEqualTo("stopped");
    assertThat(s.get("album").isNull()).isTrue();
    assertThat(s.get("sleep").isNull()).isTrue();
  }

  @Test
  void status_unchanged_is304_andChangedIs200() throws Exception {
    String tag = String.valueOf(get("/api/status").headers().get("ETag"));
    daemon.ears.level = -31;

    assertThat(send("GET", "/api/status", null, "If-None-Match", tag).status()).isEqualTo(304);
    daemon.player.setVolume(daemon.player.snapshot().volume() == 33 ? 34 : 33);
    assertThat(send("GET", "/api/status", null, "If-None-Match", tag).status()).isEqualTo(200);
  }

  @Test
  void health_withAStuckRole_is503AndNamesIt() throws Exception {
    assertThat(get("/healthz").status()).isEqualTo(200);
    daemon.stuck.add("player");

    Reply reply = get("/healthz");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.json().at("/stuck/0").stringValue()).isEqualTo("player");
  }

  // ---- page, routes, start ----

  @Test
  void page_hasAStrictPolicyAndNoInlineCode() throws Exception {
    try (Response page = CLIENT.newCall(request("/").build()).execute()) {
      String html = page.body().string();
      assertThat(page.header("Content-Security-Policy"))
          .contains("default-src 'none'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(html).doesNotContain("onclick", "style=", "http://", "https://");
      assertThat(html).contains("/app.js", "/style.css");
    }
    for (String path : Operations.open()) {
      try (Response asset = CLIENT.newCall(request(path).build()).execute()) {
        assertThat(asset.code()).as(path).isEqualTo(200);
        assertThat(asset.body().string()).as(path).doesNotContain("innerHTML", "https://");
      }
    }
  }

  @Test
  void status_inChinese_saysWhatIsWrongInChinese() throws Exception {
    daemon.health.problem("microphone", "arecord is not installed; apt-get install alsa-utils");
    daemon.media.add(
        "d1", "西游记", Download.State.FAILED, 10, new Failure(Failure.Kind.TIMEOUT, "no answer"));

    JsonNode s = send("GET", "/api/status", null, "Accept-Language", "zh-CN").json();
    assertThat(s.at("/health/0/text").stringValue())
        .isEqualTo("没有安装 arecord；请执行 apt-get install alsa-utils");
    assertThat(s.at("/downloads/0/reason").stringValue())
        .isEqualTo(Failure.Kind.TIMEOUT.words(Language.ZH));
    assertThat(get("/api/status").json().at("/health/0/text").stringValue())
        .startsWith("arecord is not installed");
  }

  @Test
  void unknownPathAndWrongMethod_areProblems() throws Exception {
    Reply unknown = get("/api/nothing");
    Reply wrong = send("PUT", "/api/say", "{}");

    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.type()).startsWith("application/problem+json");
    assertThat(wrong.status()).isEqualTo(405);
    assertThat(wrong.headers().get("Allow")).contains("POST");
  }

  @Test
  void start_onATakenPort_saysWhichKeyToSet() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      HttpServer second =
          new HttpServer(
              new ServerSettings("127.0.0.1", taken.getLocalPort(), ""),
              daemon.ports(),
              Path.of("."));
      assertThatThrownBy(second::start)
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("port " + taken.getLocalPort() + " is taken")
          .hasMessageContaining("server.port");
    }
  }

  @Test
  void start_onAStrangeAddress_saysWhichKeyToSet() {
    HttpServer strange =
        new HttpServer(new ServerSettings("203.0.113.77", 0, "token"), daemon.ports(), temporary());
    assertThatThrownBy(strange::start)
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("server.bind");
  }

  @Test
  void close_thenPortIsFree() throws Exception {
    HttpServer other = serverOf(new FakeDaemon());
    other.start();
    int port = other.port();
    other.close();

    try (ServerSocket again = new ServerSocket()) {
      again.setReuseAddress(true);
      again.bind(new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), port));
      assertThat(again.isBound()).isTrue();
    }
  }

  private Path temporary() {
    return java.util.Objects.requireNonNull(folder);
  }
}
