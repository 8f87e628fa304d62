package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.Terminal;
import dev.earmark.app.cli.view.RunTree;
import dev.earmark.text.Columns;
import java.util.ArrayList;
import java.util.List;
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
  private static final int WIDTH = 120; // columns of a line, where nothing tells the terminal's

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
    listed(runs.path("runs"), asked.say(), Terminal.columns(asked.environment(), WIDTH))
        .forEach(asked::print);
    return 0;
  }

  /** Returns one line for each run, cut at the width; {@code runs show} has the whole of it. */
  static List<String> listed(JsonNode runs, Messages say, int width) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode run : runs) {
      String ended = run.path("ended").asString("");
      String state = "run." + run.path("state").asString("ended");
      String answer = oneLine(run.path("answer").asString(""));
      rows.add(
          List.of(
              run.path("id").asString(""),
              ended.isEmpty() ? say.text(state) : say.textOr(ended, ended),
              oneLine(run.path("task").asString(""))
                  + (answer.isEmpty() ? "" : "  ->  " + answer)));
    }
    return Columns.table(rows).stream().map(line -> Columns.cut(line, width)).toList();
  }

  /** An answer may have paragraphs and lists. */
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
