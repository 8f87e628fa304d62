package dev.earmark.app.cli.shell;

import dev.earmark.app.Version;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.HelpWords;
import dev.earmark.app.cli.console.Json;
import dev.earmark.base.Language;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code earmark man}: the manual page, made from the commands. */
@Command(name = "man", description = "Print the manual page, for: earmark man | man -l -")
public final class ManCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Language language = context.say().language();
    HelpWords.use(spec.root().commandLine(), language);
    String page = ManPage.of(spec.root(), Version.get(), language);
    if (context.json()) {
      context.print(Json.object().put("man", page));
    } else {
      context.print(page);
    }
    return 0;
  }
}
