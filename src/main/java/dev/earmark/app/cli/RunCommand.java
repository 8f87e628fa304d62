package dev.earmark.app.cli;

import dev.earmark.app.Daemon;
import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.stage.MachineCheck;
import dev.earmark.config.EarmarkConfig;
import java.io.IOException;
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
    Daemon.run(context.home(), config, context.environment(), this::ready);
    return 0;
  }

  private void ready(Duration took, String url) {
    if (context.json()) {
      context.print(Json.object().put("ready_in_ms", took.toMillis()).put("url", url));
    } else {
      context.print("ready in " + took.toMillis() + " ms, " + url);
    }
  }
}
