package dev.earmark.app.cli.console;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /** Loaded once: progress asks with every line. */
  private static final class C {
    static final @Nullable Libc LIBC = load();

    private static @Nullable Libc load() {
      try {
        return Native.load("c", Libc.class);
      } catch (UnsatisfiedLinkError e) {
        return null; // no glibc: no progress line, nothing lost
      }
    }
  }

  /** Returns whether a person reads the answer. */
  public static boolean isOutputATerminal() {
    return isTerminal(STDOUT);
  }

  /** Returns whether a person reads the messages. */
  public static boolean isErrorATerminal() {
    return isTerminal(STDERR);
  }

  /** Returns whether a person types the input. */
  public static boolean isInputATerminal() {
    return isTerminal(STDIN);
  }

  /**
   * Returns the columns that the shell tells.
   *
   * @param otherwise where it tells none
   */
  public static int columns(Map<String, String> environment, int otherwise) {
    String told = environment.getOrDefault("COLUMNS", "");
    return told.matches("[1-9]\\d{1,3}") ? Integer.parseInt(told) : otherwise;
  }

  private static boolean isTerminal(int fd) {
    Libc libc = C.LIBC;
    return libc != null && libc.isatty(fd) == 1;
  }
}
