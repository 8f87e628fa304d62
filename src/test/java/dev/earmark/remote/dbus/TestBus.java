package dev.earmark.remote.dbus;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A private {@code dbus-daemon} on a socket in a temporary folder; closing ends it. */
public final class TestBus implements AutoCloseable {
  private final Path folder;
  private Process daemon;

  private TestBus(Path folder) throws IOException {
    this.folder = folder;
    this.daemon = launch();
  }

  /**
   * Starts the bus and waits until its socket is there; skips the test where a program is missing.
   */
  public static TestBus startOrSkip() throws IOException, InterruptedException {
    for (String program : List.of("dbus-daemon", "playerctl")) {
      if (!installed(program)) {
        abort("skipped: " + program + " is missing here (apt-get install dbus playerctl)");
      }
    }
    TestBus bus = new TestBus(Files.createTempDirectory("earmark-bus-"));
    bus.awaitSocket();
    return bus;
  }

  private static boolean installed(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + address())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("bus.log").toFile())
        .start();
  }

  private void awaitSocket() throws IOException, InterruptedException {
    for (int attempt = 0; attempt < 200; attempt++) {
      if (Files.exists(folder.resolve("bus"))) {
        return;
      }
      Thread.sleep(25);
    }
    throw new IOException("the bus does not start: " + Files.readString(folder.resolve("bus.log")));
  }

  /** Ends the bus, as a logout does. */
  void stop() throws IOException, InterruptedException {
    daemon.destroy();
    if (!daemon.waitFor(5, TimeUnit.SECONDS)) {
      daemon.destroyForcibly().waitFor();
    }
    Files.deleteIfExists(folder.resolve("bus"));
  }

  /** Starts the bus again on the same socket. */
  void startAgain() throws IOException, InterruptedException {
    daemon = launch();
    awaitSocket();
  }

  String address() {
    return "unix:path=" + folder.resolve("bus");
  }

  /** Returns the variables of a session that has this bus. */
  public Map<String, String> environment() {
    return Map.of("DBUS_SESSION_BUS_ADDRESS", address());
  }

  /** What a program printed, both streams, and its exit code. */
  public record Output(int code, String text) {}

  /** Runs a program in the session of this bus. */
  public Output run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.waitFor(), text.strip());
  }

  /** Runs playerctl for the player named earmark. */
  public Output playerctl(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("timeout", "20", "playerctl", "-p", "earmark"));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  @Override
  public void close() throws IOException {
    daemon.destroy();
    try {
      if (!daemon.waitFor(5, TimeUnit.SECONDS)) {
        daemon.destroyForcibly();
      }
    } catch (InterruptedException e) {
      daemon.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
