package dev.earmark.remote.http;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import java.util.Locale;

/**
 * An RFC 9457 problem object on its way to the caller.
 *
 * <p>The {@code type} is {@code urn:earmark:problem:} and the kind; {@code detail} is one sentence
 * with the remedy.
 */
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  static final String CONTENT_TYPE = "application/problem+json";

  private final int status;
  private final String kind;
  private final String title;

  /** The body of a problem. */
  record Body(String type, String title, int status, String detail, String instance) {}

  Problem(int status, String kind, String title, String detail) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.title = title;
  }

  static Problem badRequest(String detail) {
    return new Problem(400, "bad_request", "The request is not valid", detail);
  }

  static Problem unauthorized(String detail) {
    return new Problem(401, "unauthorized", "A token is needed", detail);
  }

  static Problem forbidden(String detail) {
    return new Problem(403, "forbidden", "Not allowed", detail);
  }

  static Problem notFound(String detail) {
    return new Problem(404, "not_found", "There is no such thing", detail);
  }

  static Problem notAllowed(String detail) {
    return new Problem(405, "method_not_allowed", "Wrong method", detail);
  }

  static Problem conflict(String detail) {
    return new Problem(409, "conflict", "It cannot be done now", detail);
  }

  static Problem tooLarge(String detail) {
    return new Problem(413, "too_large", "The body is too large", detail);
  }

  static Problem unsupported(String detail) {
    return new Problem(415, "unsupported", "The content cannot be read", detail);
  }

  static Problem unavailable(String detail) {
    return new Problem(503, "unavailable", "Not available right now", detail);
  }

  static Problem internal() {
    return new Problem(
        500, "internal", "A fault of Earmark", "Something went wrong inside; the log says more.");
  }

  /** Returns a failure as a problem. */
  static Problem of(Failure failure) {
    int status =
        switch (failure.kind()) {
          case BAD_REQUEST -> 400;
          case NOT_ALLOWED -> 403;
          case NOT_FOUND -> 404;
          case CANCELLED -> 409;
          case UNDECODABLE -> 415;
          case INTERNAL -> 500;
          case NETWORK,
              UNREACHABLE,
              INSECURE,
              SERVER_FAULT,
              FORBIDDEN,
              WRONG_CONTENT,
              TRUNCATED,
              CHANGED,
              CHECKSUM ->
              502;
          case THROTTLED, UNAVAILABLE, UNWRITABLE -> 503;
          case TIMEOUT -> 504;
          case DISK_FULL -> 507;
        };
    String words = failure.kind().words(Language.EN);
    String title = words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    return new Problem(status, Json.lower(failure.kind()), title, failure.detail());
  }

  int status() {
    return status;
  }

  /** Returns the body for the given path. */
  Body body(String path) {
    String detail = getMessage();
    return new Body(
        "urn:earmark:problem:" + kind, title, status, detail == null ? title : detail, path);
  }
}
