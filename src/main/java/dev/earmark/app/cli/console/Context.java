package dev.earmark.app.cli.console;

import dev.earmark.app.home.Home;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.MissingSecret;
import dev.earmark.config.ReadConfig;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/**
 * What every command has: the home folder, and where it prints to. Its options may also stand
 * before the command's name; where one is given twice, the one behind the name counts.
 */
public final class Context {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Folder with config.yml, models, cache and state (or EARMARK_HOME).")
  @Nullable String homeFolder;

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  private static final Messages SAY = Messages.ofLocale();
  private static final Pattern UNPRINTABLE =
      Pattern.compile(
          "(?!\\u001b\\[[0-9;]{0,8}m)[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private static final PrintStream ERR = new PrintStream(System.err, true, StandardCharsets.UTF_8);

  /** Returns whether the answer is printed as JSON. */
  public boolean json() {
    return withAbove().anyMatch(context -> context.json);
  }

  /** Returns this and the contexts of the commands that stand before it on the line. */
  private Stream<Context> withAbove() {
    return Stream.concat(
        Stream.of(this),
        Stream.iterate(command, Objects::nonNull, CommandSpec::parent)
            .skip(1)
            .flatMap(above -> above.mixins().values().stream())
            .map(CommandSpec::userObject)
            .filter(Context.class::isInstance)
            .map(Context.class::cast));
  }

  /** Returns the variables that the command was started with. */
  public Map<String, String> environment() {
    return System.getenv();
  }

  /** Returns the sentences for people in the language of their locale. */
  public Messages say() {
    return SAY;
  }

  /** Returns the home folder. */
  public Home home() {
    return Home.find(named().orElse(null), environment(), programFolder());
  }

  /** Returns the home folder that was named, on the line or by {@code EARMARK_HOME}. */
  private Optional<String> named() {
    return withAbove()
        .map(context -> context.homeFolder)
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> Optional.ofNullable(environment().get("EARMARK_HOME")))
        .filter(folder -> !folder.isBlank());
  }

  /**
   * Returns the configuration with all secrets, or ends the command with what is wrong in it: for
   * what a daemon is made of.
   */
  public EarmarkConfig wholeConfig() {
    try {
      return ConfigReader.read(home().config(), environment());
    } catch (ConfigException e) {
      throw new CliException(CliException.USAGE, SAY.problems(e.problems()));
    }
  }

  /**
   * Returns the configuration, or ends the command with what is wrong in it. Secrets that the
   * daemon has and this shell has not are left empty.
   */
  public EarmarkConfig config() {
    return readConfig().config();
  }

  /**
   * Returns the configuration with the secrets of these owners; ends the command when one of these
   * is missing.
   *
   * @param owners as {@link MissingSecret} has them
   */
  public EarmarkConfig configWithSecretsOf(String... owners) {
    ReadConfig read = readConfig();
    for (MissingSecret secret : read.missing()) {
      if (List.of(owners).contains(secret.owner())) {
        throw new CliException(CliException.USAGE, SAY.problem(secret.problem()));
      }
    }
    return read.config();
  }

  /** Returns the configuration with the secrets that it lacks. */
  public ReadConfig readConfig() {
    try {
      return ConfigReader.readWithoutSecrets(home().config(), environment());
    } catch (ConfigException e) {
      throw new CliException(CliException.USAGE, SAY.problems(e.problems()));
    }
  }

  /** Returns the way to the running daemon; of a home folder that was named, only to its own. */
  public DaemonClient daemon() {
    try {
      EarmarkConfig config =
          ConfigReader.readWithoutSecrets(home().config(), environment()).config();
      return DaemonClient.of(home(), config, named().isPresent());
    } catch (ConfigException e) {
      // A daemon that runs goes on with what it read at its start, and so must the hand on its
      // keys.
      String wrong = SAY.problems(e.problems());
      DaemonClient running =
          DaemonClient.running(home())
              .orElseThrow(() -> new CliException(CliException.USAGE, wrong));
      note("! " + wrong);
      return running;
    }
  }

  /**
   * Returns a line without what would command the terminal or turn the writing round: titles and
   * names of files come from strangers. Colours stay.
   */
  public static String printable(String line) {
    return UNPRINTABLE.matcher(line).replaceAll("\ufffd");
  }

  /** Prints a line of the answer. */
  public void print(String line) {
    OUT.println(printable(line));
  }

  /** Returns whether what was printed last could not be written: the reader of a pipe has gone. */
  public boolean isOutputClosed() {
    return OUT.checkError();
  }

  /** Returns why what was printed could not be written; empty when it could. */
  public static Optional<String> unwritten() {
    if (!OUT.checkError()) {
      return Optional.empty();
    }
    // A print stream keeps no reason; one more try has it.
    try (FileOutputStream again = new FileOutputStream(FileDescriptor.out)) {
      again.write('\n');
      return Optional.of("the output was closed for a while");
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Prints one JSON object on a line. */
  public void print(JsonNode node) {
    OUT.println(Json.write(node));
  }

  /** Prints a line for people that is not part of the answer. */
  public void note(String line) {
    ERR.println(printable(line));
  }

  /** Overwrites the last line of the answer on a terminal. */
  public void live(String line) {
    OUT.print("\r\u001b[K" + printable(line));
    OUT.flush();
  }

  /** Prints a question; the answer is typed behind it. */
  public void ask(String question) {
    ERR.print(printable(question));
    ERR.flush();
  }

  /** Overwrites the last line on a terminal: progress. */
  public void progress(String line) {
    if (Terminal.isErrorATerminal()) {
      ERR.print("\r\u001b[K" + printable(line));
      ERR.flush();
    }
  }

  private static Path programFolder() {
    try {
      return Home.programFolder(
          Path.of(Context.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the program's folder has an odd name", e);
    }
  }
}
