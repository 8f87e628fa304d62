package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sound programs that neither read nor write, and do not end when they are asked to. */
final class StuckSoundTest {
  private static final String DEAF = "trap \"\" TERM INT HUP; while :; do sleep 1; done";

  @TempDir Path home;

  @Test
  void programsThatDoNothing_areNamedAndDoNotOutliveTheDaemon() throws Exception {
    Files.writeString(
        home.resolve("config.yml"),
        "speaker:\n  command: [sh, -c, '%s']\nmicrophone:\n  command: [sh, -c, '%s']\n"
            .formatted(DEAF, DEAF));
    try (ChildDaemon daemon =
        ChildDaemon.start(
            home,
            TestHome.quiet(
                "EARMARK_SPEAKER_TYPE", "command", "EARMARK_MICROPHONE_TYPE", "command"))) {
      daemon.api().say("播放西游记第一集");
      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () ->
                  problem(daemon, "speaker").contains("took no sound for 5 s")
                      && problem(daemon, "microphone").contains("has given no sound for 3 s"));
      assertThat(problem(daemon, "speaker")).contains(DEAF, "speaker.command", "next try in");
      assertThat(problem(daemon, "microphone")).contains(DEAF, "microphone.command");

      // The end comes while both have been started again.
      await().atMost(Duration.ofMinutes(2)).until(() -> programs(daemon).size() >= 2);
      List<ProcessHandle> programs = programs(daemon);

      assertThat(daemon.terminate(60)).isZero();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> programs.stream().noneMatch(p -> p.isAlive()));
      assertThat(ChildDaemon.log(home)).doesNotContain("did not end within");
    }
  }

  /** Returns the programs, not what they started themselves. */
  private static List<ProcessHandle> programs(ChildDaemon daemon) {
    return ProcessHandle.of(daemon.pid())
        .map(process -> process.children().collect(Collectors.toList()))
        .orElse(List.of());
  }

  private static String problem(ChildDaemon daemon, String part) throws Exception {
    for (JsonNode health : daemon.api().status().path("health")) {
      if (health.path("part").asString().equals(part) && !health.path("ok").asBoolean()) {
        return health.path("text").asString();
      }
    }
    return "";
  }
}
