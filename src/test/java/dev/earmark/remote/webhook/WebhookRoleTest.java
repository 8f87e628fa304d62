package dev.earmark.remote.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.EventFilter;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.RoleRunner;
import dev.earmark.remote.http.reply.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The role against real loopback servers; pauses pass on a fake clock. */
final class WebhookRoleTest {
  private static final long LIMIT_S = 60;

  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final Events events = new Events(clock);
  private final Health health = new Health();
  private final OkHttpClient http = new OkHttpClient();
  private @Nullable RoleRunner runner;

  @BeforeEach
  void startServer() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    if (runner != null) {
      runner.close(Duration.ofSeconds(30));
    }
    server.close();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  private WebhookSettings hook(String url, String secret) {
    return new WebhookSettings(
        url, new EventFilter(List.of("play.*", "run.ended")), secret, Duration.ofSeconds(LIMIT_S));
  }

  private WebhookRole start(WebhookSettings... hooks) {
    WebhookRole role =
        new WebhookRole(List.of(hooks), "1.2", Json::bytes, http, health, clock, () -> 0.5);
    events.subscribe(role::onEvent);
    runner = new RoleRunner(role, Clock.system(), Duration.ofMillis(50)).start();
    return role;
  }

  private String url() {
    return server.url("/hook/very-secret").toString();
  }

  private void answers(int... codes) {
    for (int code : codes) {
      server.enqueue(new MockResponse.Builder().code(code).build());
    }
  }

  private RecordedRequest request() throws InterruptedException {
    return Objects.requireNonNull(server.takeRequest(LIMIT_S, TimeUnit.SECONDS), "a request");
  }

  private static JsonNode body(RecordedRequest request) {
    return Json.read(Objects.requireNonNull(request.getBody()).toByteArray());
  }

  private Health.Part part() {
    return health.parts().stream()
        .filter(part -> part.part().equals("webhook 1"))
        .findFirst()
        .orElse(new Health.Part("webhook 1", true, ""));
  }

  @Test
  void event_isPosted_withItsSignature_andOthersAreNot() throws Exception {
    answers(204, 200);
    start(hook(url(), "a secret"));
    events.publish("listen.partial", Map.of("text", "播"));
    events.publish("play.started", Map.of("title", "西游记"));
    events.publish("run.ended", Map.of("answer", "好的"));
    RecordedRequest first = request();
    assertThat(body(first).path("type").asString()).isEqualTo("play.started");
    assertThat(body(first).path("data").path("title").asString()).isEqualTo("西游记");
    String id = first.getHeaders().get("webhook-id");
    long seconds = Long.parseLong(first.getHeaders().get("webhook-timestamp"));
    assertThat(first.getHeaders().get("webhook-signature"))
        .isEqualTo(Signature.of("a secret", id, seconds, first.getBody().toByteArray()));
    assertThat(body(request()).path("type").asString()).isEqualTo("run.ended");
    await().until(() -> part().ok() && part().text().startsWith("events are sent"));
    assertThat(part().text()).doesNotContain("very-secret");
  }

  @Test
  void serverThatIsBusy_isTriedAgain_withTheSameId_andOrderIsKept() throws Exception {
    answers(503, 200, 200);
    start(hook(url(), ""));
    events.publish("play.started", Map.of("n", 1));
    events.publish("play.failed", Map.of("n", 2));
    RecordedRequest first = request();
    await().until(() -> !part().ok());
    assertThat(part().text()).contains("answers 503").doesNotContain("very-secret");
    assertThat(server.getRequestCount()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(1));
    RecordedRequest again = request();
    assertThat(again.getHeaders().get("webhook-id"))
        .isEqualTo(first.getHeaders().get("webhook-id"));
    assertThat(body(request()).path("type").asString()).isEqualTo("play.failed");
    await().until(() -> part().ok());
  }

  private Hook plainHook() {
    WebhookSettings settings = hook(url(), "");
    return new Hook(
        settings,
        "webhook 1",
        new Delivery(settings, "1.2", Json::bytes, http),
        health,
        clock,
        () -> 0.5,
        () -> {});
  }

  private static void stepUntilAnswered(Hook hook) {
    hook.step();
    assertThat(hook.isUnderWay()).isTrue();
    await()
        .until(
            () -> {
              hook.step();
              return !hook.isUnderWay();
            });
  }

  @Test
  void retryAfter_isKept() throws Exception {
    server.enqueue(new MockResponse.Builder().code(429).setHeader("Retry-After", "60").build());
    answers(200);
    Hook hook = plainHook();
    hook.offer(events.publish("run.ended", Map.of()));
    stepUntilAnswered(hook);
    clock.advance(Duration.ofSeconds(59));
    hook.step();
    assertThat(hook.isUnderWay()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    stepUntilAnswered(hook);
    assertThat(part().ok()).isTrue();
  }

  @Test
  void event_thatCannotBeWritten_doesNotStopTheNextOne() throws Exception {
    answers(200);
    Hook hook = plainHook();
    hook.offer(events.publish("run.ended", new Broken()));
    hook.offer(events.publish("play.started", Map.of()));
    hook.step();
    assertThat(part().text()).contains("was not told of run.ended");
    stepUntilAnswered(hook);
    assertThat(body(request()).path("type").asString()).isEqualTo("play.started");
  }

  /** Data that no JSON can be made of. */
  public static final class Broken {
    private final @Nullable String text = null;

    public String getText() {
      return Objects.requireNonNull(text, "broken");
    }
  }

  @Test
  void refusal_costsTheEvent_andTheNextOneIsSent() throws Exception {
    answers(404, 302, 200);
    WebhookRole role = start(hook(url(), ""));
    List<String> types = new ArrayList<>();
    for (int n = 1; n <= 3; n++) {
      events.publish("play.started", Map.of("n", n));
      types.add(body(request()).path("data").path("n").asString());
    }
    assertThat(types).containsExactly("1", "2", "3");
    await().until(() -> part().ok());
    assertThat(server.getRequestCount()).isEqualTo(3); // no redirect was followed
    assertThat(role.dropped()).isEqualTo(2);
  }

  @Test
  void addressThatIsGone_isNotAskedAgain() throws Exception {
    answers(410);
    Hook hook = plainHook();
    hook.offer(events.publish("play.started", Map.of()));
    stepUntilAnswered(hook);
    assertThat(part().text()).contains("410");
    hook.offer(events.publish("play.started", Map.of()));
    hook.step();
    assertThat(hook.isUnderWay()).isFalse();
  }

  @Test
  void addressThatDoesNotAnswer_givesUpAfterSixTries_andHoldsUpNoOther() throws Exception {
    answers(200);
    start(hook("http://127.0.0.1:1/x", ""), hook(url(), ""));
    events.publish("run.ended", Map.of());
    request(); // the second address is told while the first is down
    for (int pause : List.of(1, 5, 30, 120, 300)) {
      await().until(() -> part().text().contains("it is tried again"));
      health.ok("webhook 1", "looked at");
      clock.advance(Duration.ofSeconds(pause));
    }
    await().until(() -> part().text().contains("an event is lost"));
    assertThat(part().text()).contains("http://127.0.0.1:1 cannot be reached");
  }

  @Test
  void settings_showNeitherPathNorSecret() {
    assertThat(hook("https://example.org:8443/hooks/very-secret?key=1", "sesame").toString())
        .contains("https://example.org:8443,")
        .doesNotContain("very-secret", "sesame", "key=1");
  }
}
