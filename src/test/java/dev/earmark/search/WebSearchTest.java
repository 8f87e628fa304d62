package dev.earmark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WebSearchTest {
  private final OkHttpClient http = new OkHttpClient();
  private final MockWebServer server = new MockWebServer();
  private String base = "";

  @BeforeEach
  void startServer() throws IOException {
    server.start();
    base = "http://127.0.0.1:" + server.getPort();
  }

  @AfterEach
  void stopServer() {
    server.close();
    http.dispatcher().executorService().shutdown();
  }

  private static SearchSettings settings(String url, boolean allowPrivate) {
    return new SearchSettings(
        url,
        "/results",
        "/title",
        "/url",
        "/content",
        2,
        Duration.ofSeconds(20),
        2_000,
        allowPrivate);
  }

  private List<WebSearch.Result> search(SearchSettings settings, String query)
      throws FailureException {
    return new WebSearch(settings, http).search(query, Language.ZH, new CancelFlag());
  }

  private void answer(String body) {
    server.enqueue(new MockResponse.Builder().body(body).build());
  }

  private HttpUrl asked() throws InterruptedException {
    RecordedRequest request = server.takeRequest();
    return Objects.requireNonNull(request.getUrl());
  }

  private void assertFails(SearchSettings settings, Failure.Kind kind, String detail) {
    assertThatThrownBy(() -> search(settings, "x"))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(kind);
              assertThat(e.failure().detail()).contains(detail);
            });
  }

  @Test
  void search_searxng_givesShortPlainResults() throws Exception {
    answer(
        """
        {"query": "x", "results": [
          {"title": "<b>贪食蛇</b>\\n 游戏 &amp; 更多", "url": "https://example.org/a?b=1",
           "content": "%s", "score": 1},
          {"title": "", "url": "https://example.org/none", "content": ""},
          {"title": "2 < 3", "url": "javascript:alert(1)", "content": null},
          {"title": "third", "url": "https://example.org/c"}]}
        """
            .formatted("长".repeat(400)));

    List<WebSearch.Result> results = search(settings(base + "/", true), "贪食蛇 a&b=c+d #1");

    assertThat(results)
        .containsExactly(
            new WebSearch.Result("贪食蛇 游戏 & 更多", "https://example.org/a?b=1", "长".repeat(300) + "…"),
            new WebSearch.Result("2 < 3", "", ""));
    HttpUrl url = asked();
    assertThat(url.encodedPath()).isEqualTo("/search");
    assertThat(url.queryParameter("q")).isEqualTo("贪食蛇 a&b=c+d #1");
    assertThat(url.queryParameter("format")).isEqualTo("json");
    assertThat(url.queryParameter("language")).isEqualTo("zh");
  }

  @Test
  void search_otherServer_isReadByItsPointers() throws Exception {
    answer(
        "{\"data\": [{\"hits\": [{\"name\": \"A\", \"at\": {\"href\": \"http://a.org\"}, \"s\":"
            + " 5}]}]}");
    SearchSettings settings =
        new SearchSettings(
            base + "/find/{query}?lang={language}",
            "/data/0/hits",
            "/name",
            "/at/href",
            "/s",
            5,
            Duration.ofSeconds(20),
            1_000,
            /* allowPrivate= */ false);

    assertThat(search(settings, "a/b c"))
        .containsExactly(new WebSearch.Result("A", "http://a.org", "5"));
    HttpUrl url = asked();
    assertThat(url.encodedPath()).isEqualTo("/find/a%2Fb%20c");
    assertThat(url.queryParameter("lang")).isEqualTo("zh");
  }

  @Test
  void search_badAnswers_areFailuresWithARemedy() {
    answer("<html>not json</html>");
    assertFails(settings(base, true), Failure.Kind.WRONG_CONTENT, "search.url");
    answer("{\"results\": {}}");
    assertFails(settings(base, true), Failure.Kind.WRONG_CONTENT, "search.list");
    answer("{\"results\": [\"" + "x".repeat(3_000) + "\"]}");
    assertFails(settings(base, true), Failure.Kind.WRONG_CONTENT, "2000 bytes");
    server.enqueue(new MockResponse.Builder().code(403).build());
    assertFails(settings(base, true), Failure.Kind.FORBIDDEN, "search.formats");
    server.enqueue(new MockResponse.Builder().code(429).build());
    assertFails(settings(base, true), Failure.Kind.THROTTLED, "429");
    server.close();
    assertFails(settings(base, true), Failure.Kind.NETWORK, "cannot be reached");
  }

  @Test
  void search_redirects_areFollowedButNotIntoThePrivateNetwork() throws Exception {
    server.enqueue(
        new MockResponse.Builder().code(302).addHeader("Location", "/other?q=1").build());
    answer("{\"results\": []}");
    assertThat(search(settings(base, false), "x")).isEmpty();
    assertThat(asked().encodedPath()).isEqualTo("/search");
    assertThat(asked().encodedPath()).isEqualTo("/other");

    for (String target : List.of("http://10.0.0.1/", "http://[fd00::1]/", "http://192.168.1.1/")) {
      server.enqueue(new MockResponse.Builder().code(302).addHeader("Location", target).build());
      assertFails(settings(base, false), Failure.Kind.NOT_ALLOWED, "search.allow-private");
    }
    assertFails(
        settings(base.replace("127.0.0.1", "localhost"), false),
        Failure.Kind.NOT_ALLOWED,
        "search.allow-private");
    for (int i = 0; i < 4; i++) {
      server.enqueue(new MockResponse.Builder().code(302).addHeader("Location", "/").build());
    }
    assertFails(settings(base, true), Failure.Kind.BAD_REQUEST, "circle");
  }

  @Test
  void search_silentServer_endsAtTheTimeLimitOrWhenCancelled() {
    SearchSettings hasty =
        new SearchSettings(
            base, "/results", "/title", "/url", "/content", 2, Duration.ofMillis(100), 99, true);
    server.enqueue(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
    assertFails(hasty, Failure.Kind.TIMEOUT, "does not answer");

    CancelFlag cancelled = new CancelFlag();
    cancelled.set();
    assertThatThrownBy(
            () -> new WebSearch(settings(base, true), http).search("x", Language.EN, cancelled))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
  }
}
