package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, with a Java that only says how it was called. */
final class LauncherTest {
  @TempDir Path folder;

  /** As installed: the launcher beside the jar, so that nothing is built. */
  @BeforeEach
  void install() throws Exception {
    Files.copy(TestHome.program().resolve("earmark"), folder.resolve("earmark"));
    Files.writeString(folder.resolve("earmark.jar"), "");
    Files.writeString(folder.resolve("release"), "JAVA_RUNTIME_VERSION=\"17.0.9+9\"\n");
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path java =
        Files.writeString(bin.resolve("java"), "#!/bin/sh\necho \"umask $(umask)\"\necho \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private String earmark(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", folder.resolve("earmark").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .put("PATH", folder.resolve("bin") + ":" + builder.environment().get("PATH"));
    builder.environment().put("EARMARK_NO_INSTALL", "1");
    builder.environment().put("EARMARK_NO_ARCHIVE", "1");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out;
  }

  /**
   * The heap's limit and the mask of new files belong to the daemon, wherever the options stand.
   * The launcher used to look at the first argument alone.
   */
  @Test
  void run_behindOptions_isStillTheDaemon() throws Exception {
    for (String line :
        new String[] {
          "run", "run --json", "--home /srv/x run", "--home=/srv/x run", "--json --home /srv/x run"
        }) {
      String out = earmark(line.split(" "));
      assertThat(out).as(line).contains("umask 0077", "-Xmx160m", "ExitOnOutOfMemoryError");
      assertThat(out.strip()).endsWith("earmark.jar " + line);
    }
  }

  @Test
  void otherCommands_areNotTheDaemon_whateverTheirArgumentsAre() throws Exception {
    for (String line :
        new String[] {"status", "say run", "--home run status", "--home /srv/x doctor", "--help"}) {
      String out = earmark(line.split(" "));
      assertThat(out).as(line).doesNotContain("-Xmx160m");
      assertThat(out.strip()).endsWith("earmark.jar " + line);
    }
    assertThat(earmark("--json", "doctor")).contains("-Xmx512m");
  }
}
