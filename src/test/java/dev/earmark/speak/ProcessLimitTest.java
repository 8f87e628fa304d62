package dev.earmark.speak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A synthesiser that hangs is ended with all that it has started. */
final class ProcessLimitTest {
  /**
   * The program is a script whose child hangs: killing the script alone left the child with the
   * output open, and the voice was silent until the child ended by itself.
   */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void scriptWithAChildThatHangs_itsOutputEnds() throws Exception {
    Process script = new ProcessBuilder("sh", "-c", "sleep 600 & echo up; wait").start();
    try (var out = new BufferedReader(new InputStreamReader(script.getInputStream(), UTF_8))) {
      assertThat(out.readLine()).isEqualTo("up");
      List<ProcessHandle> children = script.descendants().toList();
      try (var limit = new ProcessLimit(script, Duration.ofMillis(1))) {
        assertThat(out.readLine()).isNull();
        assertThat(limit.isOver()).isTrue();
      }
      assertThat(script.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(children).hasSize(1);
      children.get(0).onExit().get(30, TimeUnit.SECONDS);
    }
  }
}
