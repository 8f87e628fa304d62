package dev.earmark.base;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Failure} on its way up; an {@link IOException} so that it passes through stream code.
 */
public final class FailureException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /** Wraps a failure with its cause. */
  public FailureException(Failure failure, @Nullable Throwable cause) {
    super(failure.kind() + ": " + failure.detail(), cause);
    this.failure = failure;
  }

  /** Wraps a failure of the given kind. */
  public FailureException(Failure.Kind kind, String detail) {
    this(new Failure(kind, detail), null);
  }

  /** Returns what went wrong. */
  public Failure failure() {
    return failure;
  }

  /** Returns what a problem says to people: the failure's sentence, the message, or its name. */
  public static String sentence(Throwable problem) {
    if (problem instanceof FailureException known) {
      return known.failure().detail();
    }
    String message = problem.getMessage();
    return message == null || message.isBlank() ? problem.getClass().getSimpleName() : message;
  }
}
