package dev.earmark.remote.webhook;

import dev.earmark.base.Events;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One request for one event, with the headers of the Standard Webhooks specification. A redirect is
 * not followed: it would carry the message, and its signature, to an address nobody has named.
 * Thread-safe.
 */
final class Delivery {
  private static final MediaType TYPE = MediaType.get("application/json");

  private final WebhookSettings settings;
  private final String version;
  private final Function<Object, byte[]> json;
  private final OkHttpClient http;

  Delivery(
      WebhookSettings settings, String version, Function<Object, byte[]> json, OkHttpClient http) {
    this.settings = settings;
    this.version = version;
    this.json = json;
    this.http =
        http.newBuilder()
            .followRedirects(false)
            .followSslRedirects(false)
            .connectTimeout(settings.timeout())
            .readTimeout(settings.timeout())
            .callTimeout(settings.timeout())
            .build();
  }

  /**
   * What came of a request.
   *
   * @param status of the answer, 0 when there was none
   * @param retryAfter the header, or null
   * @param problem why there was no answer, or empty
   */
  record Outcome(int status, @Nullable String retryAfter, String problem) {}

  /**
   * Sends an event.
   *
   * @param at the time of this try
   * @param told gets the outcome, on a thread of the client
   */
  Call send(Events.Event event, Instant at, Consumer<Outcome> told) {
    byte[] body = json.apply(event.message());
    String id = "earmark-" + event.id(); // the same in every try, so that a receiver knows it again
    long seconds = at.getEpochSecond();
    Request.Builder request =
        new Request.Builder()
            .url(settings.url())
            .post(RequestBody.create(body, TYPE))
            .header("User-Agent", "earmark/" + version)
            .header("webhook-id", id)
            .header("webhook-timestamp", String.valueOf(seconds));
    if (!settings.secret().isEmpty()) {
      request.header("webhook-signature", Signature.of(settings.secret(), id, seconds, body));
    }
    Call call = http.newCall(request.build());
    call.enqueue(
        new Callback() {
          @Override
          public void onFailure(Call failed, IOException e) {
            told.accept(new Outcome(0, null, String.valueOf(e.getMessage())));
          }

          @Override
          public void onResponse(Call answered, Response response) {
            try (response) {
              told.accept(new Outcome(response.code(), response.header("Retry-After"), ""));
            }
          }
        });
    return call;
  }
}
