package dev.earmark.library.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.GzipSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class WebClientTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final OkHttpClient http = new OkHttpClient();
  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();

  @BeforeEach
  void startServer() throws IOException {
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.close();
    http.dispatcher().executorService().shutdown();
  }

  private String base() {
    return "http://127.0.0.1:" + server.getPort();
  }

  private WebSettings settings(Duration pace, boolean allowPrivate) {
    return new WebSettings(base(), LONG, pace, 0, 10_000, allowPrivate);
  }

  private WebClient client() {
    return new WebClient("shelf", settings(Duration.ZERO, /* allowPrivate= */ false), http, clock);
  }

  private HttpUrl url() {
    return HttpUrl.get(base() + "/books?key=secret-42");
  }

  private JsonNode get(WebClient client) throws IOException {
    return client.get(url(), cancel);
  }

  private void answer(String body) {
    server.enqueue(new MockResponse.Builder().body(body).build());
  }

  private void answer(int status, String header, String value) {
    server.enqueue(new MockResponse.Builder().code(status).addHeader(header, value).build());
  }

  private void assertFails(WebClient client, Failure.Kind kind, String detail) {
    assertThatThrownBy(() -> get(client))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(kind);
              assertThat(e.failure().detail()).contains(detail).doesNotContain("secret-42");
            });
  }

  @Test
  void get_json_isReadAndWeSayWhoWeAre() throws Exception {
    answer("{\"a\": 1}");
    assertThat(get(client()).at("/a").asInt()).isEqualTo(1);
    RecordedRequest asked = server.takeRequest();
    assertThat(asked.getHeaders().get("User-Agent")).startsWith("Earmark/");
    assertThat(asked.getHeaders().get("Accept")).isEqualTo("application/json");
    assertThat(asked.getHeaders().get("Accept-Encoding")).isEqualTo("gzip");
  }

  @Test
  void get_gzip_isUnpacked() throws Exception {
    server.enqueue(gzip("{\"a\": \"西游记\"}"));
    assertThat(get(client()).at("/a").asString()).isEqualTo("西游记");
  }

  @Test
  void get_gzipThatUnpacksToMoreThanTheLimit_isRefused() throws Exception {
    server.enqueue(gzip("{\"a\": \"" + "x".repeat(20_000) + "\"}"));
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "more than 10000 bytes");
  }

  private static MockResponse gzip(String text) throws IOException {
    Buffer packed = new Buffer();
    try (GzipSink sink = new GzipSink(packed)) {
      Buffer plain = new Buffer().writeUtf8(text);
      sink.write(plain, plain.size());
    }
    return new MockResponse.Builder().body(packed).addHeader("Content-Encoding", "gzip").build();
  }

  @Test
  void get_gbkWithoutSayingSo_andWithSayingSo_isDecoded() throws Exception {
    for (String type : new String[] {"application/json", "text/html; charset=gbk"}) {
      Buffer body = new Buffer().write("{\"a\": \"三国演义\"}".getBytes(Charset.forName("GBK")));
      server.enqueue(new MockResponse.Builder().body(body).setHeader("Content-Type", type).build());
      assertThat(get(client()).at("/a").asString()).isEqualTo("三国演义");
    }
  }

  @Test
  void get_declaredGbkButUtf8WithMark_isDecoded() throws Exception {
    Buffer body = new Buffer().write("\ufeff{\"a\": \"é\"}".getBytes(StandardCharsets.UTF_8));
    server.enqueue(
        new MockResponse.Builder()
            .body(body)
            .setHeader("Content-Type", "text/javascript; charset=us-ascii")
            .build());
    assertThat(get(client()).at("/a").asString()).isEqualTo("é");
  }

  @Test
  void get_oddAnswers_haveTheirKind() {
    answer("<html>please log in</html>");
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "web page");
    answer("");
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "empty");
    answer("{\"a\": ");
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "broken JSON");
    answer("null");
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "no JSON object");
    answer("[".repeat(5_000));
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "broken JSON");
    answer("x".repeat(20_000));
    assertFails(client(), Failure.Kind.WRONG_CONTENT, "more than");
    answer(403, "X", "y");
    assertFails(client(), Failure.Kind.FORBIDDEN, "status 403");
    answer(404, "X", "y");
    assertFails(client(), Failure.Kind.NOT_FOUND, "status 404");
  }

  @Test
  void oddAnswer_isSaidInWordsOfBooks() {
    answer("<html>");
    assertThatThrownBy(() -> get(client()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().said(Language.ZH)).isEqualTo("书库的回答看不懂"));
  }

  @Test
  void get_statusThatMayPass_isTriedOnceMore() throws Exception {
    Instant begin = clock.now();
    answer(502, "X", "y");
    answer("{\"a\": 1}");
    assertThat(get(client()).at("/a").asInt()).isEqualTo(1);
    assertThat(Duration.between(begin, clock.now())).isBetween(ms(500), ms(600));
    answer(500, "X", "y");
    answer(500, "X", "y");
    assertFails(client(), Failure.Kind.SERVER_FAULT, "status 500");
    assertThat(server.getRequestCount()).isEqualTo(4);
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void get_cutInTheMiddle_isTriedOnceMore() throws Exception {
    server.enqueue(
        new MockResponse.Builder()
            .body("{\"a\": \"" + "x".repeat(5_000) + "\"}")
            .onResponseBody(new SocketEffect.CloseSocket())
            .build());
    answer("{\"a\": 1}");
    assertThat(get(client()).at("/a").asInt()).isEqualTo(1);
  }

  @Test
  void post_statusThatMayPass_isNotRepeated() throws Exception {
    answer(500, "X", "y");
    Request post =
        new Request.Builder().url(url()).post(RequestBody.create(new byte[] {1})).build();
    assertThat(client().ask(post, cancel).status()).isEqualTo(500);
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void tooMany_shortPause_isKeptAndAskedAgain() throws Exception {
    Instant begin = clock.now();
    answer(429, "Retry-After", "3");
    answer("{\"a\": 1}");
    assertThat(get(client()).at("/a").asInt()).isEqualTo(1);
    assertThat(Duration.between(begin, clock.now())).isBetween(ms(3_000), ms(3_100));
  }

  @Test
  void tooMany_longPause_nobodyAsksUntilItIsOver() throws Exception {
    WebClient client = client();
    answer(503, "Retry-After", "60");
    assertFails(client, Failure.Kind.THROTTLED, "not asked for 60 s");
    clock.advance(Duration.ofSeconds(40));
    assertFails(client, Failure.Kind.THROTTLED, "another 20 s");
    assertThat(server.getRequestCount()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(21));
    answer("{\"a\": 1}");
    assertThat(get(client).at("/a").asInt()).isEqualTo(1);
  }

  @Test
  void tooMany_withoutRetryAfter_pausesTenSeconds() {
    answer(429, "X", "y");
    WebClient client = client();
    assertFails(client, Failure.Kind.THROTTLED, "not asked for 10 s");
    assertFails(client, Failure.Kind.THROTTLED, "another 10 s");
  }

  @Test
  void pace_requestsAreSpaced() throws Exception {
    WebClient client =
        new WebClient("shelf", settings(ms(3_200), /* allowPrivate= */ false), http, clock);
    Instant begin = clock.now();
    for (int i = 0; i < 3; i++) {
      answer("{}");
      get(client);
    }
    assertThat(Duration.between(begin, clock.now())).isBetween(ms(6_400), ms(6_500));
  }

  @Test
  void mostPerDay_isNotExceeded_andCountsAnewTomorrow() throws Exception {
    WebSettings two = new WebSettings(base(), LONG, Duration.ZERO, 2, 1_000, false);
    WebClient client = new WebClient("shelf", two, http, clock);
    for (int i = 0; i < 2; i++) {
      answer("{}");
      get(client);
    }
    assertFails(client, Failure.Kind.THROTTLED, "asked 2 times today");
    clock.advance(Duration.ofDays(1));
    answer("{}");
    assertThat(get(client).isEmpty()).isTrue();
  }

  @Test
  void redirect_toItself_isFollowed_inACircle_isNot() throws Exception {
    answer(302, "Location", "/there");
    answer("{\"a\": 1}");
    assertThat(get(client()).at("/a").asInt()).isEqualTo(1);
    for (int i = 0; i < 6; i++) {
      answer(302, "Location", "/there");
    }
    assertFails(client(), Failure.Kind.BAD_REQUEST, "circle");
  }

  @Test
  void redirect_intoThePrivateNetwork_isRefused() {
    for (String host : new String[] {"127.0.0.2", "10.1.2.3", "[fd00::1]", "localhost"}) {
      answer(302, "Location", "http://" + host + ":" + server.getPort() + "/x");
      assertFails(client(), Failure.Kind.NOT_ALLOWED, "allow-private of the catalogue shelf");
    }
    answer(302, "Location", "file:///etc/passwd");
    assertFails(client(), Failure.Kind.BAD_REQUEST, "no web address");
    assertThat(server.getRequestCount()).isEqualTo(5);
  }

  @Test
  void redirect_toAnotherHost_leavesSecretsBehind() throws Exception {
    WebClient client =
        new WebClient("shelf", settings(Duration.ZERO, /* allowPrivate= */ true), http, clock);
    answer(307, "Location", "http://localhost:" + server.getPort() + "/x");
    answer("{}");
    Request request =
        new Request.Builder()
            .url(url())
            .header("Authorization", "Bearer secret-42")
            .header("Referer", "http://a/")
            .post(RequestBody.create(new byte[] {1, 2}))
            .build();
    assertThat(client.ask(request, cancel).isSuccess()).isTrue();
    assertThat(server.takeRequest().getHeaders().get("Authorization")).isNotNull();
    RecordedRequest second = server.takeRequest();
    assertThat(second.getHeaders().get("Authorization")).isNull();
    assertThat(second.getHeaders().get("Referer")).isEqualTo("http://a/");
    assertThat(second.getMethod()).isEqualTo("GET");
  }

  @Test
  void redirect_ofAPostToItself_keepsBodyAndSecrets() throws Exception {
    answer(308, "Location", "/there");
    answer("{}");
    Request request =
        new Request.Builder()
            .url(url())
            .header("Authorization", "Bearer secret-42")
            .post(RequestBody.create(new byte[] {1, 2}))
            .build();
    assertThat(client().ask(request, cancel).isSuccess()).isTrue();
    server.takeRequest();
    RecordedRequest second = server.takeRequest();
    assertThat(second.getMethod()).isEqualTo("POST");
    assertThat(second.getBodySize()).isEqualTo(2);
    assertThat(second.getHeaders().get("Authorization")).isNotNull();
  }

  @Test
  void link_relativeAndForeign_areTakenOrRefused() throws Exception {
    WebClient client = client();
    assertThat(client.link("/a b.mp3").toString())
        .isEqualTo("http://127.0.0.1:" + server.getPort() + "/a%20b.mp3");
    for (String bad :
        new String[] {"http://10.0.0.1/x.mp3", "http://[::1]/x", "http://localhost/"}) {
      assertThatThrownBy(() -> client.link(bad))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_ALLOWED));
    }
    for (String bad : new String[] {"", "file:///etc/passwd", "javascript:x"}) {
      assertThatThrownBy(() -> client.link(bad))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.WRONG_CONTENT));
    }
  }

  @Test
  void noServer_isUnreachable_noAnswer_isATimeout() throws Exception {
    WebSettings quick = new WebSettings(base(), ms(300), Duration.ZERO, 0, 1_000, false);
    server.enqueue(new MockResponse.Builder().headersDelay(60, TimeUnit.SECONDS).build());
    assertFails(
        new WebClient("shelf", quick, http, clock), Failure.Kind.TIMEOUT, "does not answer");
    HttpUrl gone = url();
    server.close();
    assertThatThrownBy(() -> client().get(gone, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNREACHABLE));
  }

  @Test
  void cancel_whileItWaits_endsAtOnce() throws Exception {
    server.enqueue(new MockResponse.Builder().headersDelay(60, TimeUnit.SECONDS).build());
    Thread canceller =
        new Thread(
            () -> {
              try {
                Objects.requireNonNull(server.takeRequest());
                cancel.set();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    canceller.start();
    assertFails(client(), Failure.Kind.CANCELLED, "cancelled");
    canceller.join();
    assertFails(client(), Failure.Kind.CANCELLED, "cancelled");
    assertThat(server.getRequestCount()).isEqualTo(1);
  }
}
