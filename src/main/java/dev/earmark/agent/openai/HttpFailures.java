package dev.earmark.agent.openai;

import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;
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
              Trouble.BAD_REQUEST,
              server + " refuses the request (" + code + ")" + said,
              /* retriable= */ false,
              null,
              optionalFieldsSent);
      case 401, 403 ->
          failure(
              Trouble.BAD_KEY,
              server
                  + " refuses the key ("
                  + code
                  + "); check brain.llm.api-key-env or api-key-file"
                  + said,
              /* retriable= */ false,
              null,
              /* refusedFields= */ false);
      case 402 ->
          failure(
              Trouble.UNPAID,
              server + " wants to be paid (402); top up the account" + said,
              /* retriable= */ false,
              null,
              /* refusedFields= */ false);
      case 404 ->
          failure(
              Trouble.NO_MODEL,
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

  /** Explains why no answer came at all. */
  static FailureException broken(IOException e, OpenAiSettings settings, Duration limit) {
    String server = "the model server at " + settings.baseUrl();
    String remedy = "; start it or correct brain.llm.base-url";
    if (e instanceof UnknownHostException) {
      return Trouble.UNKNOWN_HOST.failure(
          server + " has a name that is not known; correct brain.llm.base-url", e);
    }
    if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("connect timed out")) {
      return Trouble.UNREACHABLE.failure(server + " cannot be reached (no answer)" + remedy, e);
    }
    if (e instanceof ConnectException) {
      return Trouble.REFUSED.failure(
          server + " cannot be reached: nothing listens there" + remedy, e);
    }
    if (e instanceof SSLException) {
      return Trouble.NO_TRUST.failure(
          server + " cannot be trusted (" + e.getMessage() + "); check brain.llm.base-url", e);
    }
    if (e instanceof InterruptedIOException) {
      String late = String.format(Locale.ROOT, " did not answer within %d s", limit.toSeconds());
      return Trouble.NO_ANSWER.failure(
          server + late + "; raise brain.llm.timeout or take a smaller model", e);
    }
    return Trouble.UNREACHABLE.failure(
        server + " cannot be reached (" + e.getMessage() + ")" + remedy, e);
  }

  /** Says that the address is none. */
  static FailureException noAddress(OpenAiSettings settings, IllegalArgumentException e) {
    return Trouble.BAD_REQUEST.failure(
        "brain.llm.base-url '" + settings.baseUrl() + "' is no URL, expected http://host:port/v1",
        e);
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
        quota ? Trouble.QUOTA : Trouble.BUSY,
        detail,
        !quota,
        retryAfter(response, now),
        /* refusedFields= */ false);
  }

  private static Attempt other(
      Response response, String server, int code, String said, Instant now) {
    boolean retriable = code == 408 || code == 409 || code >= 500;
    Trouble trouble =
        code == 408 || code == 504
            ? Trouble.NO_ANSWER
            : code == 503 ? Trouble.BUSY : Trouble.BROKEN;
    return failure(
        trouble,
        server + " failed (" + code + ")" + said,
        retriable,
        retryAfter(response, now),
        /* refusedFields= */ false);
  }

  private static Attempt failure(
      Trouble trouble,
      String detail,
      boolean retriable,
      @Nullable Duration retryAfter,
      boolean refusedFields) {
    return new Attempt.Failed(
        trouble.failure(detail), retriable, retryAfter, refusedFields, /* begun= */ false);
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
