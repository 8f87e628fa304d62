package dev.earmark.app.cli;

import dev.earmark.app.Daemon;
import dev.earmark.app.cli.console.Context;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code earmark run}: the daemon in the foreground. */
@Command(name = "run", description = "Run the daemon in the foreground.")
final class RunCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Daemon.run(context.home(), context.config(), context.environment(), context::print);
    return 0;
  }
}
