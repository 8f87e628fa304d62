package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SystemdNotifierTest {
  /** Listens as systemd does; Python, since the JDK has no datagram sockets of this family. */
  private static final String SERVER =
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1] if sys.argv[1][0] == '/' else chr(0) + sys.argv[1][1:])
      s.settimeout(20)
      print('bound', flush=True)
      for _ in range(3):
          print(s.recv(4096).decode().replace(chr(10), '|'), flush=True)
      """;

  @TempDir Path folder;

  @Test
  void messages_overAPath_arriveAsSystemdExpectsThem() throws Exception {
    assertMessagesArrive(folder.resolve("notify.sock").toString());
  }

  @Test
  void messages_overAnAbstractName_arriveToo() throws Exception {
    assertMessagesArrive("@earmark-test-" + ProcessHandle.current().pid());
  }

  private void assertMessagesArrive(String socket) throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/bin/python3")), "skipped: python3 is missing");
    Process server =
        new ProcessBuilder("/usr/bin/python3", "-c", SERVER, socket)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var lines = server.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).isEqualTo("bound");
      SystemdNotifier notifier =
          SystemdNotifier.of(Map.of("NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "20000000"));

      notifier.ready("playing 西游记 3/100\nat 12:41");
      notifier.watchdog();
      notifier.stopping();

      assertThat(List.of(lines.readLine(), lines.readLine(), lines.readLine()))
          .containsExactly(
              "READY=1|STATUS=playing 西游记 3/100 at 12:41",
              "WATCHDOG=1",
              "STOPPING=1|STATUS=stopping");
      assertThat(notifier.watchdogTimeout()).contains(Duration.ofSeconds(20));
    } finally {
      server.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void withoutSystemd_nothingHappens() {
    SystemdNotifier notifier = SystemdNotifier.of(Map.of());

    notifier.ready("ready");

    assertThat(notifier.watchdogTimeout()).isEmpty();
  }
}
