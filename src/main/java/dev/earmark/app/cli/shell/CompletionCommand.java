package dev.earmark.app.cli.shell;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.HelpWords;
import dev.earmark.app.cli.console.Json;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code earmark completion}: a script that lets a shell complete commands and options. */
@Command(
    name = "completion",
    description =
        "Print a completion script, such as: source <(earmark completion bash), or earmark"
            + " completion fish | source.")
public final class CompletionCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  String shell = "";

  @Override
  public Integer call() {
    CommandLine all = spec.root().commandLine();
    HelpWords.use(all, context.say().language());
    String script =
        switch (shell) {
          case "bash" -> AutoComplete.bash("earmark", all);
          case "zsh" -> "autoload -U +X compinit && compinit\n" + AutoComplete.bash("earmark", all);
          case "fish" -> FishCompletion.of(spec.root());
          default ->
              throw new CliException(
                  CliException.USAGE, "the shell is bash, zsh or fish, not '" + shell + "'");
        };
    if (context.json()) {
      context.print(Json.object().put("shell", shell).put("script", script));
    } else {
      context.print(script);
    }
    return 0;
  }
}
