package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.library.Position;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.Transcript;
import dev.earmark.media.Download;
import dev.earmark.media.MediaInfo;
import dev.earmark.playback.habits.UpNext;
import dev.earmark.remote.http.reply.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The contract of the API, against the real server on a free port. */
final class HttpServerTest {
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static FakeDaemon daemon = new FakeDaemon();
  private static HttpServer server = start(daemon);

  private static HttpServer start(FakeDaemon of) {
    return new HttpServer(
        new ServerSettings("127.0.0.1", 0, ""),
        of.ports(),
        Path.of("."),
        new HttpServer.Limits(Duration.ofMillis(300), Duration.ofMillis(100)));
  }

  private record Reply(int status, String type, JsonNode json, okhttp3.Headers headers) {}

  @BeforeAll
  static void startServer() throws IOException {
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

  // ---- say and runs ----

  @Test
  void say_givesTheEndedRunWithItsSteps() throws Exception {
    JsonNode run = post("/api/say", "{\"text\":\"播放西游记第一集\",\"aloud\":false}").json();

    assertThat(run.propertyNames())
        .contains(
            "id",
            "task",
            "language",
            "protocol",
            "model",
            "answer",
            "ended",
            "ms",
            "tokens",
            "steps");
    assertThat(run.get("ended").stringValue()).isEqualTo("answered");
    assertThat(run.get("language").stringValue()).isEqualTo("zh");
    assertThat(run.get("steps").get(0).propertyNames())
        .contains(
            "thought",
            "action",
            "action_input",
            "observation",
            "observation_by",
            "model_ms",
            "tool_ms");
    assertThat(run.at("/steps/0/action_input/section").intValue()).isEqualTo(1);
    assertThat(run.at("/steps/0/observation_by").stringValue()).isEqualTo("tool");
    assertThat(daemon.assistant.calls).containsExactly("say 播放西游记第一集 null false");
  }

  @Test
  void say_withLanguage_passesIt() throws Exception {
    post("/api/say", "{\"text\":\"stop\",\"language\":\"zh-CN\"}");

    assertThat(daemon.assistant.calls).containsExactly("say stop " + Language.ZH + " true");
  }

  @Test
  void say_withoutWaiting_orTooLong_is202WithTheId() throws Exception {
    Reply atOnce = post("/api/say?wait=false", "{\"text\":\"pause\"}");
    Reply tooLong = post("/api/say", "{\"text\":\"wait\"}");

    assertThat(atOnce.status()).isEqualTo(202);
    assertThat(tooLong.status()).isEqualTo(202);
    String id = tooLong.json().get("id").stringValue();
    assertThat(tooLong.headers().get("Location")).isEqualTo("/api/runs/" + id);
    assertThat(get("/api/runs/" + id).json().get("ended").isNull()).isTrue();
  }

  @Test
  void run_goingOn_canBeCorrectedAndCancelled_endedNot() throws Exception {
    String open = post("/api/say?wait=false", "{\"text\":\"wait\"}").json().get("id").stringValue();
    String ended = post("/api/say", "{\"text\":\"pause\"}").json().get("id").stringValue();
    String words = "{\"text\":\"第二集在这里\"}";

    assertThat(post("/api/runs/" + open + "/observation", words).status()).isEqualTo(200);
    assertThat(daemon.assistant.calls).contains("observe 0 第二集在这里");
    assertThat(post("/api/runs/" + ended + "/observation", words).status()).isEqualTo(409);
    assertThat(post("/api/runs/" + open + "/cancel", "").status()).isEqualTo(200);
    assertThat(post("/api/runs/" + ended + "/cancel", "").status()).isEqualTo(409);
    assertThat(post("/api/runs/nope/cancel", "").status()).isEqualTo(404);
  }

  @Test
  void run_goingOn_canBeSteered() throws Exception {
    String open = post("/api/say?wait=false", "{\"text\":\"wait\"}").json().get("id").stringValue();
    String run = "/api/runs/" + open;

    assertThat(post(run + "/pause", "").json().get("message").stringValue()).contains("stops");
    assertThat(post(run + "/resume?language=zh", "{}").json().get("message").stringValue())
        .isEqualTo("继续了。");
    assertThat(post(run + "/observation", "{\"text\":\"x\",\"step\":2}").status()).isEqualTo(200);
    assertThat(post(run + "/consent", "{\"allow\":true}").status()).isEqualTo(200);
    assertThat(daemon.assistant.calls)
        .containsSequence("pause", "resume", "observe 2 x", "consent true");
    Reply early = post(run + "/input", "{\"input\":{\"a\":[1,null]}}");
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.json().get("detail").stringValue()).contains("pause it first");
    assertThat(daemon.assistant.calls).last().isEqualTo("input {a=[1, null]}");
    assertThat(post(run + "/input", "{\"input\":{\"wrong\":1}}").status()).isEqualTo(400);
    assertThat(post(run + "/input", "{\"input\":3}").status()).isEqualTo(400);
    assertThat(post(run + "/consent", "{}").status()).isEqualTo(400);
    assertThat(post(run + "/observation", "{\"text\":\"x\",\"step\":-1}").status()).isEqualTo(400);
    assertThat(post("/api/runs/nope/pause", "").status()).isEqualTo(404);
  }

  @Test
  void runs_pageByPage_areReadWithOrWithoutMessages() throws Exception {
    daemon.assistant.runs.clear();
    for (String text : List.of("one", "two", "three")) {
      post("/api/say", "{\"text\":\"" + text + "\"}");
    }
    JsonNode first = get("/api/runs?limit=2&messages=true").json();
    JsonNode second = get("/api/runs?limit=2&before=" + first.get("next").stringValue()).json();

    assertThat(first.get("runs").get(0).has("messages")).isTrue();
    assertThat(first.get("runs").get(0).get("state").stringValue()).isEqualTo("ended");
    assertThat(second.get("runs").get(0).get("task").stringValue()).isEqualTo("one");
    assertThat(second.get("next").isNull()).isTrue();
    assertThat(get("/api/runs?before=nope").status()).isEqualTo(404);
    assertThat(get("/api/runs?limit=100&messages=true").status()).isEqualTo(400);
  }

  @Test
  void runs_areNewestFirstAndLimited() throws Exception {
    post("/api/say", "{\"text\":\"one\"}");
    post("/api/say", "{\"text\":\"two\"}");
    JsonNode runs = get("/api/runs?limit=1").json().get("runs");

    assertThat(runs.size()).isEqualTo(1);
    assertThat(runs.get(0).has("messages")).isFalse();
    assertThat(get("/api/runs?limit=0").status()).isEqualTo(400);
  }

  // ---- ears ----

  @Test
  void listen_opensTheEars_orSaysWhatIsMissing() throws Exception {
    assertThat(post("/api/listen", "{}").status()).isEqualTo(202);
    assertThat(daemon.assistant.calls).containsExactly("talk");

    daemon.ears.state = ListenState.OFF;
    Reply off = post("/api/listen", "");
    assertThat(off.status()).isEqualTo(503);
    assertThat(off.json().get("detail").stringValue()).contains("earmark doctor");
  }

  @Test
  void listen_muted_isNoCommandOfWords() throws Exception {
    assertThat(post("/api/listen?language=en", "{\"muted\": true}").status()).isEqualTo(202);
    assertThat(post("/api/listen?language=en", "{\"muted\": false}").status()).isEqualTo(202);
    assertThat(daemon.assistant.calls).containsExactly("muted true", "muted false");
    assertThat(daemon.assistant.runs).hasSize(1); // the one that was there before
    assertThat(post("/api/listen?language=en", "{\"muted\": \"yes\"}").status()).isEqualTo(400);
  }

  @Test
  void hear_understood_startsARun() throws Exception {
    daemon.ears.hears =
        List.of(
            new ListenEvent.SpeechStart(0),
            new ListenEvent.Final(new Transcript("暂停", 0.93, 0.2, 0.9, Language.ZH, List.of())));
    Reply reply = audio("RIFF-like".getBytes(StandardCharsets.UTF_8));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().at("/transcript/text").stringValue()).isEqualTo("暂停");
    assertThat(reply.json().at("/transcript/language").stringValue()).isEqualTo("zh");
    assertThat(reply.json().at("/run/task").stringValue()).isEqualTo("暂停");
  }

  @Test
  void hear_silence_hasAReasonAndNoRun() throws Exception {
    daemon.ears.hears = List.of(new ListenEvent.Rejected(ListenEvent.Reason.NOISE, "", 1));
    Reply reply = audio("RIFF".getBytes(StandardCharsets.UTF_8));

    assertThat(reply.json().get("transcript").isNull()).isTrue();
    assertThat(reply.json().get("reason").stringValue()).isEqualTo("noise");
    assertThat(daemon.assistant.calls).isEmpty();
  }

  @Test
  void hear_somethingElse_isRefused() throws Exception {
    assertThat(audio("hello".getBytes(StandardCharsets.UTF_8)).status()).isEqualTo(415);
    assertThat(audio(new byte[0]).status()).isEqualTo(400);
    assertThat(audio(new byte[(32 << 20) + 1]).status()).isEqualTo(413);
  }

  // ---- player ----

  /** The command said that it plays, and exited with 0. */
  @Test
  void player_playADamagedFile_saysSoInsteadOfThatItPlays() throws Exception {
    daemon.plays.damaged = true;
    Reply played = player("play", "{\"keyword\":\"西游记\",\"section\":2}");
    daemon.plays.damaged = false;
    assertThat(played.json().get("ok").booleanValue()).isFalse();
    assertThat(played.json().get("message").stringValue()).isEqualTo("没能播放：西游记第2集：文件坏了");
  }

  @Test
  void player_commands_doWhatTheySayAndGiveTheStatus() throws Exception {
    Reply played = player("play", "{\"keyword\":\"西游记\",\"section\":2}");
    assertThat(played.json().at("/status/section/number").intValue()).isEqualTo(2);
    assertThat(played.json().get("message").stringValue()).isEqualTo("正在播放：西游记第2集");
    assertThat(player("pause", "").json().at("/status/state").stringValue()).isEqualTo("paused");
    assertThat(player("pause", "").json().get("ok").booleanValue()).isFalse();
    assertThat(player("resume", "{}").json().at("/status/state").stringValue())
        .isEqualTo("playing");
    assertThat(player("next", "").json().at("/status/section/number").intValue()).isEqualTo(3);
    assertThat(player("previous", "").json().at("/status/section/number").intValue()).isEqualTo(2);
    assertThat(
            player("seek", "{\"position\":\"12:41\"}").json().at("/status/position_s").intValue())
        .isEqualTo(761);
    assertThat(player("seek", "{\"seconds\":-61}").json().at("/status/position_s").intValue())
        .isEqualTo(700);
    assertThat(player("volume", "{\"level\":40}").json().at("/status/volume").intValue())
        .isEqualTo(40);
    assertThat(player("volume", "{\"delta\":-10}").json().at("/status/volume").intValue())
        .isEqualTo(30);
    assertThat(player("speed", "{\"rate\":1.5}").json().at("/status/speed").doubleValue())
        .isEqualTo(1.5);
    assertThat(player("sleep", "{\"minutes\":30}").json().at("/status/sleep/ends_in_s").intValue())
        .isEqualTo(1_800);
    assertThat(player("sleep", "{\"sections\":2}").json().at("/status/sleep/ends_after").intValue())
        .isEqualTo(2);
    assertThat(player("sleep", "{\"minutes\":0}").json().at("/status/sleep").isNull()).isTrue();
    assertThat(player("stop", "").json().at("/status/state").stringValue()).isEqualTo("stopped");
  }

  @Test
  void play_ofAnUnknownBook_isFetched_ofAMissingSectionRefused() throws Exception {
    Reply fetched = player("play", "{\"keyword\":\"三体\"}");
    Reply missing = player("play", "{\"album_id\":\"demo:alice\",\"section\":99}");

    assertThat(fetched.json().get("ok").booleanValue()).isTrue();
    assertThat(missing.json().get("ok").booleanValue()).isFalse();
    assertThat(player("play", "{\"album_id\":\"demo:none\"}").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          player/play   | {}                           | keyword
          player/play   | {"keyword":7}                | a text
          player/play   | {"keyword":"a","section":-1} | section
          player/play   | {"keyword":"a","wish":"r-1"} | 'wish'
          player/sleep  | {"at":"24:00"}               | midnight is 00:00
          player/seek   | {}                           | seconds
          player/seek   | {"position":"1:2:3:4"}       | 12:41
          player/seek   | {"position":-5}              | 0 or more
          player/volume | {"level":"loud"}             | whole number
          player/volume | {"level":1,"delta":1}        | either
          player/volume | {"level":101}                | 0 to 100
          player/volume | {"level":-1}                 | 0 to 100
          player/speed  | {"rate":0}                   | 0.5
          player/speed  | {"rate":3.1}                 | 0.5 to 3.0
          player/speed  | {"rate":0.4}                 | 0.5 to 3.0
          player/sleep  | {"minutes":-1}               | minutes
          player/pause  | {"now":true}                 | not known
          say           | {"text":" "}                 | missing
          say           | {"text":"a","aloud":"yes"}   | true or false
          say           | {"text":"a","language":"fr"} | zh or en
          say           | [1]                          | object
          say           | {"text":                     | line 1
          """)
  void badBody_isOneClearSentence(String path, String body, String says) throws Exception {
    Reply reply = post("/api/" + path, body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.type()).startsWith("application/problem+json");
    assertThat(reply.json().get("detail").stringValue()).contains(says).endsWith(".");
    assertThat(reply.json().get("instance").stringValue()).isEqualTo("/api/" + path);
  }

  // ---- library and downloads ----

  @Test
  void albums_withAndWithoutKeyword() throws Exception {
    assertThat(get("/api/albums").json().get("albums").size()).isEqualTo(3);
    JsonNode hit =
        get("/api/albums?keyword=%E5%90%B4%E6%89%BF%E6%81%A9").json().get("albums").get(0);
    assertThat(hit.get("title").stringValue()).isEqualTo("西游记");
    assertThat(hit.get("section_count").intValue()).isEqualTo(100);
    assertThat(get("/api/albums?page=x").status()).isEqualTo(400);
  }

  @Test
  void album_withASlashInItsId_isFoundWithItsPlace() throws Exception {
    daemon.store.save(new Position("shelf:a/b", "聊斋志异", 4, 12.5, 900, 24, Instant.EPOCH));
    JsonNode album = get("/api/albums/shelf:a/b").json();

    assertThat(album.get("sections").size()).isEqualTo(24);
    assertThat(album.at("/position/position_s").doubleValue()).isEqualTo(12.5);
    assertThat(get("/api/albums/demo:none").status()).isEqualTo(404);
  }

  @Test
  void catalogueThatTimesOut_is504() throws Exception {
    Reply reply = get("/api/albums?keyword=slow");

    assertThat(reply.status()).isEqualTo(504);
    assertThat(reply.json().get("type").stringValue()).isEqualTo("urn:earmark:problem:timeout");
  }

  @Test
  void recentAndBookmarks_areListed() throws Exception {
    Position place = new Position("demo:west", "西游记", 4, 12.5, 900, 100, Instant.EPOCH);
    daemon.store.save(place);
    daemon.store.addBookmark("猴王", place);

    assertThat(get("/api/library/recent").json().at("/positions/0/album").stringValue())
        .isEqualTo("西游记");
    assertThat(get("/api/library/bookmarks").json().at("/bookmarks/0/name").stringValue())
        .isEqualTo("猴王");
    assertThat(get("/api/library/bookmarks?album_id=x").json().get("bookmarks").size()).isZero();
  }

  @Test
  void downloads_canBeCancelledOnce() throws Exception {
    daemon.media.add("d9", "西游记", Download.State.RUNNING, 10, null);

    assertThat(get("/api/downloads").json().at("/downloads/0/id").stringValue()).isEqualTo("d9");
    assertThat(send("DELETE", "/api/downloads/d9", null).status()).isEqualTo(200);
    assertThat(send("DELETE", "/api/downloads/d9", null).status()).isEqualTo(404);
    assertThat(get("/api/cache").json().get("quota_bytes").longValue()).isEqualTo(20L << 30);
  }

  @Test
  void downloads_areHeldAndLetGo_andTellHowManySecondsOfSoundAreThere() throws Exception {
    daemon.media.add("d9", "西游记", Download.State.RUNNING, 2_000_000, null);

    assertThat(post("/api/downloads/d9/pause", "").json().at("/downloads/0/state"))
        .hasToString("\"paused\"");
    Reply twice = post("/api/downloads/d9/pause", "");
    assertThat(twice.status()).isEqualTo(404);
    JsonNode held = get("/api/downloads").json().at("/downloads/0");
    assertThat(held.get("seconds").doubleValue()).isEqualTo(300.0);
    assertThat(held.get("total_seconds").doubleValue()).isEqualTo(1_200.0);
    assertThat(held.get("elapsed_s").doubleValue()).isEqualTo(3.2);
    assertThat(post("/api/downloads/d9/resume", "").json().at("/downloads/0/state"))
        .hasToString("\"running\"");
    assertThat(post("/api/downloads/d9/resume", "").status()).isEqualTo(404);
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
  void timers_areSetListedAndCalledOff() throws Exception {
    Reply set = post("/api/timers", "{\"seconds\": 180, \"name\": \"煮蛋\"}");
    assertThat(set.status()).isEqualTo(201);
    String id = set.json().get("id").stringValue();
    assertThat(set.json().get("kind").stringValue()).isEqualTo("timer");
    assertThat(set.json().get("ends_in_s").doubleValue()).isBetween(0.0, 180.0);
    Reply daily =
        post("/api/timers", "{\"at\": \"7:30\", \"kind\": \"alarm\", \"repeat\": \"daily\"}");
    assertThat(daily.json().get("repeat").stringValue()).isEqualTo("daily");
    assertThat(get("/api/timers").json().get("timers")).hasSize(2);

    assertThat(send("DELETE", "/api/timers/" + id, null).json().get("timers")).hasSize(1);
    assertThat(send("DELETE", "/api/timers/" + id, null).status()).isEqualTo(404);
    send("DELETE", "/api/timers/" + daily.json().get("id").stringValue(), null);
  }

  @Test
  void timers_ofABadWish_areRefusedWithTheRemedy() throws Exception {
    for (String body :
        List.of(
            "{}",
            "{\"seconds\": 1, \"at\": \"7:30\"}",
            "{\"at\": \"soon\"}",
            "{\"seconds\": -5}",
            "{\"seconds\": 60, \"repeat\": \"daily\"}",
            "{\"seconds\": 60, \"kind\": \"egg\"}")) {
      assertThat(post("/api/timers", body).status()).as(body).isEqualTo(400);
    }
    assertThat(get("/api/timers").json().get("timers")).isEmpty();
  }

  @Test
  void chaptersAndSettings_tellWhatIsOnTheDesk() throws Exception {
    player("play", "{\"keyword\": \"Alice\", \"section\": 2}");
    daemon.playerHabits.marks = List.of(new MediaInfo.Chapter("Down", 0, 61.5));
    player("skips", "{\"intro_s\": 12}");
    player("sound", "{\"boost\": true}");

    JsonNode chapters = get("/api/player/chapters").json();
    assertThat(chapters.get("section").intValue()).isEqualTo(2);
    assertThat(chapters.at("/chapters/0/title").stringValue()).isEqualTo("Down");
    assertThat(chapters.at("/chapters/0/end_s").doubleValue()).isEqualTo(61.5);
    JsonNode settings = get("/api/player/settings").json();
    assertThat(settings.at("/skips/intro_s").doubleValue()).isEqualTo(12);
    assertThat(settings.at("/sound/boost").booleanValue()).isTrue();
    daemon.playerHabits.hasBook = false;
    assertThat(get("/api/player/settings").json().get("skips").isNull()).isTrue();
    daemon.playerHabits.hasBook = true;
    daemon.playerHabits.sound = ShapeSettings.DEFAULT;
  }

  @Test
  void habits_skipsSoundQueueBookmarksAndKeptBooks() throws Exception {
    player("play", "{\"keyword\": \"Alice\"}");
    assertThat(player("skips", "{\"intro_s\": 30}").json().get("ok").booleanValue()).isTrue();
    assertThat(player("skips", "{}").json().get("message").stringValue()).isEqualTo("这本书每集跳过片头30秒");
    assertThat(player("skips", "{\"intro_s\": -1}").status()).isEqualTo(400);
    assertThat(player("sound", "{\"boost\": true}").json().get("message").stringValue())
        .isEqualTo("音量均衡开，人声增强开，缩短静音关");
    assertThat(player("queue", "{\"keyword\": \"Pan\", \"after\": \"later\"}").status())
        .isEqualTo(400);
    player("queue", "{\"keyword\": \"Pan\"}");
    assertThat(get("/api/queue").json().at("/queue/0/keyword").stringValue()).isEqualTo("Pan");
    assertThat(send("DELETE", "/api/queue/7", null).status()).isEqualTo(404);
    assertThat(send("DELETE", "/api/queue/1", null).json().at("/queue").isEmpty()).isTrue();
    assertThat(player("queue", "{\"keyword\": \"没有的书\"}").json().get("message").stringValue())
        .contains("没有的书", "还不认识这本书");
    send("DELETE", "/api/queue/0", null);
    assertThat(player("seek", "{\"position\": \"99:99\"}").status()).isEqualTo(400);
    assertThat(player("sleep", "{\"extend\": 10}").json().get("ok").booleanValue()).isTrue();
    assertThat(player("sleep", "{\"at\": \"late\"}").status()).isEqualTo(400);
    assertThat(player("sleep", "{\"chapters\": 1, \"minutes\": 3}").status()).isEqualTo(400);
    assertThat(get("/api/history").json().get("days").isArray()).isTrue();
    assertThat(get("/api/kept").json().get("kept").isEmpty()).isTrue();
    assertThat(send("DELETE", "/api/kept/demo:none", null).status()).isEqualTo(404);
    assertThat(send("DELETE", "/api/library/bookmarks/99", null).status()).isEqualTo(404);
  }

  @Test
  void sleepByChapters_saysWhatWasSet() throws Exception {
    assertThat(player("sleep", "{\"chapters\": 3}").json().get("message").stringValue())
        .isEqualTo("听完3章就停");
    daemon.playerHabits.sectionsLeft = 1;
    assertThat(player("sleep", "{\"chapters\": 3}").json().get("message").stringValue())
        .isEqualTo("听完这一集就停");
    daemon.playerHabits.hasBook = false;
    assertThat(player("sleep", "{\"chapters\": 3}").json().get("ok").booleanValue()).isFalse();
    assertThat(player("sleep", "{\"chapters\": 0}").json().get("message").stringValue())
        .isEqualTo("睡眠定时已取消");
    daemon.playerHabits.sectionsLeft = 0;
    daemon.playerHabits.hasBook = true;
  }

  @Test
  void sound_withoutAField_isToldAndNotKept() throws Exception {
    ShapeSettings before = daemon.playerHabits.sound;
    assertThat(player("sound", "{}").json().get("ok").booleanValue()).isTrue();
    assertThat(daemon.playerHabits.sound).isSameAs(before);
  }

  @Test
  void queue_full_saysWhatToDo() throws Exception {
    for (int i = 0; i < UpNext.MOST; i++) {
      player("queue", "{\"keyword\": \"Pan\"}");
    }
    assertThat(player("queue", "{\"keyword\": \"Pan\"}").json().get("message").stringValue())
        .isEqualTo("播放队列满了，先清空一下");
    send("DELETE", "/api/queue/0", null);
  }

  @Test
  void kept_idWithSpecialCharacters_isReleased() throws Exception {
    daemon.kept.put("kept:feed:a#b?c%d", "Book");
    assertThat(send("DELETE", "/api/kept/feed%3Aa%23b%3Fc%25d", null).status()).isEqualTo(200);
    assertThat(daemon.kept.setting("kept:feed:a#b?c%d")).isEmpty();
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
  void librarySources_areListedAddedAndRemoved() throws Exception {
    assertThat(get("/api/library").json().path("sources")).hasSize(1);
    Reply added = send("POST", "/api/library", "{\"add\": \"/srv/books\"}");
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.json().path("kind").asString("")).isEqualTo("folder");
    assertThat(send("POST", "/api/library", "{\"add\": \"x\"}").status()).isEqualTo(400);
    assertThat(send("POST", "/api/library/refresh", "").json().path("sources")).hasSize(2);
    assertThat(send("DELETE", "/api/library?name=none", "").status()).isEqualTo(404);
    assertThat(send("DELETE", "/api/library", "").status()).isEqualTo(400);
    String name = added.json().path("name").asString("");
    assertThat(send("DELETE", "/api/library?name=" + name, "").status()).isEqualTo(200);
    assertThat(get("/api/library").json().path("sources")).hasSize(1);
    try (Response opml = CLIENT.newCall(request("/api/library/opml").build()).execute()) {
      assertThat(opml.header("Content-Type")).startsWith("text/x-opml");
    }
    assertThat(send("POST", "/api/library/opml", "1234").json().path("added").asInt(0))
        .isEqualTo(4);
  }

  @Test
  void cover_isAPictureOrNotThere() throws Exception {
    Request west = request("/api/library/cover?album_id=demo:west").build();
    try (Response cover = CLIENT.newCall(west).execute()) {
      assertThat(cover.code()).isEqualTo(200);
      assertThat(cover.header("Content-Type")).startsWith("image/png");
      assertThat(cover.header("Content-Security-Policy")).contains("sandbox");
      assertThat(cover.body().bytes()).containsExactly(1, 2, 3);
    }
    assertThat(get("/api/library/cover?album_id=demo:alice").status()).isEqualTo(404);
    assertThat(get("/api/library/cover?album_id=none").status()).isEqualTo(404);
    assertThat(get("/api/library/cover").status()).isEqualTo(404);
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

  @TempDir @Nullable Path folder;

  private Path temporary() {
    return java.util.Objects.requireNonNull(folder);
  }

  @Test
  void close_thenPortIsFree() throws Exception {
    HttpServer other = start(new FakeDaemon());
    other.start();
    int port = other.port();
    other.close();

    try (ServerSocket again = new ServerSocket()) {
      again.setReuseAddress(true);
      again.bind(new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), port));
      assertThat(again.isBound()).isTrue();
    }
  }

  // ---- helpers ----

  private static Request.Builder request(String path) {
    return new Request.Builder().url(server.url() + path);
  }

  private static Reply get(String path) throws IOException {
    return send("GET", path, null);
  }

  private static Reply post(String path, String body) throws IOException {
    return send("POST", path, body);
  }

  private static Reply player(String command, String body) throws IOException {
    return send("POST", "/api/player/" + command, body, "Accept-Language", "zh-CN,zh;q=0.9");
  }

  private static Reply audio(byte[] bytes) throws IOException {
    return execute(
        request("/api/hear").post(RequestBody.create(bytes, MediaType.get("audio/wav"))).build());
  }

  private static Reply send(String method, String path, @Nullable String body, String... headers)
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

  private static Reply execute(Request request) throws IOException {
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
