package dev.earmark.app.cli;

/** Ends a command with an exit code and one sentence for people. */
final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Something did not work. */
  static final int FAILED = 1;

  /** The command or the configuration is wrong. */
  static final int USAGE = 2;

  /** The daemon cannot be reached. */
  static final int UNREACHABLE = 3;

  private final int exitCode;

  CliException(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
