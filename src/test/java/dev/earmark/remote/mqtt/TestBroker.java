package dev.earmark.remote.mqtt;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real mosquitto on a loopback port, which keeps nothing on disk; closing ends it. */
final class TestBroker implements AutoCloseable {
  static final String USER = "earmark";
  static final String PASSWORD = "sesame-õ";

  private final Path folder;
  private final int port;
  private Process process;

  private TestBroker(Path folder, int port) throws IOException, InterruptedException {
    this.folder = folder;
    this.port = port;
    this.process = launch();
  }

  /** Starts it; skips the test where mosquitto is missing. */
  static TestBroker startOrSkip(Path folder, boolean anonymous)
      throws IOException, InterruptedException {
    if (!isInstalled()) {
      abort("skipped: mosquitto is missing here (apt-get install mosquitto)");
    }
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String config = "listener " + port + " 127.0.0.1\npersistence false\nlog_dest stderr\n";
    Path passwords = folder.resolve("passwords");
    if (!anonymous) {
      Files.writeString(passwords, USER + ":" + PASSWORD + "\n");
      new ProcessBuilder(program("mosquitto_passwd"), "-U", passwords.toString())
          .inheritIO()
          .start()
          .waitFor();
      passwords.toFile().setReadable(true, /* ownerOnly= */ false);
    }
    String user = System.getProperty("user.name");
    Files.writeString(
        folder.resolve("mosquitto.conf"),
        config
            + (anonymous
                ? "allow_anonymous true\n"
                : "allow_anonymous false\npassword_file " + passwords + "\n")
            + (user.equals("root") ? "user root\n" : ""));
    return new TestBroker(folder, port);
  }

  private static boolean isInstalled() {
    return Files.isExecutable(Path.of(program("mosquitto")));
  }

  /** Returns where a program is; Debian keeps this one where a plain user does not look. */
  private static String program(String name) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(Path.of("/usr/sbin", name))
        .toString();
  }

  private Process launch() throws IOException, InterruptedException {
    List<String> command =
        List.of(program("mosquitto"), "-c", folder.resolve("mosquitto.conf").toString());
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("mosquitto.log").toFile())
            .start();
    for (int attempt = 0; attempt < 2_000; attempt++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return started;
      } catch (IOException e) {
        if (!started.isAlive()) {
          throw new IOException(Files.readString(folder.resolve("mosquitto.log")), e);
        }
        Thread.sleep(10);
      }
    }
    started.destroyForcibly();
    throw new IOException("mosquitto does not listen");
  }

  int port() {
    return port;
  }

  String url() {
    return "tcp://127.0.0.1:" + port;
  }

  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  void startAgain() throws IOException, InterruptedException {
    process = launch();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
