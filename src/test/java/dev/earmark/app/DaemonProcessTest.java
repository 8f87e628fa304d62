package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a daemon as a process of its own leaves behind: files, exit codes, secrets. */
final class DaemonProcessTest {
  @TempDir Path home;

  @Test
  void state_ofARunningDaemon_isReadableByItsOwnerAlone() throws Exception {
    Path old = Files.createDirectories(home.resolve("state/runs")).resolve("runs.jsonl");
    Files.writeString(old, "");
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));
    try (ChildDaemon daemon = ChildDaemon.start(home, TestHome.quiet())) {
      daemon.api().say("五分钟后叫我");
      daemon.api().say("播放西游记第一集");
      daemon.api().say("暂停");

      try (Stream<Path> files = Files.walk(home.resolve("state"))) {
        List<Path> all = files.toList();
        assertThat(all).hasSizeGreaterThan(5);
        for (Path file : all) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
              .as(file.toString())
              .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
        }
      }

      ChildDaemon.Ended last = ChildDaemon.run(home, TestHome.quiet(), "runs", "last", "--json");
      assertThat(last.exitCode()).isZero();
      assertThat(new JsonMapper().readTree(last.out()).path("task").asString()).isEqualTo("暂停");
    }
  }

  /**
   * The options may stand before the command's name too, and {@code --json} is for all commands.
   */
  @Test
  void run_withJson_tellsThatItIsReadyAsOneObject() throws Exception {
    Path other = Files.createDirectories(home.resolve("other"));
    try (ChildDaemon daemon =
        ChildDaemon.start(
            home,
            TestHome.quiet(),
            "\\{\"ready_in_ms\":\\d+,\"url\":\"(http://127\\.0\\.0\\.1:\\d+)\"\\}",
            "--home",
            other.toString(),
            "--json",
            "run")) {
      assertThat(daemon.api().status().path("state").asString()).isEqualTo("stopped");
      assertThat(other.resolve("state")).isDirectory();
      assertThat(home.resolve("state")).doesNotExist();
    }
  }

  @Test
  void watch_whenTheDaemonEnds_saysSoAndExitsWith3() throws Exception {
    try (ChildDaemon daemon = ChildDaemon.start(home, TestHome.quiet())) {
      CompletableFuture<ChildDaemon.Ended> watch =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return ChildDaemon.run(home, TestHome.quiet(), "status", "--watch");
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  Files.exists(home.resolve("command.out"))
                      && Files.size(home.resolve("command.out")) > 0);
      assertThat(daemon.terminate(30)).isZero();

      ChildDaemon.Ended ended = watch.get(60, TimeUnit.SECONDS);
      assertThat(ended.exitCode()).isEqualTo(3);
      assertThat(ended.out()).startsWith("stopped");
      assertThat(ended.err()).contains("the daemon has ended");
    }
  }

  @Test
  void start_whoseLastStepFails_doesNotEndWith0() throws Exception {
    Files.createDirectories(home.resolve("state/daemon.json.tmp"));

    ChildDaemon.Ended ended = ChildDaemon.run(home, TestHome.quiet(), "run");

    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @Test
  void demo_endedByASignal_leavesNoFolderBehind() throws Exception {
    Path temporary = Files.createDirectories(home.resolve("tmp"));
    Process demo =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.earmark.app.Main",
                "demo",
                "--out",
                home.resolve("demo.wav").toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("demo.log").toFile())
            .start();
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> demos(temporary).stream().anyMatch(f -> Files.exists(f.resolve("state"))));
      demo.destroy();
      assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(demos(temporary)).isEmpty();
    } finally {
      demo.destroyForcibly();
    }
  }

  private static List<Path> demos(Path temporary) throws java.io.IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(f -> f.getFileName().toString().startsWith("earmark-demo")).toList();
    }
  }

  /** What a run sets going on other threads is found by its id, and no words stand beside it. */
  @Test
  void log_ofARun_hasItsIdOnEveryThread_andNotItsWords() throws Exception {
    Path book = Files.createDirectories(home.resolve("shelf/坏书"));
    Path broken = book.resolve("01.mp3");
    Files.writeString(broken, "ID3 and nothing that could be played");
    Files.setLastModifiedTime(broken, FileTime.fromMillis(0)); // else it may still be growing
    Files.writeString(
        home.resolve("config.yml"),
        """
        log: {format: json}
        catalogues: [{name: books, type: folder, path: %s}]
        """
            .formatted(book.getParent()));
    try (ChildDaemon daemon = ChildDaemon.start(home, TestHome.quiet())) {
      String id = daemon.api().say("播放坏书").path("id").asString();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(threadsOf(id)).anyMatch("decode"::equals).anyMatch("player"::equals));
      assertThat(threadsOf(id)).anyMatch(thread -> thread.startsWith("agent-"));
      assertThat(lines(id))
          .anyMatch(line -> line.equals("begins: typed, zh"))
          .anyMatch(
              line -> line.matches("ended: answered by rules after \\d+ ms, .*search_and_play"))
          .noneMatch(line -> line.contains("播放坏书"));
    }
  }

  private List<String> threadsOf(String runId) {
    return objects(runId).map(line -> line.path("threadName").asString("")).toList();
  }

  private List<String> lines(String runId) {
    return objects(runId).map(line -> line.path("formattedMessage").asString("")).toList();
  }

  private Stream<JsonNode> objects(String runId) {
    String log = ChildDaemon.log(home);
    return log.substring(0, log.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(new JsonMapper()::readTree)
        .filter(line -> line.at("/mdc/run").asString("").equals(runId));
  }

  @Test
  void key_ofTheModel_isWrittenNowhere() throws Exception {
    String key = "sk-0123456789-very-secret";
    try (FakeOpenAi model = new FakeOpenAi()) {
      Map<String, String> variables =
          TestHome.quiet(
              "EARMARK_BRAIN_MODE", "rules-then-llm",
              "EARMARK_BRAIN_LLM_BASE_URL", model.url(),
              "EARMARK_BRAIN_LLM_MODEL", "fake-model",
              "EARMARK_BRAIN_LLM_API_KEY_ENV", "MY_KEY",
              "MY_KEY", key,
              "EARMARK_LOG", "DEBUG");
      String run;
      try (ChildDaemon daemon = ChildDaemon.start(home, variables)) {
        run = daemon.api().say("你觉得孙悟空和哪吒谁更厉害，为什么").toString();
        assertThat(run).contains("large model failed");
        assertThat(daemon.api().status().toString()).doesNotContain(key);
      }
      assertThat(run).doesNotContain(key);
      assertThat(ChildDaemon.run(home, variables, "config", "show").out()).doesNotContain(key);
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(
                  new String(
                      Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(key);
        }
      }
    }
  }
}
