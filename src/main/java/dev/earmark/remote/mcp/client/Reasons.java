package dev.earmark.remote.mcp.client;

import dev.earmark.base.Language;
import java.net.ConnectException;
import java.util.concurrent.TimeoutException;

/** Says in a few words why a server did not answer. */
final class Reasons {
  private static final int DEEPEST = 20;

  private Reasons() {}

  /** Returns the reason; a text that the server or the machine gave is as it came. */
  static String of(Throwable failure, Language language) {
    Throwable root = root(failure);
    if (root instanceof ProgramEnded ended) {
      return ended.in(language);
    }
    if (root instanceof ConnectException) {
      return language.pick("它的地址上没有程序在听", "nothing listens at its address");
    }
    if (root instanceof TimeoutException) {
      return language.pick("没有按时回答", "no answer in time");
    }
    String message = root.getMessage();
    return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
  }

  /** Returns whether the failure is that no answer came in time. */
  static boolean isLate(Throwable failure) {
    return root(failure) instanceof TimeoutException;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    for (int i = 0; i < DEEPEST && root.getCause() != null; i++) {
      if (root instanceof ConnectException) {
        break;
      }
      root = root.getCause();
    }
    return root;
  }
}
