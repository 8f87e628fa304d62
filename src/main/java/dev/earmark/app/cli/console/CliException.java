package dev.earmark.app.cli.console;

/** Ends a command with an exit code and one sentence for people. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Something did not work. */
  public static final int FAILED = 1;

  /** The command or the configuration is wrong. */
  public static final int USAGE = 2;

  /** The daemon cannot be reached. */
  public static final int UNREACHABLE = 3;

  private final int exitCode;

  /**
   * Ends the command.
   *
   * @param exitCode {@link #FAILED}, {@link #USAGE} or {@link #UNREACHABLE}
   * @param sentence what is wrong and what helps, shown behind {@code earmark:}
   */
  public CliException(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  /** Returns the exit code of the process. */
  public int exitCode() {
    return exitCode;
  }
}
