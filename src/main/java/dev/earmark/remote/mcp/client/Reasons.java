package dev.earmark.remote.mcp.client;

import java.net.ConnectException;
import java.util.concurrent.TimeoutException;

/** Says in a few words why a server did not answer. */
final class Reasons {
  private static final int DEEPEST = 20;

  private Reasons() {}

  static String of(Throwable failure) {
    Throwable root = failure;
    for (int i = 0; i < DEEPEST && root.getCause() != null; i++) {
      if (root instanceof ConnectException) {
        return "nothing listens at its address";
      }
      root = root.getCause();
    }
    if (root instanceof ConnectException) {
      return "nothing listens at its address";
    }
    if (root instanceof TimeoutException) {
      return "no answer in time";
    }
    String message = root.getMessage();
    return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
  }
}
