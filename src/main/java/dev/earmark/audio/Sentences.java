package dev.earmark.audio;

import dev.earmark.base.FailureException;

/** What an exception says to people. */
final class Sentences {
  private Sentences() {}

  /** Returns the failure's sentence, or the message, or the exception's name. */
  static String of(Throwable problem) {
    if (problem instanceof FailureException failure) {
      return failure.failure().detail();
    }
    String message = problem.getMessage();
    return message == null || message.isBlank() ? problem.getClass().getSimpleName() : message;
  }
}
