package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.OutputFile;
import dev.earmark.app.demo.Demo;
import dev.earmark.app.home.Home;
import dev.earmark.base.Clock;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code earmark demo}: the whole job without hardware, in a home folder of its own. */
@Command(
    name = "demo",
    description = "Play recorded commands to a whole daemon; the sound goes into a WAV file.")
final class DemoCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Option(
      names = "--out",
      paramLabel = "FILE.wav",
      defaultValue = "demo.wav",
      description = "Where the sound goes; ${DEFAULT-VALUE}.")
  Path out = Path.of("demo.wav");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path wav = out.toAbsolutePath();
    try (OutputFile file = OutputFile.of("--out", wav);
        TemporaryFolder folder = TemporaryFolder.make("earmark-demo")) {
      Home home = Home.find(folder.path().toString(), Map.of(), context.home().program());
      Demo demo = new Demo(Clock.system(), context::note);
      Demo.Report report = demo.run(home, config(home, file.path()), file.path());
      file.keep();
      show(report, wav);
      return report.ok() ? 0 : CliException.FAILED;
    }
  }

  private static EarmarkConfig config(Home home, Path wav) {
    Map<String, String> settings = new HashMap<>();
    settings.put("EARMARK_SERVER_PORT", "0");
    settings.put("EARMARK_SPEAKER_TYPE", "file");
    settings.put("EARMARK_SPEAKER_FILE", wav.toString());
    settings.put("EARMARK_MODELS_AUTO_INSTALL", "false");
    settings.put("EARMARK_CACHE_MIN_FREE", "64MiB");
    try {
      return ConfigReader.read(home.config(), settings);
    } catch (ConfigException e) {
      throw new IllegalStateException("the demo's own settings are wrong", e);
    }
  }

  private void show(Demo.Report report, Path wav) {
    if (context.json()) {
      context.print(Json.of(report));
    } else {
      context.print(words(report, wav, context.say()));
    }
  }

  /** What happened, and what this machine could not let be heard. */
  static String words(Demo.Report report, Path wav, Messages say) {
    if (!report.ok()) {
      return say.text("demo.failed", report.problem());
    }
    return say.text(report.notHeard().contains("voice") ? "demo.voiceless" : "demo.all", wav);
  }
}
