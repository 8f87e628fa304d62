package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One message that could not be sent used to silence the notifier for good; a service manager that
 * was started anew then saw a dead watchdog and killed a daemon that was well.
 */
final class NotifierRecoveryTest {
  private static final String MANAGER =
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1])
      s.settimeout(20)
      print('bound', flush=True)
      print(s.recv(4096).decode(), flush=True)
      """;

  @TempDir Path folder;

  @Test
  void watchdog_afterTheManagerWasAway_isFedAgain() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/python3")), "skipped: python3 is missing");
    Path socket = folder.resolve("notify.sock");
    SystemdNotifier notifier =
        SystemdNotifier.of(Map.of("NOTIFY_SOCKET", socket.toString(), "WATCHDOG_USEC", "20000000"));

    notifier.watchdog(); // nobody is there

    Process manager =
        new ProcessBuilder("/usr/bin/python3", "-c", MANAGER, socket.toString()).start();
    try (BufferedReader lines = manager.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).isEqualTo("bound");
      notifier.watchdog();
      assertThat(lines.readLine()).isEqualTo("WATCHDOG=1");
    } finally {
      manager.destroyForcibly().onExit().join();
    }
  }
}
