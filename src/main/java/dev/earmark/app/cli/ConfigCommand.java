package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.stage.MachineCheck;
import dev.earmark.app.stage.PathCheck;
import dev.earmark.config.CheckedConfig;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.value.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
      description =
          "Name all problems at once with line and key, exit 2 if there are any; paths and programs"
              + " that are not there are warnings.")
  int check(@Mixin Context context) {
    ObjectNode answer = Json.object();
    ArrayNode problems = answer.putArray("problems");
    ArrayNode warnings = answer.putArray("warnings");
    Messages say = context.say();
    CheckedConfig checked = ConfigReader.check(context.home().config(), context.environment());
    List<Problem> found =
        checked.problems().isEmpty()
            ? MachineCheck.of(context.home(), checked.config())
            : checked.problems();
    for (Problem problem : found) {
      problems.add(Json.of(problem));
      if (!context.json()) {
        context.print(say.problem(problem));
      }
    }
    List<Problem> idle = new ArrayList<>(PathCheck.of(context.home(), checked));
    idle.addAll(checked.warnings());
    for (Problem warning : idle) {
      warnings.add(Json.of(warning));
      if (!context.json()) {
        context.print(say.text("config.warning", say.problem(warning)));
      }
    }
    answer.put("ok", problems.isEmpty());
    if (context.json()) {
      context.print(answer);
    } else if (problems.isEmpty()) {
      Path file = context.home().config();
      context.print(
          say.sentence(
              Files.exists(file)
                  ? file + " is fine"
                  : "there is no file " + file + "; the defaults count, and they are fine"));
    }
    return problems.isEmpty() ? 0 : CliException.USAGE;
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
