package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.RunText;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code earmark runs}: what was asked, and how the answer came about. */
@Command(
    name = "runs",
    description = "List the runs of the agent, or show one whole with its steps.")
final class RunsCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The run to show whole; last is the newest.")
  @Nullable String id;

  @Option(
      names = "--limit",
      defaultValue = "20",
      description = "How many are listed; ${DEFAULT-VALUE}.")
  int limit;

  @Override
  public Integer call() {
    if (id != null) {
      DaemonClient daemon = context.daemon();
      show(daemon.get("/api/runs/" + (id.equals("last") ? last(daemon) : id)));
      return 0;
    }
    JsonNode runs = context.daemon().get("/api/runs?limit=" + Math.max(1, limit));
    if (context.json()) {
      context.print(runs);
      return 0;
    }
    for (JsonNode run : runs.isArray() ? runs : runs.path("runs")) {
      context.print(
          String.format(
              Locale.ROOT,
              "%s  %s  ->  %s",
              run.path("id").asString(""),
              run.path("task").asString(""),
              run.path("answer").asString("")));
    }
    return 0;
  }

  private static String last(DaemonClient daemon) {
    JsonNode newest = daemon.get("/api/runs?limit=1").path("runs").path(0);
    if (newest.isMissingNode()) {
      throw new CliException(
          CliException.FAILED, "there is no run yet; ask something with ./earmark say");
    }
    return newest.path("id").asString("");
  }

  private void show(JsonNode run) {
    if (context.json()) {
      context.print(run);
      return;
    }
    RunText.lines(run).forEach(context::print);
  }
}
