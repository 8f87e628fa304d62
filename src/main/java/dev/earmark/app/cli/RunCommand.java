package dev.earmark.app.cli;

import dev.earmark.app.Daemon;
import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.home.HomeFolders;
import dev.earmark.app.home.Reach;
import dev.earmark.app.stage.MachineCheck;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.remote.http.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code earmark run}: the daemon in the foreground. */
@Command(name = "run", description = "Run the daemon in the foreground.")
final class RunCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Override
  public Integer call() throws IOException, InterruptedException {
    EarmarkConfig config = context.wholeConfig();
    MachineCheck.bind(config)
        .ifPresent(
            problem -> {
              throw new CliException(CliException.USAGE, problem.toString());
            });
    Daemon.run(
        context.home(),
        config,
        context.environment(),
        (took, url) -> {
          ready(took, url);
          tellOthers(config, URI.create(url));
        });
    return 0;
  }

  /** Says how other machines get in, when they can. */
  private void tellOthers(EarmarkConfig config, URI url) {
    try {
      ServerSettings server = HomeFolders.server(context.home(), config.server());
      if (!server.isLoopback()) {
        for (String host : Reach.hosts(server.bind())) {
          context.note(context.say().text("reach", host, url.getPort(), server.tokenFile()));
        }
      }
    } catch (IOException e) {
      context.note(String.valueOf(e.getMessage()));
    }
  }

  private void ready(Duration took, String url) {
    if (context.json()) {
      context.print(Json.object().put("ready_in_ms", took.toMillis()).put("url", url));
    } else {
      context.print("ready in " + took.toMillis() + " ms, " + url);
    }
  }
}
