package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The daemon has its keys, the shell beside it has not: every command used to end there with "the
 * variable is not set".
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SecretsElsewhereTest {
  @TempDir static Path home;
  private @Nullable ChildDaemon daemon;

  @BeforeAll
  void start() throws Exception {
    Files.writeString(
        home.resolve("config.yml"),
        """
        brain:
          llm: {api-key-file: none.key}
        catalogues:
          - {name: demo, type: demo}
          - {name: books, type: subsonic, url: "http://127.0.0.1:9", key-env: MY_KEY}
        """);
    Map<String, String> variables = new HashMap<>(TestHome.quiet("MY_KEY", "k"));
    Path key = Files.writeString(home.resolve("none.key"), "k");
    daemon = ChildDaemon.start(home, variables);
    Files.delete(key);
  }

  @AfterAll
  void stop() {
    ChildDaemon started = daemon;
    if (started != null) {
      started.close();
    }
  }

  private static ChildDaemon.Ended earmark(String line) throws Exception {
    return ChildDaemon.run(home, TestHome.quiet(), line.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "volume 30",
        "library search alice",
        "runs",
        "say 现在几点",
        "cache",
        "config show",
        "models",
        "think 暂停",
        "speak --out out.wav hello"
      })
  void commandsThatUseNoSecret_needNone(String line) throws Exception {
    ChildDaemon.Ended ended = earmark(line.replace("out.wav", home.resolve("out.wav").toString()));

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("MY_KEY").doesNotContain("none.key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "fetch books:b1#1", "config check"})
  void whatUsesTheSecretOfACatalogue_namesTheVariable(String line) throws Exception {
    ChildDaemon.Ended ended = earmark(line);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
    assertThat(ended.out() + ended.err()).contains("MY_KEY is not set; set it");
  }

  @Test
  void whatUsesTheSecretOfTheModel_namesTheFile_notTheOneOfACatalogue() throws Exception {
    for (String line : new String[] {"think --llm hello", "agent --llm --workspace w hello"}) {
      ChildDaemon.Ended ended = earmark(line.replace(" w ", " " + home.resolve("w") + " "));

      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
      assertThat(ended.err()).contains("none.key").doesNotContain("MY_KEY");
    }
  }

  /** The daemon holds the lock of the home, which is the only thing that is in the way. */
  @Test
  void fetch_ofAnotherCatalogue_asksForNoSecret() throws Exception {
    ChildDaemon.Ended ended = earmark("fetch demo:journey_to_the_west#1");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("another Earmark").doesNotContain("MY_KEY");
  }

  @Test
  void doctor_findsIt_withTheRemedy() throws Exception {
    ChildDaemon.Ended ended = earmark("doctor");

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out())
        .containsPattern("MISSING +catalogue books +config.yml line 5: .*MY_KEY is not set; set it")
        .contains("the daemon answers");
  }

  /** It showed the daemon of another home on the port of the configuration. */
  @Test
  void namedHome_withoutADaemon_isNotTheOneOnThePort() throws Exception {
    Path other = Files.createDirectories(home.resolve("other"));
    Path killed = Files.createDirectories(home.resolve("killed/state"));
    int port = port();
    long ended = new ProcessBuilder("true").start().onExit().join().pid();
    Files.writeString(
        killed.resolve("daemon.json"), "{\"port\":" + port + ",\"pid\":" + ended + "}");
    for (Path folder : new Path[] {other, killed.getParent(), Path.of("/nonexist")}) {
      ChildDaemon.Ended told =
          ChildDaemon.run(
              other,
              Map.of("EARMARK_SERVER_PORT", String.valueOf(port)),
              "--home",
              folder.toString(),
              "status");

      assertThat(told.exitCode()).as(told.out()).isEqualTo(3);
      assertThat(told.err()).contains("no daemon runs on the home folder " + folder);
    }
  }

  private int port() {
    ChildDaemon started = daemon;
    return started == null ? 0 : started.port();
  }
}
