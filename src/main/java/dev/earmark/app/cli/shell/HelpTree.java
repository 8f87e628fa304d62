package dev.earmark.app.cli.shell;

import dev.earmark.app.cli.console.HelpWords;
import dev.earmark.app.cli.console.Json;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Help and version as JSON, for programs that ask for them with {@code --json}. */
public final class HelpTree {
  private HelpTree() {}

  /**
   * Returns what is printed in the place of help or version; empty when neither is asked for.
   *
   * @param given the whole line, from the first command on
   */
  public static Optional<ObjectNode> asked(ParseResult given, String version, Language language) {
    ParseResult at = given;
    while (true) {
      if (at.isVersionHelpRequested()) {
        return Optional.of(Json.object().put("name", "earmark").put("version", version));
      }
      CommandLine line = at.commandSpec().commandLine();
      if (at.isUsageHelpRequested()) {
        return Optional.of(help(line, language));
      }
      if (at.commandSpec().userObject() instanceof HelpCommand) {
        return about(at, line.getParent(), language);
      }
      if (!at.hasSubcommand()) {
        return Optional.empty();
      }
      at = at.subcommand();
    }
  }

  /** The command {@code help} and the name behind it; a name that is not there is left to it. */
  private static Optional<ObjectNode> about(
      ParseResult help, CommandLine parent, Language language) {
    List<String> names = help.originalArgs();
    int behind = names.lastIndexOf(help.commandSpec().name()) + 1;
    CommandLine line =
        behind < names.size() ? parent.getSubcommands().get(names.get(behind)) : parent;
    return Optional.ofNullable(line).map(known -> help(known, language));
  }

  private static ObjectNode help(CommandLine line, Language language) {
    HelpWords.use(line.getCommandSpec().root().commandLine(), language);
    CommandSpec spec = line.getCommandSpec();
    ObjectNode told = Json.object();
    told.put("command", spec.qualifiedName());
    told.put("description", words(spec.usageMessage().description()));
    told.put("usage", line.getHelp().synopsis(0).strip().replaceAll("\\s+", " "));
    ArrayNode arguments = told.putArray("arguments");
    for (PositionalParamSpec one : spec.positionalParameters()) {
      arguments
          .addObject()
          .put("name", one.paramLabel())
          .put("required", one.arity().min() > 0)
          .put("description", words(one.description()));
    }
    ArrayNode options = told.putArray("options");
    for (OptionSpec one : spec.options()) {
      ObjectNode option = options.addObject();
      ArrayNode names = option.putArray("names");
      List.of(one.names()).forEach(names::add);
      if (one.arity().max() > 0) {
        option.put("value", one.paramLabel());
      }
      option.put("description", words(one.description()));
    }
    ArrayNode commands = told.putArray("commands");
    spec.subcommands()
        .forEach(
            (name, below) ->
                commands
                    .addObject()
                    .put("name", name)
                    .put(
                        "description", words(below.getCommandSpec().usageMessage().description())));
    return told;
  }

  private static String words(String[] lines) {
    return String.join(" ", lines).replace("%%", "%");
  }
}
