package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.stage.MachineCheck;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark config}: checks and shows the configuration. */
@Command(name = "config", description = "Check the configuration, or show the one that counts.")
final class ConfigCommand implements Callable<Integer> {
  @Mixin Context own = new Context();

  @Override
  public Integer call() {
    return show(own);
  }

  @Command(
      name = "check",
      description = "Name all problems at once with line and key; exit 2 if there are any.")
  int check(@Mixin Context context) {
    ObjectNode answer = Json.object();
    ArrayNode problems = answer.putArray("problems");
    for (Problem problem : problems(context)) {
      problems.add(Json.of(problem));
      if (!context.json()) {
        context.print(problem.toString());
      }
    }
    answer.put("ok", problems.isEmpty());
    if (context.json()) {
      context.print(answer);
    } else if (problems.isEmpty()) {
      Path file = context.home().config();
      context.print(
          Files.exists(file)
              ? file + " is fine"
              : "there is no file " + file + "; the defaults count, and they are fine");
    }
    return problems.isEmpty() ? 0 : CliException.USAGE;
  }

  /** What is written wrong; when nothing is, what this machine has not. */
  private static List<Problem> problems(Context context) {
    try {
      EarmarkConfig config = ConfigReader.read(context.home().config(), context.environment());
      return MachineCheck.of(context.home(), config);
    } catch (ConfigException e) {
      return e.problems();
    }
  }

  @Command(
      name = "show",
      description = "Show every key with the value that counts and where it comes from.")
  int show(@Mixin Context context) {
    EarmarkConfig config = context.config();
    if (context.json()) {
      ObjectNode answer = Json.object();
      config.effective().forEach(key -> answer.set(key.key(), Json.of(key)));
      context.print(answer);
    } else {
      config
          .effective()
          .forEach(key -> context.print(key.key() + ": " + key.value() + "  # " + key.source()));
    }
    return 0;
  }
}
