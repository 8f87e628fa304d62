package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that speak to the daemon, each as a process of its own, as people type them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DaemonCommandsTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir static Path home;
  private @Nullable ChildDaemon daemon;

  @BeforeAll
  void start() throws Exception {
    daemon = ChildDaemon.start(home, TestHome.quiet());
  }

  @AfterAll
  void stop() {
    ChildDaemon started = daemon;
    if (started != null) {
      started.close();
    }
  }

  private ChildDaemon.Ended earmark(String... arguments) throws Exception {
    return ChildDaemon.run(home, TestHome.quiet(), arguments);
  }

  /** Asked without a process of its own, of which each takes most of a second. */
  private JsonNode status() throws Exception {
    return Objects.requireNonNull(daemon).api().get("/api/status");
  }

  private void done(String... arguments) throws Exception {
    ChildDaemon.Ended ended = earmark(arguments);
    assertThat(ended.exitCode()).as(String.join(" ", arguments) + ": " + ended.err()).isZero();
  }

  @Test
  void keepRelease_idWithSpecialCharacters_reachesTheDaemonAsItIs() throws Exception {
    ChildDaemon.Ended ended = earmark("keep", "--release", "feed:a#b?c%d");
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.err()).contains("'feed:a#b?c%d' is not kept");
  }

  @Test
  void play_thenEveryControl_doesWhatItSays() throws Exception {
    done("play", "西游记", "3");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> status().path("state").asString().equals("playing"));
    assertThat(status().path("section").path("number").asInt()).isEqualTo(3);

    done("pause");
    assertThat(status().path("state").asString()).isEqualTo("paused");
    done("seek", "0:20");
    assertThat(status().path("position_s").asDouble()).isBetween(19.0, 21.0);
    done("seek", "+10");
    assertThat(status().path("position_s").asDouble()).isBetween(29.0, 31.0);
    done("seek", "12:41");
    assertThat(status().path("section").path("number").asInt()).isEqualTo(3);
    assertThat(status().path("position_s").asDouble()).isBetween(30.0, 70.0);
    done("seek", "0:30");
    done("seek", "-15");
    assertThat(status().path("position_s").asDouble()).isBetween(14.0, 16.0);
    done("volume", "40");
    assertThat(status().path("volume").asInt()).isEqualTo(40);
    done("volume", "-10");
    assertThat(status().path("volume").asInt()).isEqualTo(30);
    done("speed", "1.5");
    assertThat(status().path("speed").asDouble()).isEqualTo(1.5);
    done("sleep", "30");
    assertThat(status().path("sleep").path("ends_in_s").asDouble()).isBetween(1_700.0, 1_800.0);
    done("sleep", "2s");
    assertThat(status().path("sleep").path("ends_after").asInt()).isEqualTo(2);
    done("sleep", "0");
    done("resume");
    assertThat(status().path("state").asString()).isIn("playing", "buffering");
    done("next");
    assertThat(status().path("section").path("number").asInt()).isEqualTo(4);
    done("stop");
    assertThat(status().path("state").asString()).isEqualTo("stopped");
  }

  @Test
  void statusJson_isTheStatusOfTheDaemon() throws Exception {
    ChildDaemon.Ended ended = earmark("status", "--json");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(MAPPER.readTree(ended.out()).propertyNames())
        .containsExactlyElementsOf(status().propertyNames());
  }

  @Test
  void library_searchAndShow_listAlbumAndSections() throws Exception {
    ChildDaemon.Ended found = earmark("library", "search", "sherlock", "holmes");
    ChildDaemon.Ended json = earmark("library", "search", "--json", "西游记");
    String id = MAPPER.readTree(json.out()).path("albums").path(0).path("id").asString("");
    ChildDaemon.Ended shown = earmark("library", "show", id);

    ChildDaemon.Ended all = earmark("library", "search");
    ChildDaemon.Ended alone = earmark("library");
    ChildDaemon.Ended empty = earmark("library", "search", "");

    assertThat(all.out()).contains("西游记").contains("Treasure Island");
    assertThat(empty.out()).isEqualTo(all.out());
    assertThat(alone.out()).isEqualTo(all.out());
    assertThat(all.out().lines()).hasSize(8);
    assertThat(found.exitCode()).as(found.err()).isZero();
    assertThat(found.out()).contains("The Adventures of Sherlock Holmes");
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("西游记").contains("  8  ");
  }

  @Test
  void libraryShow_byTitle_worksWhereOneFits_elseAsksForAnId() throws Exception {
    ChildDaemon.Ended title = earmark("library", "show", "西游记");
    ChildDaemon.Ended words = earmark("library", "show", "sherlock", "holmes");
    ChildDaemon.Ended many = earmark("library", "show", "the");

    assertThat(title.exitCode()).as(title.err()).isZero();
    assertThat(title.out()).startsWith("西游记").contains("  8  ");
    assertThat(words.out()).startsWith("The Adventures of Sherlock Holmes");
    assertThat(many.exitCode()).as(many.out()).isEqualTo(1);
    assertThat(many.err()).contains("several books fit 'the'; say which one by its id:\n  demo:");
  }

  @Test
  void sleep_saysWhatWasSet() throws Exception {
    assertThat(earmark("sleep", "30s").out()).containsPattern("30集|the next 29");
    assertThat(status().path("sleep").path("ends_after").asInt()).isEqualTo(30);
    for (String minutes : new String[] {"30m", "30min"}) {
      assertThat(earmark("sleep", minutes).out()).containsPattern("30分钟|in 30 minutes");
      assertThat(status().path("sleep").path("ends_in_s").asDouble()).isBetween(1_700.0, 1_800.0);
    }
    assertThat(earmark("sleep", "1s").out()).containsPattern("这一集|this section");
    assertThat(earmark("sleep", "0").out()).containsPattern("取消|is off");
  }

  /** They were options of the subcommands only, and wrong usage before the name. */
  @Test
  void homeAndJson_beforeTheName_countAsBehindIt_whichWinsOverThem() throws Exception {
    String here = home.toString();
    Path empty = Files.createDirectories(home.resolve("nobody"));
    for (String line :
        new String[] {
          "--home " + here + " --json status",
          "--json --home=" + here + " status",
          "--home " + here + " status --json",
          "--home " + empty + " status --home " + here + " --json",
          "--home " + here + " --json library search 西游记",
          "--json library --home " + here + " search 西游记",
          "--home " + empty + " library --home " + here + " search --json 西游记",
        }) {
      ChildDaemon.Ended ended =
          ChildDaemon.run(empty, Map.of("EARMARK_SERVER_PORT", "9"), line.split(" "));
      assertThat(ended.exitCode()).as(line + ": " + ended.err()).isZero();
      assertThat(MAPPER.readTree(ended.out()).isObject()).as(line).isTrue();
    }
  }

  @Test
  void runs_lastOne_isShownById() throws Exception {
    done("say", "现在几点");
    ChildDaemon.Ended list = earmark("runs", "--json");
    JsonNode runs = MAPPER.readTree(list.out());
    JsonNode run = (runs.isArray() ? runs : runs.path("runs")).path(0);
    ChildDaemon.Ended one = earmark("runs", run.path("id").asString(""));

    assertThat(one.exitCode()).as(one.err()).isZero();
    assertThat(one.out()).contains("get_time");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "play",
        "seek soon",
        "volume loud",
        "volume 150",
        "volume 400",
        "volume +400",
        "speed 9",
        "speed 1e0",
        "sleep 5000",
        "sleep 30h",
        "library show ",
        "speed quick",
        "speed 5",
        "speed 0.1",
        "sleep well",
        "sleep 2.7s",
        "sleep 1e3s",
        "sleep -1s",
        "sleep 30f",
        "seek 1e3",
        "volume NaN",
        "library show",
        "models install",
        "models install /nowhere.zip",
        "models remove",
        "decode",
        "decode --start soon x.mp3"
      })
  void wrongArguments_oneSentence_exitTwo(String command) throws Exception {
    ChildDaemon.Ended ended = earmark(command.split(" "));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err()).isNotBlank().doesNotContain("Exception").doesNotContain("Send ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "library show nothing:here",
        "library show qqqqzzzz",
        "models remove none",
        "runs show nonsense",
        "runs cancel nonsense"
      })
  void whatIsNotThere_oneSentence_exitOne(String command) throws Exception {
    ChildDaemon.Ended ended = earmark(command.split(" "));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.err()).isNotBlank().doesNotContain("Exception").doesNotContain("GET /");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "play x",
        "seek 5",
        "volume 5",
        "speed 1",
        "sleep 5",
        "pause",
        "library search x",
        "library show x",
        "runs",
        "say hello",
        "status"
      })
  void noDaemon_saysHowToStartIt_exitThree(String command) throws Exception {
    Path empty = Files.createDirectories(home.resolve("empty"));
    ChildDaemon.Ended ended =
        ChildDaemon.run(empty, Map.of("EARMARK_SERVER_PORT", "9"), command.split(" "));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
    assertThat(ended.err()).contains("./earmark --home ", " run").doesNotContain("Exception");
  }
}
