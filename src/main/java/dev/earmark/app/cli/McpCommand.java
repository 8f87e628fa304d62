package dev.earmark.app.cli;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.McpBridge;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code earmark mcp}: the running daemon's MCP server on stdin and stdout. */
@Command(
    name = "mcp",
    description =
        "Speak the Model Context Protocol on stdin and stdout, for clients that start programs;"
            + " the daemon must run.")
final class McpCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Override
  public Integer call() throws IOException {
    // Nothing but the protocol may get to stdout, whoever writes there.
    PrintStream protocol = System.out;
    System.setOut(System.err);
    try (McpBridge bridge = context.daemon().bridge(System.in, protocol)) {
      bridge.run();
    } finally {
      System.setOut(protocol);
    }
    return 0;
  }
}
