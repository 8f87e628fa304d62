package dev.earmark.app;

import dev.earmark.app.cli.EarmarkCommand;

/** Entry point. */
public final class Main {
  private Main() {}

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    // Before the first JNA class loads: without it, Vosk's Chinese turns into question marks.
    System.setProperty("jna.encoding", "UTF-8");
    int exitCode = EarmarkCommand.run(args);
    System.exit(exitCode);
  }
}
