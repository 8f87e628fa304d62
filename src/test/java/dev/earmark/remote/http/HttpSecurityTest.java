package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.base.FailureException;
import dev.earmark.remote.http.guard.TokenFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may come in; requests are written by hand, so that every header is the test's own. */
final class HttpSecurityTest {
  private static final FakeDaemon DAEMON = new FakeDaemon();
  private static final HttpServer LOCAL = server("127.0.0.1", "");
  @TempDir static Path folder;
  private static HttpServer guarded = LOCAL;
  private static String token = "";

  private static HttpServer server(String bind, String tokenFile) {
    return new HttpServer(new ServerSettings(bind, 0, tokenFile), DAEMON.ports(), Path.of("."));
  }

  @BeforeAll
  static void start() throws IOException {
    LOCAL.mount("/mcp", new Hello());
    LOCAL.start();
    Path file = folder.resolve("deep/token");
    guarded = server("0.0.0.0", file.toAbsolutePath().toString());
    guarded.mount("/mcp", new Hello());
    guarded.start();
    token = Files.readString(file).strip();
  }

  /** Stands for another protocol's servlet. */
  private static final class Hello extends jakarta.servlet.http.HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(
        jakarta.servlet.http.HttpServletRequest request,
        jakarta.servlet.http.HttpServletResponse response) {
      response.setStatus(202);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  localhost:8765, http://localhost:8765, 202",
    "GET,  localhost:8765, '',                    202",
    "GET,  localhost:8765, http://evil.example,   403",
    "GET,  localhost:8765, null,                  403",
    "POST, localhost:8765, http://localhost:1,    403",
    "POST, localhost:8765, http://localhost:8765, 202",
    "GET,  evil.example,   '',                    403"
  })
  void mounted_isGuardedForReadingToo(String method, String host, String origin, int expected)
      throws Exception {
    String[] headers =
        origin.isEmpty()
            ? new String[] {"Host: " + host}
            : new String[] {"Host: " + host, "Origin: " + origin};
    assertThat(status(LOCAL, method, "/mcp", headers)).isEqualTo(expected);
  }

  @Test
  void mounted_needsTheToken() throws Exception {
    assertThat(status(guarded, "POST", "/mcp", "Host: any.example")).isEqualTo(401);
    assertThat(
            status(guarded, "POST", "/mcp", "Host: any.example", "Authorization: Bearer " + token))
        .isEqualTo(202);
  }

  @AfterAll
  static void stop() {
    LOCAL.close();
    guarded.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "evil.example:8765", "127.0.0.1.evil.example", "", "[::2]"})
  void foreignHost_onLoopback_is403(String host) throws Exception {
    assertThat(status(LOCAL, "GET", "/api/status", "Host: " + host)).isIn(400, 403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8765", "127.0.0.1:1", "127.1.2.3", "[::1]:8765"})
  void ownHost_onLoopback_mayCome(String host) throws Exception {
    assertThat(status(LOCAL, "GET", "/api/status", "Host: " + host)).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "http://evil.example,           403",
    "null,                          403",
    "http://localhost:1,            403",
    "http://localhost:8765,         202",
    "https://LOCALHOST:8765,        202"
  })
  void origin_ofACommand_mustBeOurs(String origin, int expected) throws Exception {
    assertThat(status(LOCAL, "POST", "/api/listen", "Host: localhost:8765", "Origin: " + origin))
        .isEqualTo(expected);
  }

  @Test
  void crossSiteCommand_withoutOrigin_is403() throws Exception {
    assertThat(
            status(LOCAL, "POST", "/api/listen", "Host: localhost", "Sec-Fetch-Site: cross-site"))
        .isEqualTo(403);
  }

  @Test
  void answers_allowNoOtherSite() throws Exception {
    assertThat(
            talk(LOCAL, "GET", "/api/status", "Host: localhost", "Origin: http://evil.example")
                .toLowerCase(java.util.Locale.ROOT))
        .startsWith("http/1.1 200")
        .doesNotContain("access-control-allow");
  }

  @Test
  void beyondLoopback_tokenIsNeeded() throws Exception {
    String host = "Host: box.local";
    assertThat(status(guarded, "GET", "/api/status", host)).isEqualTo(401);
    assertThat(status(guarded, "GET", "/api/status", host, "Authorization: Bearer wrong"))
        .isEqualTo(401);
    assertThat(status(guarded, "GET", "/api/status", host, "Authorization: Bearer " + token + "x"))
        .isEqualTo(401);
    assertThat(status(guarded, "POST", "/api/listen", host, "Authorization: Basic " + token))
        .isEqualTo(401);
    assertThat(status(guarded, "GET", "/api/status", host, "Authorization: bearer " + token))
        .isEqualTo(200);
    assertThat(status(guarded, "GET", "/api/nothing", host)).isEqualTo(401);
    assertThat(status(guarded, "GET", "/metrics", host)).isEqualTo(401);
    assertThat(status(guarded, "GET", "/metrics", host, "Authorization: Bearer " + token))
        .isEqualTo(200);
  }

  @Test
  void beyondLoopback_pageAndHealthAreOpen() throws Exception {
    for (String path : new String[] {"/", "/app.js", "/words.js", "/style.css", "/healthz"}) {
      assertThat(status(guarded, "GET", path, "Host: box.local")).as(path).isEqualTo(200);
    }
  }

  @Test
  void beyondLoopback_openPathsCannotBeStretched() throws Exception {
    for (String path :
        new String[] {
          "/app.js/../api/status",
          "/app.js;/api/status",
          "//api/status",
          "/%61pi/status",
          "/api/status;/app.js"
        }) {
      assertThat(status(guarded, "GET", path, "Host: box.local")).as(path).isNotEqualTo(200);
    }
  }

  @Test
  void beyondLoopback_whoGuessesTokens_hasToWait() throws Exception {
    try (HttpServer server =
        server("0.0.0.0", folder.resolve("deep/token").toAbsolutePath().toString())) {
      server.start();
      for (int i = 0; i < 10; i++) {
        assertThat(status(server, "GET", "/api/status", "Host: x", "Authorization: Bearer no" + i))
            .isEqualTo(401);
      }
      assertThat(status(server, "GET", "/api/status", "Host: x", "Authorization: Bearer no"))
          .isEqualTo(429);
      assertThat(status(server, "GET", "/", "Host: x")).isEqualTo(200);
      assertThat(status(server, "GET", "/api/status", "Host: x")).isEqualTo(401);
    }
  }

  @Test
  void beyondLoopback_withoutTokenFile_refusesToStart() {
    assertThatThrownBy(() -> server("0.0.0.0", "").start())
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("server.token-file");
  }

  @Test
  void tokenFile_isMadeForTheOwnerAlone_andKept() throws Exception {
    Path file = folder.resolve("deep/token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(token).hasSize(43);
    assertThat(TokenFile.read(file, new SecureRandom())).isEqualTo(token);
  }

  @Test
  void tokenFile_thatOthersCanRead_isRefusedWithTheRemedy() throws Exception {
    Path file = folder.resolve("open");
    Files.writeString(file, "0123456789abcdef0123456789");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> TokenFile.read(file, new SecureRandom()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("chmod 600");
  }

  /** "Not ours" was taken for "root's": another user's file for a group passed. */
  @Test
  void tokenFile_ofAnotherUserForAGroup_isRefused() throws Exception {
    Path file = folder.resolve("foreign");
    Files.writeString(file, "0123456789abcdef0123456789");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    try {
      Files.setAttribute(file, "unix:uid", 12_345);
    } catch (FileSystemException e) {
      assumeTrue(false, "only root may give a file away: " + e);
    }

    assertThatThrownBy(() -> TokenFile.read(file, new SecureRandom()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void tokenFile_thatIsTooShort_isRefused() throws Exception {
    Path file = folder.resolve("short");
    Files.writeString(file, "abc");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    assertThatThrownBy(() -> TokenFile.read(file, new SecureRandom()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("too short");
  }

  @Test
  void brokenRequest_isAProblemToo() throws Exception {
    String answer = talk(LOCAL, "GET", "/%zz", "Host: localhost");
    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
  }

  private static int status(HttpServer server, String method, String path, String... headers)
      throws IOException {
    return Integer.parseInt(talk(server, method, path, headers).split(" ", -1)[1]);
  }

  private static String talk(HttpServer server, String method, String path, String... headers)
      throws IOException {
    try (Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      String head =
          method
              + " "
              + path
              + " HTTP/1.1\r\n"
              + String.join("\r\n", headers)
              + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.UTF_8));
      out.flush();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
