package dev.earmark.app.cli.stage;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.view.Sizes;
import dev.earmark.app.stage.Stages;
import dev.earmark.base.Failure;
import dev.earmark.config.MissingSecret;
import dev.earmark.media.Download;
import dev.earmark.media.download.FetchReport;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code earmark fetch}: the download stage alone. */
@Command(name = "fetch", description = "Fetch a URL or a section into the cache.")
public final class FetchCommand implements Callable<Integer> {
  private static final int BAR = 30;

  @Mixin Context context = new Context();

  @Parameters(paramLabel = "URL|ALBUM_ID#SECTION", description = "What to fetch.")
  String what = "";

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "The longest pause that it keeps when a server asks to wait; 60 by default.")
  int patienceS = 60;

  private String told = "";

  @Override
  public Integer call() throws IOException {
    if (patienceS < 0) {
      throw new CliException(
          CliException.USAGE,
          "--patience is a number of seconds from 0, such as 300, but it is '" + patienceS + "'");
    }
    String owner = MissingSecret.ofCatalogue(what.replaceFirst(":.*", ""));
    try (Stages stages = Stages.of(context.home(), context.configWithSecretsOf(owner))) {
      FetchReport report = stages.fetch(what, this::show, Duration.ofSeconds(patienceS));
      context.progress("");
      if (context.json()) {
        context.print(Json.of(report));
      } else {
        context.print(
            String.format(
                Locale.ROOT,
                "%s: %d bytes, sha256 %s, resumed from %d, %d requests, %.1f s",
                report.path(),
                report.bytes(),
                report.sha256(),
                report.resumedFrom(),
                report.attempts(),
                report.elapsedS()));
      }
    }
    return 0;
  }

  /** Shows how far it is; what it waits for is said once, on a terminal or not. */
  private void show(Download.Progress progress) {
    Failure failure = progress.failure();
    boolean runs = progress.state() == Download.State.RUNNING;
    if (failure != null && runs && !failure.detail().equals(told)) {
      told = failure.detail();
      context.progress("");
      context.note(context.say().sentence("waiting: " + told));
    }
    context.progress(line(progress));
  }

  private static String line(Download.Progress progress) {
    long total = progress.totalBytes();
    if (total <= 0) {
      return Sizes.text(progress.bytes());
    }
    int done = (int) (BAR * Math.min(progress.bytes(), total) / total);
    return String.format(
        Locale.ROOT,
        "[%s%s] %d %% of %s",
        "=".repeat(done),
        " ".repeat(BAR - done),
        100 * Math.min(progress.bytes(), total) / total,
        Sizes.text(total));
  }
}
