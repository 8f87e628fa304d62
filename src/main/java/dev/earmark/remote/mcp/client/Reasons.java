package dev.earmark.remote.mcp.client;

/** Says in a few words why a server did not answer. */
final class Reasons {
  private Reasons() {}

  static String of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    if (root instanceof java.util.concurrent.TimeoutException) {
      return "no answer in time";
    }
    String message = root.getMessage();
    return message == null ? root.getClass().getSimpleName() : message;
  }
}
