package dev.earmark.library.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Catalog;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

/** What goes wrong with every service, and what a catalogue must make of it. */
public final class ServiceTroubles {
  private static final String HTML = "<html><body>502 Bad Gateway</body></html>";

  private ServiceTroubles() {}

  /** What the service is asked for in the test; fails as the service does. */
  @FunctionalInterface
  public interface Question {
    /** Asks. */
    void ask(CancelFlag cancel) throws IOException;
  }

  /** Checks a search for what goes wrong, see {@link #check(FakeService, Question, int)}. */
  public static void check(FakeService service, Catalog catalog, int requests) throws Exception {
    check(
        service,
        (Question) cancel -> assertThat(catalog.search("西游记", 1, cancel).albums()).isNotEmpty(),
        requests);
  }

  /**
   * Checks a question that fails; the pause of a 429 is last, since nobody asks after it.
   *
   * @param requests how many the question takes
   */
  public static void check(FakeService service, Question question, int requests) throws Exception {
    passes(service, question, status(500, HTML));
    passes(service, question, status(502, HTML));
    passes(
        service,
        question,
        new MockResponse.Builder()
            .body("{\"a\": \"" + "x".repeat(5_000))
            .onResponseBody(new SocketEffect.CloseSocket())
            .build());
    service.redirectNext();
    question.ask(new CancelFlag());

    fails(service, question, requests, status(200, HTML), Failure.Kind.WRONG_CONTENT);
    fails(service, question, requests, status(200, "{\"a\": [1, "), Failure.Kind.WRONG_CONTENT);
    fails(service, question, requests, status(200, ""), Failure.Kind.WRONG_CONTENT);
    fails(service, question, requests, status(403, ""), Failure.Kind.FORBIDDEN);
    fails(service, question, requests, status(403, HTML), Failure.Kind.FORBIDDEN);
    fails(service, question, 2 * requests, status(500, HTML), Failure.Kind.SERVER_FAULT);
    MockResponse away =
        new MockResponse.Builder().code(302).addHeader("Location", "http://10.0.0.1/x").build();
    fails(service, question, requests, away, Failure.Kind.NOT_ALLOWED);
    cancelled(service, question);
    MockResponse busy =
        new MockResponse.Builder().code(429).addHeader("Retry-After", "120").build();
    fails(service, question, 1, busy, Failure.Kind.THROTTLED);
    int asked = service.asked().size();
    assertFails(question, Failure.Kind.THROTTLED);
    assertThat(service.asked()).hasSize(asked);
  }

  /** Checks that what went wrong once is not told to anybody. */
  private static void passes(FakeService service, Question question, MockResponse once)
      throws IOException {
    service.next(once);
    question.ask(new CancelFlag());
  }

  private static void cancelled(FakeService service, Question question) throws Exception {
    CancelFlag cancel = new CancelFlag();
    service.next(new MockResponse.Builder().headersDelay(60, TimeUnit.SECONDS).build());
    int before = service.asked().size();
    Thread canceller =
        new Thread(
            () -> {
              while (service.asked().size() == before) {
                Thread.onSpinWait();
              }
              cancel.set();
            });
    canceller.start();
    assertThatThrownBy(() -> question.ask(cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
    canceller.join();
  }

  private static void fails(
      FakeService service,
      Question question,
      int requests,
      MockResponse answer,
      Failure.Kind kind) {
    for (int i = 0; i < requests; i++) {
      service.next(answer);
    }
    assertFails(question, kind);
  }

  private static void assertFails(Question question, Failure.Kind kind) {
    assertThatThrownBy(() -> question.ask(new CancelFlag()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(kind);
              assertThat(e.failure().detail()).isNotBlank();
            });
  }

  private static MockResponse status(int code, String body) {
    return new MockResponse.Builder().code(code).body(body).build();
  }
}
