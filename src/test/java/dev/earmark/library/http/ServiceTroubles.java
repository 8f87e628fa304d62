package dev.earmark.library.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Catalog;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;

/** What goes wrong with every service, and what a catalogue must make of it. */
public final class ServiceTroubles {
  private ServiceTroubles() {}

  /** Checks a search that fails; the pause of a 429 is last, since nobody asks after it. */
  public static void check(FakeService service, Catalog catalog, int requests) throws Exception {
    check(
        service,
        catalog,
        requests,
        page("<html><body>502</body></html>"),
        Failure.Kind.WRONG_CONTENT);
    check(service, catalog, requests, page("{\"a\": [1, "), Failure.Kind.WRONG_CONTENT);
    check(service, catalog, requests, page(""), Failure.Kind.WRONG_CONTENT);
    check(service, catalog, requests, status(403), Failure.Kind.FORBIDDEN);
    MockResponse away =
        new MockResponse.Builder().code(302).addHeader("Location", "http://10.0.0.1/x").build();
    check(service, catalog, requests, away, Failure.Kind.NOT_ALLOWED);
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
    assertThatThrownBy(() -> catalog.search("西游记", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
    canceller.join();
    MockResponse busy =
        new MockResponse.Builder().code(429).addHeader("Retry-After", "120").build();
    check(service, catalog, 1, busy, Failure.Kind.THROTTLED);
    int asked = service.asked().size();
    assertFails(catalog, Failure.Kind.THROTTLED);
    assertThat(service.asked()).hasSize(asked);
  }

  private static void check(
      FakeService service, Catalog catalog, int requests, MockResponse answer, Failure.Kind kind) {
    for (int i = 0; i < requests; i++) {
      service.next(answer);
    }
    assertFails(catalog, kind);
  }

  private static void assertFails(Catalog catalog, Failure.Kind kind) {
    assertThatThrownBy(() -> catalog.search("西游记", 1, new CancelFlag()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(kind);
              assertThat(e.failure().detail()).isNotBlank();
            });
  }

  private static MockResponse page(String body) {
    return new MockResponse.Builder().body(body).build();
  }

  private static MockResponse status(int code) {
    return new MockResponse.Builder().code(code).build();
  }
}
