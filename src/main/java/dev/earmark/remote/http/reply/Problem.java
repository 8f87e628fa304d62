package dev.earmark.remote.http.reply;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.text.SentenceTable;
import java.util.Locale;

/**
 * An RFC 9457 problem object on its way to the caller.
 *
 * <p>The {@code type} is {@code urn:earmark:problem:} and the kind; {@code detail} is one sentence
 * with the remedy.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The media type of a problem object. */
  public static final String CONTENT_TYPE = "application/problem+json";

  /** What the daemon refuses with, in Chinese. */
  private static final SentenceTable TABLE = SentenceTable.load(Problem.class, "problems.zh.txt");

  private final int status;
  private final String kind;
  private final String title;

  /** The body of a problem. */
  public record Body(String type, String title, int status, String detail, String instance) {}

  /**
   * A problem.
   *
   * @param kind the last part of its type
   * @param detail one sentence with the remedy
   */
  public Problem(int status, String kind, String title, String detail) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.title = title;
  }

  /** 400. */
  public static Problem badRequest(String detail) {
    return new Problem(400, "bad_request", "The request is not valid", detail);
  }

  /** 401. */
  public static Problem unauthorized(String detail) {
    return new Problem(401, "unauthorized", "A token is needed", detail);
  }

  /** 403. */
  public static Problem forbidden(String detail) {
    return new Problem(403, "forbidden", "Not allowed", detail);
  }

  /** 404. */
  public static Problem notFound(String detail) {
    return new Problem(404, "not_found", "There is no such thing", detail);
  }

  /** 405. */
  public static Problem notAllowed(String detail) {
    return new Problem(405, "method_not_allowed", "Wrong method", detail);
  }

  /** 409. */
  public static Problem conflict(String detail) {
    return new Problem(409, "conflict", "It cannot be done now", detail);
  }

  /** 413. */
  public static Problem tooLarge(String detail) {
    return new Problem(413, "too_large", "The body is too large", detail);
  }

  /** 415. */
  public static Problem unsupported(String detail) {
    return new Problem(415, "unsupported", "The content cannot be read", detail);
  }

  /** 429. */
  public static Problem tooMany(String detail) {
    return new Problem(429, "too_many", "Too many tries", detail);
  }

  /** 503. */
  public static Problem unavailable(String detail) {
    return new Problem(503, "unavailable", "Not available right now", detail);
  }

  /** 500, without a word about what is inside. */
  public static Problem internal() {
    return new Problem(
        500, "internal", "A fault of Earmark", "Something went wrong inside; the log says more.");
  }

  /** Returns a failure as a problem. */
  public static Problem of(Failure failure) {
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
              BAD_ANSWER,
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

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the body for the given path, in the reader's language. */
  public Body body(String path, Language language) {
    String english = getMessage();
    String said = TABLE.in(language, title);
    return new Body(
        "urn:earmark:problem:" + kind,
        said,
        status,
        english == null ? said : TABLE.in(language, english),
        path);
  }
}
