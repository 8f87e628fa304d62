package dev.earmark.app.cli.shell;

import dev.earmark.app.cli.console.HelpWords;
import dev.earmark.base.Language;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A manual page as man(7) has it: one section for the program, one entry for each command. */
final class ManPage {
  private final StringBuilder page = new StringBuilder();

  private final Language language;

  private ManPage(Language language) {
    this.language = language;
  }

  /**
   * Returns the page of a command with all its subcommands, whose descriptions are in the language
   * already.
   */
  static String of(CommandSpec root, String version, Language language) {
    ManPage made = new ManPage(language);
    made.macro("TH EARMARK 1 \"\" \"Earmark " + version + "\" \"User Commands\"");
    made.heading("NAME");
    made.text("earmark \\- " + made.say("a voice and audiobook assistant"));
    made.heading("SYNOPSIS");
    made.macro("B earmark");
    made.text("[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]");
    made.heading("OPTIONS");
    root.options().forEach(made::option);
    made.heading("COMMANDS");
    for (CommandLine command : root.subcommands().values()) {
      made.command(command.getCommandSpec(), "");
    }
    made.heading("\"EXIT STATUS\"");
    made.entry("0", "done");
    made.entry("1", "failed");
    made.entry("2", "wrong usage or configuration");
    made.entry("3", "the daemon cannot be reached");
    made.heading("ENVIRONMENT");
    made.entry("EARMARK_HOME", "the folder with config.yml, models, cache and state");
    made.entry("EARMARK_…", "any key of config.yml, such as EARMARK_SERVER_PORT for server.port");
    made.entry("LC_ALL, LC_MESSAGES, LANG", "Chinese where they begin with zh, else English");
    made.entry("NO_COLOR", "no colours, also on a terminal");
    return made.page.toString();
  }

  private void command(CommandSpec spec, String above) {
    String name = (above + " " + spec.name()).strip();
    StringBuilder usage = new StringBuilder("\\fB" + escaped(name) + "\\fR");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      String label = "\\fI" + escaped(parameter.paramLabel()) + "\\fR";
      usage.append(parameter.arity().min() == 0 ? " [" + label + "]" : " " + label);
      usage.append(parameter.arity().isVariable() ? "…" : "");
    }
    macro("TP");
    text(usage.toString());
    text(escaped(description(spec.usageMessage().description())));
    macro("RS");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      entry(parameter.paramLabel(), description(parameter.description()));
    }
    for (OptionSpec option : spec.options()) {
      if (!option.usageHelp() && !isEverywhere(option)) {
        option(option);
      }
    }
    macro("RE");
    spec.subcommands().values().forEach(below -> command(below.getCommandSpec(), name));
  }

  /** They are told once, at the top. */
  private static boolean isEverywhere(OptionSpec option) {
    return option.longestName().equals("--home") || option.longestName().equals("--json");
  }

  private void option(OptionSpec option) {
    String value = takesValue(option) ? " " + option.paramLabel() : "";
    entry(String.join(", ", option.names()) + value, description(option.description()));
  }

  private static boolean takesValue(ArgSpec option) {
    return option.arity().max() > 0;
  }

  private static String description(String[] lines) {
    return String.join(" ", lines).replace("%%", "%");
  }

  private void entry(String name, String meaning) {
    macro("TP");
    text("\\fB" + escaped(name) + "\\fR");
    text(escaped(say(meaning)));
  }

  private void heading(String name) {
    macro("SH " + say(name));
  }

  private String say(String english) {
    return HelpWords.sentence(english, language);
  }

  private void macro(String name) {
    page.append('.').append(name).append('\n');
  }

  /** A line of text; one that begins with a dot or quote would be a macro. */
  private void text(String line) {
    page.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "").append(line);
    page.append('\n');
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
