package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code earmark mcp} as a process. */
final class McpCommandTest {
  @TempDir Path home;

  @Test
  void withoutADaemon_saysSo_andWritesNothingToStdout() throws Exception {
    ChildDaemon.Ended ended = ChildDaemon.run(home, TestHome.quiet(), "mcp");

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("./earmark --home ", " run");
  }
}
