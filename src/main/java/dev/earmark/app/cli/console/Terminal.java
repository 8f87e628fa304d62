package dev.earmark.app.cli.console;

import com.sun.jna.Library;
import com.sun.jna.Native;

/**
 * Asks libc whether a person reads: {@code System.console()} answers for input and output together.
 */
public final class Terminal {
  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  private Terminal() {}

  /** The one function of libc that is needed. */
  interface Libc extends Library {
    int isatty(int fd);
  }

  public static boolean isOutputATerminal() {
    return isTerminal(STDOUT);
  }

  public static boolean isErrorATerminal() {
    return isTerminal(STDERR);
  }

  public static boolean isInputATerminal() {
    return isTerminal(STDIN);
  }

  private static boolean isTerminal(int fd) {
    try {
      return Native.load("c", Libc.class).isatty(fd) == 1;
    } catch (UnsatisfiedLinkError e) {
      return false; // no glibc: no progress line, nothing lost
    }
  }
}
