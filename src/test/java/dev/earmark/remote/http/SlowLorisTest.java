package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that send half a request and then nothing do not stop the others. */
final class SlowLorisTest {
  private static final FakeDaemon DAEMON = new FakeDaemon();

  private final HttpServer server =
      new HttpServer(new ServerSettings("127.0.0.1", 0, ""), DAEMON.ports(), Path.of("."));
  private final List<Socket> open = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    server.close();
  }

  @Test
  void status_besideManyHalfHeaders_isAnswered() throws IOException {
    for (int i = 0; i < 300; i++) {
      half("GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    }
    assertAnswered();
  }

  @Test
  void status_besideManyHalfBodies_isAnswered() throws IOException {
    for (int i = 0; i < 300; i++) {
      half(post("/api/say", 1_000) + "{\"text\":");
    }
    assertAnswered();
  }

  @Test
  void status_besideManyBodiesThatNeverBegin_isAnswered() throws IOException {
    for (int i = 0; i < 300; i++) {
      half(post("/api/player/pause", 10));
    }
    assertAnswered();
  }

  @Test
  void status_besideManyLongHalfBodies_isAnswered() throws IOException {
    String much = "x".repeat(200_000);
    for (int i = 0; i < 60; i++) {
      half(post("/api/hear", 30_000_000) + much);
    }
    assertAnswered();
  }

  private static String post(String path, int length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private void half(String beginning) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    open.add(socket);
    OutputStream out = socket.getOutputStream();
    out.write(beginning.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** The server has 40 threads; each of these would find one taken if a half request held it. */
  private void assertAnswered() throws IOException {
    for (int i = 0; i < 3; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.setSoTimeout(10_000);
        socket
            .getOutputStream()
            .write(
                "GET /api/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.UTF_8));
        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("HTTP/1.1 200");
      }
    }
  }
}
