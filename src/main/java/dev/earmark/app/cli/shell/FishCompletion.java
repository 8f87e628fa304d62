package dev.earmark.app.cli.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A completion script for fish, which has no generator in picocli. Syntax: fish's {@code complete}.
 */
final class FishCompletion {
  private static final String COMPLETE = "complete -c earmark";

  private final StringBuilder script = new StringBuilder("# Completions of earmark for fish.\n");

  private FishCompletion() {}

  /** Returns the script of a command with all its subcommands. */
  static String of(CommandSpec root) {
    FishCompletion made = new FishCompletion();
    made.command(root, "not __fish_seen_subcommand_from " + String.join(" ", names(root).keySet()));
    names(root)
        .forEach(
            (name, spec) -> {
              String seen = "__fish_seen_subcommand_from " + name;
              Map<String, CommandSpec> below = names(spec);
              made.command(
                  spec,
                  below.isEmpty()
                      ? seen
                      : seen
                          + "; and not __fish_seen_subcommand_from "
                          + String.join(" ", below.keySet()));
              below.forEach(
                  (inner, innerSpec) ->
                      made.options(innerSpec, seen + "; and __fish_seen_subcommand_from " + inner));
            });
    return made.script.toString();
  }

  private static Map<String, CommandSpec> names(CommandSpec spec) {
    Map<String, CommandSpec> names = new LinkedHashMap<>();
    for (Map.Entry<String, CommandLine> entry : spec.subcommands().entrySet()) {
      names.put(entry.getKey(), entry.getValue().getCommandSpec());
    }
    return names;
  }

  private void command(CommandSpec spec, String when) {
    names(spec)
        .forEach(
            (name, below) -> line(when, "-f -a " + quoted(name) + " -d " + quoted(text(below))));
    options(spec, when);
  }

  private void options(CommandSpec spec, String when) {
    for (OptionSpec option : spec.options()) {
      StringBuilder line = new StringBuilder();
      for (String name : option.names()) {
        line.append(
            name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
      }
      if (option.arity().max() > 0) {
        line.append(" -r");
      }
      String[] words = option.description();
      line.append(" -d ").append(quoted(words.length == 0 ? "" : words[0]));
      line(when, line.toString().strip());
    }
  }

  private void line(String when, String what) {
    script.append(COMPLETE).append(" -n ").append(quoted(when)).append(' ').append(what);
    script.append('\n');
  }

  private static String text(CommandSpec spec) {
    String[] words = spec.usageMessage().description();
    return words.length == 0 ? "" : words[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
