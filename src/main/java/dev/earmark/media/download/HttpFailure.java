package dev.earmark.media.download;

import dev.earmark.base.Failure;
import dev.earmark.base.net.HttpFailures;
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
    Failure.Kind kind = HttpFailures.kindOf(status);
    Failure failure =
        new Failure(
            // the listener has asked well; the link of the book's source is what is refused
            kind == Failure.Kind.BAD_REQUEST ? Failure.Kind.FORBIDDEN : kind,
            "the server " + host + " answered " + status + asks(retryAfter));
    return new HttpFailure(failure, retryAfter, again, expired);
  }

  private static String asks(@Nullable Duration retryAfter) {
    return retryAfter == null || retryAfter.isZero()
        ? ""
        : " and asks to wait " + retryAfter.toSeconds() + " s";
  }

  /** Returns a failure that is known already; its kind says whether another try makes sense. */
  static HttpFailure of(Failure failure) {
    return new HttpFailure(failure, null, failure.kind().retriable(), /* expired= */ false);
  }

  /** Returns a failure after which the same request makes sense, if its kind says so. */
  static HttpFailure of(Failure.Kind kind, String detail) {
    return of(new Failure(kind, detail));
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
