package dev.earmark.app.cli;

import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code earmark} with all its subcommands. */
@Command(
    name = "earmark",
    description = "A voice and audiobook assistant.",
    mixinStandardHelpOptions = true,
    versionProvider = EarmarkCommand.Version.class,
    subcommands = {
      RunCommand.class,
      DemoCommand.class,
      DoctorCommand.class,
      SayCommand.class,
      StatusCommand.class,
      LibraryCommand.class,
      RunsCommand.class,
      HearCommand.class,
      ThinkCommand.class,
      ParseCommand.class,
      DecodeCommand.class,
      FetchCommand.class,
      SpeakCommand.class,
      ModelsCommand.class,
      DevicesCommand.class,
      CacheCommand.class,
      ConfigCommand.class,
      HelpCommand.class
    })
public final class EarmarkCommand extends PlayerCommands implements Runnable {
  @Spec CommandSpec spec = CommandSpec.create();

  /**
   * Runs a command line and returns its exit code: 0 done, 1 failed, 2 wrong usage or
   * configuration, 3 daemon not reachable.
   */
  public static int run(String[] args) {
    CommandLine line = new CommandLine(new EarmarkCommand());
    line.setOut(new PrintWriter(System.out, /* autoFlush= */ true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, /* autoFlush= */ true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler((e, command, result) -> explain(e, command));
    return line.execute(args);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "what shall it do? ./earmark run starts the daemon, ./earmark --help lists the rest");
  }

  /** One sentence for people; the stack goes to the log only for a fault of Earmark's own. */
  private static int explain(Exception e, CommandLine command) throws Exception {
    int exitCode;
    if (e instanceof CliException known) {
      exitCode = known.exitCode();
    } else if (e instanceof FailureException || e instanceof IOException) {
      exitCode = CliException.FAILED;
    } else {
      throw e;
    }
    command.getErr().println("earmark: " + sentence(e));
    return exitCode;
  }

  private static String sentence(Exception e) {
    if (e instanceof FailureException failure) {
      return failure.failure().detail();
    } else if (e instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile() + "; check its name";
    } else if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + " cannot be read or written; check its owner and mode";
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
