package dev.earmark.app.cli;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Ink;
import dev.earmark.app.cli.console.Terminal;
import dev.earmark.app.cli.view.RunText;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.base.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code earmark status}: what is playing, downloads, listening, timers, health. */
@Command(
    name = "status",
    description = "Show what is playing, downloads, listening state, timers and health.")
final class StatusCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Option(
      names = "--watch",
      description = "Go on showing it, once a second, until the daemon ends.")
  boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    DaemonClient daemon = context.daemon();
    if (!watch) {
      show(daemon.get("/api/status"));
      if (!context.json()) {
        questions(daemon);
      }
      return 0;
    }
    boolean live = !context.json() && Terminal.isOutputATerminal();
    StatusWatch.Form form =
        context.json()
            ? StatusWatch.Form.JSON
            : live ? StatusWatch.Form.LIVE : StatusWatch.Form.LINES;
    new StatusWatch(() -> daemon.get("/api/status"), screen(live), context.say(), Clock.system())
        .run(form, Terminal.columns(context.environment(), 80));
    return 0;
  }

  /** Shows which runs wait for an answer; the newest page has them all, since they wait minutes. */
  private void questions(DaemonClient daemon) {
    for (JsonNode run : daemon.get("/api/runs").path("runs")) {
      String question = RunText.question(run, context.say());
      if (!question.isEmpty()) {
        context.print("! " + question);
      }
    }
  }

  private StatusWatch.Screen screen(boolean live) {
    return new StatusWatch.Screen() {
      @Override
      public void line(String text) {
        context.print(text);
      }

      @Override
      public void live(String text) {
        context.live(text);
      }

      @Override
      public boolean isClosed() {
        return context.isOutputClosed();
      }

      @Override
      public void endLive() {
        if (live) {
          context.print("");
        }
      }
    };
  }

  private void show(JsonNode status) {
    if (context.json()) {
      context.print(status);
      return;
    }
    for (String line : StatusText.lines(status, context.say())) {
      context.print(line.startsWith("! ") ? Ink.BAD.on(line) : line);
    }
  }
}
