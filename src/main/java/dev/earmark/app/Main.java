package dev.earmark.app;

import dev.earmark.app.cli.EarmarkCommand;
import dev.earmark.app.life.GoodEnd;
import dev.earmark.app.life.Preload;

/** Entry point. */
public final class Main {
  private Main() {}

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    // Before the first JNA class loads: without it, Vosk's Chinese turns into question marks.
    System.setProperty("jna.encoding", "UTF-8");
    boolean daemon = EarmarkCommand.named(args).equals("run");
    if (System.getenv("EARMARK_LOG") == null && !daemon) {
      // A command's own lines are for people; what the parts log on the way is of no use to them.
      System.setProperty("EARMARK_LOG", "WARN");
    }
    if (daemon) {
      GoodEnd.ofSignals();
      Preload.begin();
    }
    int exitCode = EarmarkCommand.run(args);
    GoodEnd.settled();
    System.exit(exitCode);
  }
}
