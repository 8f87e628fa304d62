package dev.earmark.remote.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.browser.Browser;
import dev.earmark.listen.ListenState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, in front of a {@link FakeDaemon}. */
abstract class PageFixture {
  static final String ENTER = "\uE007";
  static final Path SCREENSHOTS = Path.of("target/screenshots");
  @TempDir static Path folder;
  static Browser browser;
  FakeDaemon daemon;
  HttpServer server;

  @BeforeAll
  static void startBrowser() throws Exception {
    browser = Browser.startOrSkip(folder);
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void openPage() throws Exception {
    daemon = new FakeDaemon();
    daemon.ears.state = ListenState.IDLE;
    server = new HttpServer(new ServerSettings("127.0.0.1", 0, ""), daemon.ports(), Path.of("."));
    server.start();
    browser.look(1_280, 900, "light");
    browser.requests();
    browser.console();
    browser.open(server.url() + "/");
    awaitText("#link-text", "Waiting for you");
    awaitText("#albums", "西游记");
  }

  @AfterEach
  void closePage() throws Exception {
    browser.run("localStorage.clear()"); // a later test may get the same port
    browser.open("about:blank");
    server.close();
  }

  static void awaitText(String selector, String text) {
    await()
        .atMost(20, SECONDS)
        .untilAsserted(() -> assertThat(browser.text(selector)).contains(text));
  }

  void awaitCall(List<String> calls, String call) {
    await().atMost(20, SECONDS).untilAsserted(() -> assertThat(calls).contains(call));
  }
}
