package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.app.Daemon;
import dev.earmark.app.home.Home;
import dev.earmark.config.ConfigReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether what answers on the daemon's port is the daemon. */
final class DaemonClientTest {
  @TempDir Path folder;
  private final MockWebServer server = new MockWebServer();

  @BeforeEach
  void start() throws Exception {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private DaemonClient client() throws Exception {
    Home home = Home.find(folder.toString(), Map.of(), folder);
    Files.createDirectories(home.state());
    Files.writeString(home.state().resolve("daemon.json"), "{\"port\":" + server.getPort() + "}");
    return DaemonClient.of(home, ConfigReader.read(home.config(), Map.of()), true);
  }

  /** With the token in a systemd credential every command was answered 401: it had none to send. */
  @Test
  void token_ofASystemdCredential_isReadFromWhereTheDaemonSaysItIs() throws Exception {
    Path credentials = Files.createDirectory(folder.resolve("credentials"));
    Files.writeString(credentials.resolve("server.token"), "from-systemd-0123456789\n");
    Home home = Home.find(folder.toString(), Map.of(), folder);
    Files.createDirectories(home.state());
    Map<String, String> service = Map.of("CREDENTIALS_DIRECTORY", credentials.toString());
    Daemon.leaveNote(home, ConfigReader.read(home.config(), service), server.getPort());
    answers(200, "{}");
    answers(200, "{}");

    DaemonClient.of(home, ConfigReader.read(home.config(), Map.of()), true).get("/api/status");
    assertThat(server.takeRequest().getHeaders().get("Authorization"))
        .isEqualTo("Bearer from-systemd-0123456789");
    DaemonClient.running(home).orElseThrow().get("/api/status");
    assertThat(server.takeRequest().getHeaders().get("Authorization"))
        .isEqualTo("Bearer from-systemd-0123456789");
  }

  private void answers(int status, String body) {
    server.enqueue(new MockResponse.Builder().code(status).body(body).build());
  }

  @Test
  void isEarmark_healthyOrNot_isTrue() throws Exception {
    answers(200, "{\"status\":\"ok\",\"stuck\":[]}");
    answers(503, "{\"status\":\"failing\",\"stuck\":[\"listen\"]}");

    assertThat(client().isEarmark()).isTrue();
    assertThat(client().isEarmark()).isTrue();
  }

  /** The doctor said "the daemon runs" for whatever answered on the port. */
  @Test
  void isEarmark_anotherServer_isFalse() throws Exception {
    answers(200, "<html>It works!</html>");
    answers(404, "{\"error\":\"no such page\"}");
    answers(200, "{\"status\":\"ok\"}");
    answers(200, "");

    for (int i = 0; i < 4; i++) {
      assertThat(client().isEarmark()).isFalse();
    }
  }

  /** The remedy was "./earmark run", which starts the daemon of another home folder. */
  @Test
  void unreachable_namedHome_isInTheCommandThatStartsIt() throws Exception {
    DaemonClient client = client();
    server.close();

    assertThatThrownBy(() -> client.get("/api/status"))
        .hasMessageContaining("./earmark --home " + folder + " run");
    Home home = Home.find(folder.resolve("my books").toString(), Map.of(), folder);
    assertThatThrownBy(
            () -> DaemonClient.of(home, ConfigReader.read(home.config(), Map.of()), true))
        .hasMessageContaining("./earmark --home '" + folder + "/my books' run");
  }

  @Test
  void isEarmark_nobody_isFalse() throws Exception {
    DaemonClient client = client();
    server.close();

    assertThat(client.isEarmark()).isFalse();
  }
}
