package dev.earmark.remote.mcp.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An MCP server whose tools the agent may use.
 *
 * @param name in front of its tools' names, {@code name__tool}
 * @param command program and arguments of a server on stdio; empty for one on HTTP
 * @param environment further variables of that program
 * @param url of a server on Streamable HTTP; empty for one on stdio
 * @param token bearer token for that server, a secret; may be empty
 * @param allow names of its tools that are taken, as the server has them; empty for all
 * @param consent {@code all}, {@code none}, or {@code changing}: a person is asked before tools
 *     that do not call themselves read-only
 * @param timeout the longest call
 * @param startTimeout the longest start
 * @param maxResult the most characters of a result that a model reads
 */
public record ToolServerSettings(
    String name,
    List<String> command,
    Map<String, String> environment,
    String url,
    String token,
    List<String> allow,
    String consent,
    Duration timeout,
    Duration startTimeout,
    int maxResult) {
  /** Copies the collections. */
  public ToolServerSettings {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    allow = List.copyOf(allow);
  }

  /**
   * Returns whether the program of a server on stdio can be started; true for one on HTTP. A start
   * that fails would only be noticed when its time is over.
   */
  public boolean isInstalled() {
    if (command.isEmpty()) {
      return true;
    }
    String program = command.get(0);
    if (program.contains("/")) {
      return Files.isExecutable(Path.of(program));
    }
    String path = System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    return Stream.of(path.split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Shows no secret. */
  @Override
  public String toString() {
    return "ToolServerSettings[" + name + "]";
  }
}
