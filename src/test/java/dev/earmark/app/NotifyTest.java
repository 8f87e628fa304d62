package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service manager is told by the daemon, from its start to its end. */
final class NotifyTest {
  /** Listens as systemd does; Python, since the JDK has no datagram sockets of this family. */
  private static final String MANAGER =
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1])
      print('bound', flush=True)
      while True:
          print(s.recv(4096).decode().replace(chr(10), '|'), flush=True)
      """;

  @TempDir Path folder;

  @Test
  void daemon_underAServiceManager_tellsReadyStateWatchdogAndStopping() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/python3")), "skipped: python3 is missing");
    String socket = folder.resolve("notify.sock").toString();
    List<String> told = new CopyOnWriteArrayList<>();
    Process manager =
        new ProcessBuilder("/usr/bin/python3", "-c", MANAGER, socket)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      BufferedReader lines = manager.inputReader(StandardCharsets.UTF_8);
      assertThat(lines.readLine()).isEqualTo("bound");
      Thread reader = new Thread(() -> read(lines, told), "manager");
      reader.setDaemon(true);
      reader.start();
      try (ChildDaemon daemon =
          ChildDaemon.start(
              folder, TestHome.quiet("NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "2000000"))) {
        await().until(() -> told.stream().anyMatch(line -> line.contains("READY=1")));
        assertThat(told.get(0)).contains("READY=1").contains("STATUS=ready, http://127.0.0.1:");

        daemon.api().post("/api/player/play", Map.of("keyword", "西游记", "section", 3));
        await()
            .atMost(Duration.ofSeconds(40))
            .until(
                () ->
                    told.stream()
                        .anyMatch(line -> line.matches(".*STATUS=playing 西游记 3/8 at 0:\\d\\d.*")));
        long before = told.stream().filter(line -> line.contains("WATCHDOG=1")).count();
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () ->
                    told.stream().filter(line -> line.contains("WATCHDOG=1")).count() > before + 1);

        assertThat(daemon.terminate(5)).isZero();
        await().until(() -> told.stream().anyMatch(line -> line.contains("STOPPING=1")));
        assertThat(told.stream().filter(line -> line.contains("READY=1"))).hasSize(1);
      }
    } finally {
      manager.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
  }

  private static void read(BufferedReader lines, List<String> told) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        told.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
