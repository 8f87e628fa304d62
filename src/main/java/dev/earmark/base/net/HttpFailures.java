package dev.earmark.base.net;

import dev.earmark.base.Failure;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** What the answers of HTTP servers mean to everybody who asks one (RFC 9110, RFC 6585). */
public final class HttpFailures {
  private static final long LONGEST_S = 1_000_000;

  private HttpFailures() {}

  /**
   * Returns the kind of failure that a status means.
   *
   * @param status one that brought nothing: 3xx that was not followed, 4xx, or 5xx
   */
  public static Failure.Kind kindOf(int status) {
    return switch (status) {
      case 401, 402, 403, 407, 451 -> Failure.Kind.FORBIDDEN;
      case 404, 410 -> Failure.Kind.NOT_FOUND;
      case 425, 429, 503 -> Failure.Kind.THROTTLED;
      case 408, 504 -> Failure.Kind.TIMEOUT;
      // not implemented, wrong version, loop: the same request gets the same answer
      case 501, 505, 506, 508, 510 -> Failure.Kind.BAD_ANSWER;
      default ->
          status < 400
              ? Failure.Kind.BAD_ANSWER
              : status < 500 ? Failure.Kind.BAD_REQUEST : Failure.Kind.SERVER_FAULT;
    };
  }

  /**
   * Reads a Retry-After header, which holds seconds or a date (RFC 9110 §10.2.3).
   *
   * @param now what a date is compared with
   * @return how long to wait, zero for a date that has passed, at most about eleven days; null when
   *     there is no header or it makes no sense
   */
  public static @Nullable Duration retryAfter(@Nullable String header, Instant now) {
    if (header == null || header.isBlank()) {
      return null;
    }
    String text = header.strip();
    try {
      if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return Duration.ofSeconds(Math.min(Long.parseLong(text), LONGEST_S));
      }
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(now, until);
      return left.isNegative() ? Duration.ZERO : left;
    } catch (DateTimeParseException | NumberFormatException e) {
      return null;
    }
  }
}
