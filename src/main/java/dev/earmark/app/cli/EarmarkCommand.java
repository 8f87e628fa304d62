package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.HelpWords;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.machine.DevicesCommand;
import dev.earmark.app.cli.machine.DoctorCommand;
import dev.earmark.app.cli.machine.ModelsCommand;
import dev.earmark.app.cli.machine.VoicesCommand;
import dev.earmark.app.cli.runs.AgentCommand;
import dev.earmark.app.cli.runs.RunsCommand;
import dev.earmark.app.cli.runs.SayCommand;
import dev.earmark.app.cli.shell.CompletionCommand;
import dev.earmark.app.cli.shell.HelpTree;
import dev.earmark.app.cli.shell.ManCommand;
import dev.earmark.app.cli.stage.DecodeCommand;
import dev.earmark.app.cli.stage.FetchCommand;
import dev.earmark.app.cli.stage.HearCommand;
import dev.earmark.app.cli.stage.ParseCommand;
import dev.earmark.app.cli.stage.SpeakCommand;
import dev.earmark.app.cli.stage.ThinkCommand;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.node.ObjectNode;

/** The command {@code earmark} with all its subcommands. */
@Command(
    name = "earmark",
    description = "A voice and audiobook assistant.",
    mixinStandardHelpOptions = true,
    versionProvider = EarmarkCommand.Version.class)
public final class EarmarkCommand implements Runnable {
  private static final Map<String, Class<?>> COMMANDS =
      Map.ofEntries(
          Map.entry("run", RunCommand.class),
          Map.entry("warm-up", WarmUpCommand.class),
          Map.entry("demo", DemoCommand.class),
          Map.entry("doctor", DoctorCommand.class),
          Map.entry("say", SayCommand.class),
          Map.entry("status", StatusCommand.class),
          Map.entry("library", LibraryCommand.class),
          Map.entry("runs", RunsCommand.class),
          Map.entry("hear", HearCommand.class),
          Map.entry("think", ThinkCommand.class),
          Map.entry("agent", AgentCommand.class),
          Map.entry("parse", ParseCommand.class),
          Map.entry("decode", DecodeCommand.class),
          Map.entry("fetch", FetchCommand.class),
          Map.entry("speak", SpeakCommand.class),
          Map.entry("mcp", McpCommand.class),
          Map.entry("models", ModelsCommand.class),
          Map.entry("voices", VoicesCommand.class),
          Map.entry("devices", DevicesCommand.class),
          Map.entry("cache", CacheCommand.class),
          Map.entry("downloads", DownloadsCommand.class),
          Map.entry("config", ConfigCommand.class),
          Map.entry("completion", CompletionCommand.class),
          Map.entry("man", ManCommand.class));

  /** Commands that look at all the others. */
  private static final Set<String> WHOLE = Set.of("completion", "man");

  @Mixin Context context = new Context();

  @Spec CommandSpec spec = CommandSpec.create();

  /**
   * Runs a command line and returns its exit code: 0 done, 1 failed, 2 wrong usage or
   * configuration, 3 daemon not reachable.
   */
  public static int run(String[] args) {
    CommandLine line = withHelp(commands(named(args)));
    line.setOut(new PrintWriter(System.out, /* autoFlush= */ true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, /* autoFlush= */ true, StandardCharsets.UTF_8));
    boolean json = Arrays.asList(args).contains("--json");
    line.setHelpFactory(EarmarkCommand::help);
    line.setExecutionExceptionHandler((e, command, result) -> explain(e, command, json));
    line.setParameterExceptionHandler((e, given) -> refuse(e, json));
    if (json) {
      line.setExecutionStrategy(EarmarkCommand::runOrTell);
    }
    int exitCode = line.execute(args);
    int written = named(args).equals("run") ? 0 : written();
    return exitCode == 0 ? written : exitCode;
  }

  /** Runs the command, or prints the help or version that is asked for as JSON. */
  private static int runOrTell(CommandLine.ParseResult given) {
    Optional<ObjectNode> asked =
        HelpTree.asked(given, dev.earmark.app.Version.get(), Messages.ofLocale().language());
    if (asked.isEmpty()) {
      return new CommandLine.RunLast().execute(given);
    }
    given.commandSpec().commandLine().getOut().println(Json.write(asked.get()));
    return 0;
  }

  /** An answer that nobody could get is no success; the daemon's own line is no answer. */
  private static int written() {
    Optional<String> why = Context.unwritten();
    if (why.isEmpty()) {
      return 0;
    }
    if (!why.get().contains("Broken pipe")) { // head(1) has what it wanted
      String sentence = "the answer could not be written: " + why.get();
      System.err.println("earmark: " + Messages.ofLocale().sentence(sentence));
    }
    return CliException.FAILED;
  }

  /** Returns the command with all its subcommands. */
  public static CommandLine all() {
    return all(Messages.ofLocale().language());
  }

  /** Returns the same with its descriptions in a language. */
  public static CommandLine all(Language language) {
    CommandLine line = withHelp(commands(""));
    HelpWords.use(line, language);
    return line;
  }

  /** Help in the language of the locale, whose words are looked up only when help is shown. */
  private static CommandLine.Help help(CommandSpec spec, CommandLine.Help.ColorScheme colours) {
    HelpWords.use(spec.root().commandLine(), Messages.ofLocale().language());
    return new CommandLine.Help(spec, colours);
  }

  private static CommandLine withHelp(CommandLine line) {
    line.getSubcommands().values().forEach(EarmarkCommand::offerHelp);
    return line;
  }

  /**
   * Returns the name of the command that a line calls, behind the options that may stand before it;
   * empty without one. The launcher looks for it in the same way.
   */
  public static String named(String[] args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--home")) {
        i++;
      } else if (!args[i].startsWith("-")) {
        return args[i];
      }
    }
    return "";
  }

  /**
   * Adds the help option to commands that have none. As an option of its own, because picocli takes
   * the standard help mixin for the first two arguments of a command that is a method, also when it
   * was added last.
   */
  private static void offerHelp(CommandLine command) {
    if (command.getCommandSpec().findOption("--help") == null) {
      command
          .getCommandSpec()
          .addOption(
              OptionSpec.builder("-h", "--help")
                  .usageHelp(true)
                  .description("Show this help message and exit.")
                  .build());
    }
    command.getSubcommands().values().forEach(EarmarkCommand::offerHelp);
  }

  /** Builds the one command that is meant, or all of them, which takes longer. */
  private static CommandLine commands(String name) {
    CommandLine line = new CommandLine(new EarmarkCommand());
    Class<?> meant = COMMANDS.get(name);
    if (meant != null && !WHOLE.contains(name)) {
      line.addSubcommand(meant);
      return line;
    }
    for (Object group :
        List.of(
            new PlayerCommands(), new HabitCommands(), new EarCommands(), new ClockCommands())) {
      new CommandLine(group).getSubcommands().forEach(line::addSubcommand);
    }
    if (!line.getSubcommands().containsKey(name)) {
      new TreeMap<>(COMMANDS).values().forEach(line::addSubcommand);
      line.addSubcommand(HelpCommand.class);
    }
    return line;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "what shall it do? ./earmark run starts the daemon, ./earmark --help lists the rest");
  }

  /** One sentence for people; the stack goes to the log only for a fault of Earmark's own. */
  private static int explain(Exception e, CommandLine command, boolean json) throws Exception {
    int exitCode;
    if (e instanceof CliException known) {
      exitCode = known.exitCode();
    } else if (e instanceof FailureException failure
        && failure.failure().kind() == Failure.Kind.BAD_REQUEST) {
      exitCode = CliException.USAGE;
    } else if (e instanceof IOException) {
      exitCode = CliException.FAILED;
    } else {
      throw e;
    }
    tell(command, Messages.ofLocale().sentence(sentence(e)), exitCode, json);
    return exitCode;
  }

  /** Wrong usage: what is wrong, then what would be right. */
  private static int refuse(ParameterException e, boolean json) {
    CommandLine command = e.getCommandLine();
    tell(command, Messages.ofLocale().sentence(wrong(e, command)), CliException.USAGE, json);
    if (!json && !suggest(e, command) && unknown(e, command).isEmpty()) {
      command.usage(command.getErr());
    }
    return CliException.USAGE;
  }

  private static String wrong(ParameterException e, CommandLine command) {
    return unknown(e, command)
        .map(word -> "there is no command '" + word + "'; ./earmark --help lists all")
        .orElse(String.valueOf(e.getMessage()));
  }

  /** What the library calls an argument too many is a command that is not there, behind none. */
  private static Optional<String> unknown(ParameterException e, CommandLine command) {
    return command.getParent() == null && e instanceof UnmatchedArgumentException unmatched
        ? unmatched.getUnmatched().stream().findFirst().filter(word -> !word.startsWith("-"))
        : Optional.empty();
  }

  /** Shows what was perhaps meant; returns whether there is something like it. */
  private static boolean suggest(ParameterException e, CommandLine command) {
    List<String> near =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.<String>of();
    if (!near.isEmpty()) {
      String question = "Did you mean: " + String.join(", ", near) + "?";
      command.getErr().println(Messages.ofLocale().sentence(question));
    }
    return !near.isEmpty();
  }

  /** The sentence is for people; programs that asked for JSON get it as an object. */
  private static void tell(CommandLine command, String sentence, int exitCode, boolean json) {
    command.getErr().println("earmark: " + Context.printable(sentence));
    if (json) {
      ObjectNode error = Json.object();
      error.putObject("error").put("exit_code", exitCode).put("message", sentence);
      command.getOut().println(Json.write(error));
    }
  }

  private static String sentence(Exception e) {
    if (e instanceof FailureException failure) {
      return failure.failure().detail();
    } else if (e instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile() + "; check its name";
    } else if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + " cannot be read or written; check its owner and mode";
    } else if (e instanceof CharacterCodingException) {
      return "the text is no UTF-8; save it as UTF-8";
    } else if (e instanceof FileSystemException file) {
      return file.getFile()
          + ": "
          + (file.getReason() == null ? "cannot be used" : file.getReason());
    }
    return String.valueOf(e.getMessage());
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"earmark " + dev.earmark.app.Version.get()};
    }
  }
}
