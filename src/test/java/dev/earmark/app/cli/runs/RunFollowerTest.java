package dev.earmark.app.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.base.FakeClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** A run that is followed to its end, and its wish after it. */
final class RunFollowerTest {
  @TempDir Path home;
  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final List<String> asked = new ArrayList<>();
  private final List<String> shown = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    server.start();
    Path state = Files.createDirectories(home.resolve("state"));
    Files.writeString(
        state.resolve("daemon.json"), "{\"bind\":\"127.0.0.1\",\"port\":" + server.getPort() + "}");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RunFollower follower() {
    Context context = CommandLine.populateCommand(new Context(), "--home", home.toString());
    DaemonClient daemon = context.daemon();
    return new RunFollower(daemon, clock);
  }

  private void answer(String body) {
    server.enqueue(new MockResponse.Builder().body(body).build());
  }

  private boolean follow(String... events) {
    StringBuilder stream = new StringBuilder("retry: 2000\n\n");
    for (String event : events) {
      stream.append("data: ").append(event).append("\n\n");
    }
    answer(stream.toString());
    return follower().follow("r-1", event -> shown.add(event.path("type").asString()));
  }

  private static String event(String type, String run, String more) {
    return "{\"type\":\"" + type + "\",\"data\":{\"run_id\":\"" + run + "\"" + more + "}}";
  }

  /**
   * The daemon lets a command wait for 70 s; a run of a large model may take an hour. Such a
   * command used to end at once as failed, without an answer.
   */
  @Test
  void ended_runThatOutlastsTheDaemonsWait_isAskedForUntilItsEnd() throws Exception {
    answer("{\"id\":\"r-1\",\"answer\":\"\",\"steps\":[],\"ended\":null}");
    answer("{\"id\":\"r-1\",\"answer\":\"\",\"steps\":[],\"ended\":null}");
    answer("{\"id\":\"r-1\",\"answer\":\"好了\",\"steps\":[{}],\"ended\":\"answered\"}");
    long before = clock.nanoTime();

    JsonNode run = follower().ended(Json.parse("{\"id\":\"r-1\"}"), asked::add);

    assertThat(run.path("answer").asString()).isEqualTo("好了");
    assertThat(run.path("steps").size()).isEqualTo(1);
    assertThat(server.takeRequest().getTarget()).isEqualTo("/api/runs/r-1");
    assertThat(server.getRequestCount()).isEqualTo(3);
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isEqualTo(Duration.ofMillis(1_500));
  }

  /** A run that asks used to stand still without a word, and was denied after a minute. */
  @Test
  void ended_runThatAsks_isToldOnce_withHowToAnswer() throws Exception {
    String waits =
        "{\"id\":\"r-1\",\"ended\":null,\"waiting\":{\"why\":\"consent\",\"question\":\"Delete"
            + " a.txt?\"}}";
    answer(waits);
    answer(waits);
    answer("{\"id\":\"r-1\",\"answer\":\"好了\",\"ended\":\"answered\"}");

    follower().ended(Json.parse("{\"id\":\"r-1\"}"), asked::add);

    assertThat(asked)
        .containsExactly("run r-1 asks: Delete a.txt? (./earmark runs allow r-1, or deny r-1)");
  }

  @Test
  void ended_runThatHasEnded_isNotAskedForAgain() throws Exception {
    JsonNode said = Json.parse("{\"id\":\"r-1\",\"ended\":\"limit_steps\"}");

    assertThat(follower().ended(said, asked::add)).isSameAs(said);
    assertThat(server.getRequestCount()).isZero();
  }

  /** The download of the wish used to be left out, since its events did not say whose it was. */
  @Test
  void follow_downloadThenPlayback_showsBoth_andNothingOfOthers() {
    boolean plays =
        follow(
            event("download.progress", "r-1", ",\"id\":\"d1\""),
            event("download.progress", "", ",\"id\":\"d2\""),
            event("run.step", "r-2", ""),
            event("download.ended", "r-1", ",\"id\":\"d1\""),
            event("play.started", "r-1", ""),
            event("play.started", "r-1", ""));

    assertThat(plays).isTrue();
    assertThat(shown).containsExactly("download.progress", "download.ended", "play.started");
  }

  @Test
  void follow_bookThatPlaysWhileItIsFetched_goesOnUntilItIsFetched() {
    boolean plays =
        follow(
            event("download.progress", "r-1", ",\"id\":\"d1\""),
            event("play.started", "r-1", ""),
            event("download.progress", "r-1", ",\"id\":\"d1\""),
            event("download.ended", "r-1", ",\"id\":\"d1\""),
            event("download.ended", "r-1", ",\"id\":\"later\""));

    assertThat(plays).isTrue();
    assertThat(shown)
        .containsExactly(
            "download.progress", "play.started", "download.progress", "download.ended");
  }

  @Test
  void follow_wishThatCameToNothing_endsAtOnce() {
    assertThat(
            follow(
                event("download.progress", "r-1", ",\"id\":\"d1\""),
                event("play.failed", "r-1", "")))
        .isFalse();
    assertThat(follow(event("play.dropped", "r-1", ""))).isFalse();
  }

  @Test
  void follow_daemonThatHasForgottenItsFirstEvents_looksBackFromTheNewest() throws Exception {
    answer(
        "data: {\"id\":1809668505605000,\"type\":\"stream.reset\","
            + "\"data\":{\"newest_id\":1809668505605000}}\n\n");
    answer("data: " + event("play.started", "r-1", "") + "\n\n");

    assertThat(follower().follow("r-1", event -> shown.add(event.path("type").asString())))
        .isTrue();
    assertThat(server.takeRequest().getHeaders().get("Last-Event-ID")).isEqualTo("0");
    assertThat(server.takeRequest().getHeaders().get("Last-Event-ID"))
        .isEqualTo("1809668505604000");
    assertThat(shown).containsExactly("play.started");
  }

  /** "play" was done with "being fetched", and nobody knew whether it ever played. */
  @Test
  void followToSound_endsWithTheWish_notWithItsDownload() {
    answer(
        "data: "
            + event("download.progress", "wish-1", ",\"id\":\"d1\"")
            + "\n\ndata: "
            + event("play.failed", "", "")
            + "\n\ndata: "
            + event("play.started", "wish-1", "")
            + "\n\n");
    assertThat(follower().followToSound("wish-1", e -> shown.add(e.path("type").asString())))
        .isTrue();
    answer("data: " + event("play.failed", "wish-2", "") + "\n\n");
    assertThat(follower().followToSound("wish-2", e -> shown.add(e.path("type").asString())))
        .isFalse();
    assertThat(shown).containsExactly("download.progress", "play.started", "play.failed");
  }
}
