package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.RunTree;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code earmark runs}: what was asked, how the answer came about, and a hand in it meanwhile. */
@Command(
    name = "runs",
    description = "List the runs of the agent, show one as a tree, export them, or change one.")
public final class RunsCommand extends RunSteering implements Callable<Integer> {
  private static final int EXPORT_PAGE = 20;

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
    return id != null ? show(context, id) : list(context, limit, null);
  }

  @Command(name = "list", description = "List the newest runs.")
  int list(
      @Mixin Context asked,
      @Option(names = "--limit", defaultValue = "20", description = "How many.") int most,
      @Option(names = "--before", paramLabel = "ID", description = "Only runs older than this.")
          @Nullable String before) {
    String older = before == null ? "" : "&before=" + DaemonClient.encode(before);
    if (most < 1) {
      throw new CliException(CliException.USAGE, "--limit is 1 or more, not " + most);
    }
    JsonNode runs = asked.daemon().get("/api/runs?limit=" + Math.min(200, most) + older);
    if (asked.json()) {
      asked.print(runs);
      return 0;
    }
    for (JsonNode run : runs.path("runs")) {
      asked.print(
          String.format(
              Locale.ROOT,
              "%s  %-9s  %s  ->  %s",
              run.path("id").asString(""),
              run.path("ended").asString(run.path("state").asString("")),
              oneLine(run.path("task").asString("")),
              oneLine(run.path("answer").asString(""))));
    }
    return 0;
  }

  /** An answer may have paragraphs and lists; the whole of it is in {@code runs show}. */
  static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  @Command(name = "show", description = "Show a run as a tree; with --json whole.")
  int show(
      @Mixin Context asked,
      @Parameters(paramLabel = "ID", description = "The run; last is the newest.") String run) {
    DaemonClient daemon = asked.daemon();
    JsonNode whole = daemon.get("/api/runs/" + DaemonClient.encode(whole(daemon, run)));
    if (asked.json()) {
      asked.print(whole);
    } else {
      RunTree.lines(whole, asked.say()).forEach(asked::print);
    }
    return 0;
  }

  @Command(
      name = "export",
      description = "Print whole runs with their messages, newest first, one JSON object a line.")
  int export(
      @Mixin Context asked,
      @Option(names = "--limit", defaultValue = "1000000", description = "How many at most.")
          int most) {
    DaemonClient daemon = asked.daemon();
    String before = "";
    int left = Math.max(0, most);
    while (left > 0) {
      JsonNode page =
          daemon.get("/api/runs?messages=true&limit=" + Math.min(EXPORT_PAGE, left) + before);
      for (JsonNode run : page.path("runs")) {
        asked.print(run);
        left--;
      }
      if (page.path("next").asString("").isEmpty()) {
        return 0;
      }
      before = "&before=" + DaemonClient.encode(page.path("next").asString(""));
    }
    return 0;
  }
}
