package dev.earmark.app.cli;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.view.StatusText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code earmark downloads}: what the running daemon fetches, and its keys. */
@Command(name = "downloads", description = "Show, hold, let go on or cancel downloads.")
final class DownloadsCommand implements Callable<Integer> {
  private static final String ID = "As the list shows it, such as d3.";

  @Mixin Context own = new Context();

  @Override
  public Integer call() {
    return show(own, own.daemon().get("/api/downloads"));
  }

  @Command(
      name = "pause",
      description = "Hold a download; what was fetched stays, also over a restart.")
  int pause(
      @Mixin Context context, @Parameters(paramLabel = "ID", description = ID) String download) {
    return show(context, context.daemon().post(path(download) + "/pause", Json.object()));
  }

  @Command(name = "resume", description = "Let a held download go on where it was.")
  int resume(
      @Mixin Context context, @Parameters(paramLabel = "ID", description = ID) String download) {
    return show(context, context.daemon().post(path(download) + "/resume", Json.object()));
  }

  @Command(name = "cancel", description = "End a download; what was fetched is kept.")
  int cancel(
      @Mixin Context context, @Parameters(paramLabel = "ID", description = ID) String download) {
    return show(context, context.daemon().delete(path(download)));
  }

  private static String path(String download) {
    return "/api/downloads/" + DaemonClient.encode(download);
  }

  private static int show(Context context, JsonNode list) {
    if (context.json()) {
      context.print(list);
      return 0;
    }
    StatusText.downloads(list.path("downloads"), context.say()).forEach(context::print);
    return 0;
  }
}
