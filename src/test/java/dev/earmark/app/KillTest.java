package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.library.Position;
import dev.earmark.library.sqlite.SqliteProgressStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The daemon as a process: ended gently, ended hard, and not started at all. */
final class KillTest {
  private static final String WEST = "demo:journey_to_the_west";
  private static final String ISLAND = "demo:treasure_island";
  private static final double MOST_LOST_S = 2;

  @TempDir Path folder;

  @Test
  void kill9_whileABookPlays_losesTwoSecondsAtMostAndNoOtherAlbum() throws Exception {
    Map<String, String> variables = TestHome.quiet("EARMARK_PLAYER_REWIND", "false");
    double played;
    try (ChildDaemon daemon = ChildDaemon.start(folder, variables)) {
      Api api = daemon.api();
      play(api, "treasure island", 2);
      awaitPosition(api, ISLAND, 1.5);
      play(api, "西游记", 3);
      awaitPosition(api, WEST, 4);
      played = api.status().path("position_s").asDouble();
      daemon.kill();
    }
    Position island = stored(ISLAND);
    assertThat(island.section()).isEqualTo(2);
    assertThat(island.seconds()).isBetween(1.0, 30.0);
    Position west = stored(WEST);
    assertThat(west.section()).isEqualTo(3);
    assertThat(west.seconds()).isGreaterThanOrEqualTo(played - MOST_LOST_S);

    try (ChildDaemon again = ChildDaemon.start(folder, variables)) {
      Api api = again.api();
      JsonNode run = api.say("继续");
      assertThat(run.path("steps").path(0).path("action").asString()).isEqualTo("resume");
      JsonNode going = awaitState(api, "playing");
      assertThat(going.path("album").path("id").asString()).isEqualTo(WEST);
      assertThat(going.path("section").path("number").asInt()).isEqualTo(3);
      assertThat(going.path("position_s").asDouble())
          .isGreaterThanOrEqualTo(played - MOST_LOST_S)
          .isGreaterThanOrEqualTo(west.seconds());
      awaitPosition(api, WEST, played + 0.5);
      assertThat(again.terminate(5)).isZero();
    }
    assertThat(stored(ISLAND)).isEqualTo(island);
    assertThat(stored(WEST).seconds()).isGreaterThanOrEqualTo(played + 0.5);
    assertThat(folder.resolve("state/daemon.json")).doesNotExist();
  }

  @Test
  void secondInstance_onTheSameHome_isRefusedAndTheFirstOneGoesOn() throws Exception {
    try (ChildDaemon first = ChildDaemon.start(folder, TestHome.quiet())) {
      ChildDaemon.Ended second = ChildDaemon.run(folder, TestHome.quiet(), "run");

      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(second.err()).contains("process " + first.pid()).contains("--home");
      assertThat(second.out()).isEmpty();
      ChildDaemon.Ended status = ChildDaemon.run(folder, TestHome.quiet(), "status", "--json");
      assertThat(status.exitCode()).isZero();
      assertThat(status.out()).contains("\"state\":\"stopped\"");
      assertThat(first.terminate(5)).isZero();
    }
  }

  @Test
  void busyPort_isNamedWithTheRemedy() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(other.getLocalPort());

      ChildDaemon.Ended ended =
          ChildDaemon.run(folder, TestHome.quiet("EARMARK_SERVER_PORT", port), "run");

      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(lastLine(ended.err())).contains(port).contains("server.port");
      assertThat(ended.err()).doesNotContain("Exception");
    }
  }

  @Test
  void wrongConfiguration_isRefusedWithAllProblemsAtOnce() throws Exception {
    Files.writeString(
        folder.resolve("config.yml"),
        """
        langauges: [zh]
        server:
          port: many
        wake:
          sensitivity: 7
        """,
        StandardCharsets.UTF_8);

    ChildDaemon.Ended ended = ChildDaemon.run(folder, Map.of(), "run");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err())
        .contains("config.yml line 1", "langauges", "did you mean languages?")
        .contains("config.yml line 3", "server.port", "many")
        .contains("config.yml line 5", "wake.sensitivity", "7");
  }

  @Test
  void commands_withoutADaemon_exitWithThree() throws Exception {
    for (String[] command : new String[][] {{"status", "--json"}, {"say", "暂停"}, {"pause"}}) {
      ChildDaemon.Ended ended = ChildDaemon.run(folder, TestHome.quiet(), command);

      assertThat(ended.exitCode()).isEqualTo(3);
      assertThat(ended.err()).contains("./earmark --home ", " run");
      if (List.of(command).contains("--json")) {
        assertThat(ended.out()).contains("\"error\"");
      } else {
        assertThat(ended.out()).isEmpty();
      }
    }
  }

  private static void play(Api api, String keyword, int section) throws Exception {
    JsonNode outcome = api.post("/api/player/play", Map.of("keyword", keyword, "section", section));
    assertThat(outcome.path("ok").asBoolean()).isTrue();
  }

  private void awaitPosition(Api api, String albumId, double seconds) {
    awaitStatus(
        api,
        status ->
            status.path("state").asString().equals("playing")
                && status.path("album").path("id").asString("").equals(albumId)
                && status.path("position_s").asDouble() >= seconds);
  }

  private JsonNode awaitState(Api api, String state) {
    return awaitStatus(api, status -> status.path("state").asString().equals(state));
  }

  /** Waits for a status; when it never comes, tells the last one and what the daemon logged. */
  private JsonNode awaitStatus(Api api, Predicate<JsonNode> wanted) {
    AtomicReference<JsonNode> last = new AtomicReference<>();
    try {
      return await()
          .atMost(Duration.ofSeconds(90))
          .until(
              () -> {
                last.set(api.status());
                return last.get();
              },
              wanted);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "the status stayed " + last.get() + "\nstderr: " + ChildDaemon.log(folder), e);
    }
  }

  private Position stored(String albumId) throws IOException {
    try (SqliteProgressStore store =
        SqliteProgressStore.open(
            folder.resolve("state/progress.db"), Clock.system(), new Health())) {
      return store.position(albumId).orElseThrow();
    }
  }

  private static String lastLine(String text) {
    String[] lines = text.strip().split("\n", -1);
    return lines[lines.length - 1];
  }
}
