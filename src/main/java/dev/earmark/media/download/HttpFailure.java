package dev.earmark.media.download;

import dev.earmark.base.Failure;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An answer that brought no audio, with what to do about it. */
final class HttpFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;
  private final transient @Nullable Duration retryAfter;
  private final boolean again;
  private final boolean expired;

  private HttpFailure(
      Failure failure, @Nullable Duration retryAfter, boolean again, boolean expired) {
    super(failure.detail());
    this.failure = failure;
    this.retryAfter = retryAfter;
    this.again = again;
    this.expired = expired;
  }

  /** Returns the failure that a status other than 200, 206 and 416 means. */
  static HttpFailure ofStatus(int status, String host, @Nullable Duration retryAfter) {
    boolean expired = status == 401 || status == 403 || status == 404 || status == 410;
    boolean again =
        switch (status) {
          case 408, 425, 429, 500, 502, 503, 504 -> true;
          default -> false;
        };
    Failure failure = new Failure(kind(status), "the server " + host + " answered " + status);
    return new HttpFailure(failure, retryAfter, again, expired);
  }

  private static Failure.Kind kind(int status) {
    return switch (status) {
      case 401, 402, 403, 407, 451 -> Failure.Kind.FORBIDDEN;
      case 404, 410 -> Failure.Kind.NOT_FOUND;
      case 425, 429, 503 -> Failure.Kind.THROTTLED;
      case 408, 504 -> Failure.Kind.TIMEOUT;
      default -> status >= 500 ? Failure.Kind.NETWORK : Failure.Kind.BAD_REQUEST;
    };
  }

  /** Returns a failure after which the same request makes sense, if its kind says so. */
  static HttpFailure of(Failure.Kind kind, String detail) {
    return new HttpFailure(new Failure(kind, detail), null, kind.retriable(), /* expired= */ false);
  }

  Failure failure() {
    return failure;
  }

  /** Returns how long the server asks us to wait, or null. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** Returns whether the same request may succeed later. */
  boolean again() {
    return again;
  }

  /** Returns whether a new link may help. */
  boolean expired() {
    return expired;
  }
}
