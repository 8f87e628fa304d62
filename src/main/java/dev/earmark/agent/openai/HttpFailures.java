package dev.earmark.agent.openai;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Turns the refusals of a chat server into one clear sentence with the remedy. */
final class HttpFailures {
  private static final int EXCERPT = 200;
  private static final List<String> QUOTA =
      List.of("insufficient_quota", "quota", "billing", "insufficient balance", "余额");

  private HttpFailures() {}

  static Attempt of(
      Response response, OpenAiSettings settings, Instant now, boolean optionalFieldsSent) {
    int code = response.code();
    String body = excerpt(response, settings);
    String said = body.isEmpty() ? "" : ": " + body;
    String server = "the model server at " + settings.baseUrl();
    return switch (code) {
      case 400, 422 ->
          failure(
              Failure.Kind.BAD_REQUEST,
              server + " refuses the request (" + code + ")" + said,
              /* retriable= */ false,
              null,
              optionalFieldsSent);
      case 401, 403 ->
          failure(
              Failure.Kind.FORBIDDEN,
              server + " refuses the key (" + code + "); check brain.llm.api-key-env" + said,
              /* retriable= */ false,
              null,
              /* refusedFields= */ false);
      case 402 ->
          failure(
              Failure.Kind.FORBIDDEN,
              server + " wants to be paid (402); top up the account" + said,
              /* retriable= */ false,
              null,
              /* refusedFields= */ false);
      case 404 ->
          failure(
              Failure.Kind.NOT_FOUND,
              server
                  + " does not know the model '"
                  + settings.model()
                  + "' or the path (404); check brain.llm.model and brain.llm.base-url"
                  + said,
              /* retriable= */ false,
              null,
              /* refusedFields= */ false);
      case 429 -> throttled(response, server, body, said, now);
      default -> other(response, server, code, said, now);
    };
  }

  private static Attempt throttled(
      Response response, String server, String body, String said, Instant now) {
    String lower = body.toLowerCase(Locale.ROOT);
    boolean quota = QUOTA.stream().anyMatch(lower::contains);
    String detail =
        quota
            ? server + " says that the quota is used up (429); check the account" + said
            : server + " asks to slow down (429)" + said;
    return failure(
        Failure.Kind.THROTTLED,
        detail,
        !quota,
        retryAfter(response, now),
        /* refusedFields= */ false);
  }

  private static Attempt other(
      Response response, String server, int code, String said, Instant now) {
    boolean retriable = code == 408 || code == 409 || code >= 500;
    Failure.Kind kind =
        code == 408 || code == 504
            ? Failure.Kind.TIMEOUT
            : code == 503 ? Failure.Kind.THROTTLED : Failure.Kind.UNAVAILABLE;
    return failure(
        kind,
        server + " failed (" + code + ")" + said,
        retriable,
        retryAfter(response, now),
        /* refusedFields= */ false);
  }

  private static Attempt failure(
      Failure.Kind kind,
      String detail,
      boolean retriable,
      @Nullable Duration retryAfter,
      boolean refusedFields) {
    FailureException failure = new FailureException(kind, detail);
    return new Attempt.Failed(failure, retriable, retryAfter, refusedFields);
  }

  /** Reads {@code Retry-After}: seconds, or a date. */
  private static @Nullable Duration retryAfter(Response response, Instant now) {
    String value = response.header("Retry-After");
    if (value == null) {
      return null;
    }
    try {
      double seconds = Double.parseDouble(value.strip());
      return seconds >= 0 && seconds < 1e6 ? Duration.ofMillis((long) (seconds * 1_000)) : null;
    } catch (NumberFormatException notSeconds) {
      return untilDate(value, now);
    }
  }

  private static @Nullable Duration untilDate(String value, Instant now) {
    try {
      Instant then =
          ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
    } catch (DateTimeException noDate) {
      return null;
    }
  }

  /** Returns the beginning of the body on one line, without the key. */
  private static String excerpt(Response response, OpenAiSettings settings) {
    String text;
    try {
      text = response.peekBody(4_096).string();
    } catch (IOException e) {
      return "";
    }
    if (!settings.apiKey().isEmpty()) {
      text = text.replace(settings.apiKey(), "***");
    }
    String line = text.replace('\n', ' ').replace('\r', ' ').strip();
    return line.length() > EXCERPT ? line.substring(0, EXCERPT) + "…" : line;
  }
}
