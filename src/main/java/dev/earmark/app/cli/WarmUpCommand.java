package dev.earmark.app.cli;

import dev.earmark.app.Assembly;
import dev.earmark.app.Daemon;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.home.Home;
import dev.earmark.base.Clock;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code earmark warm-up}: runs a daemon in a temporary home, uses it as a person would, and ends.
 *
 * <p>The launcher runs it once, so that the JVM can write an archive of the classes that a start
 * needs. Nothing of the user's is read or written.
 */
@Command(
    name = "warm-up",
    hidden = true,
    description = "Run a daemon without devices in a temporary home for a moment, and end.")
final class WarmUpCommand implements Callable<Integer> {
  private static final Duration MODEL_WAIT = Duration.ofSeconds(60);
  private static final Duration PLAY_WAIT = Duration.ofSeconds(30);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "EARMARK_SERVER_PORT", "0",
          "EARMARK_MICROPHONE_TYPE", "none",
          "EARMARK_SPEAKER_TYPE", "none",
          "EARMARK_MODELS_AUTO_INSTALL", "false");

  @Mixin Context context = new Context();

  @Override
  public Integer call() throws IOException, InterruptedException, ConfigException {
    try (TemporaryFolder folder = TemporaryFolder.make("earmark-warm-up")) {
      Home home = Home.find(folder.path().toString(), Map.of(), context.home().program());
      EarmarkConfig config = ConfigReader.read(home.config(), SETTINGS);
      Clock clock = Clock.system();
      try (Assembly daemon = Assembly.start(home, config, Assembly.DeviceOverrides.NONE, clock)) {
        Daemon.leaveNote(home, config, daemon.port());
        daemon.warmUp();
        use(daemon, folder.path().toString(), clock);
        daemon.awaitEars(MODEL_WAIT);
      }
    }
    return 0;
  }

  private static void use(Assembly daemon, String home, Clock clock) throws InterruptedException {
    EarmarkCommand.run(new String[] {"status", "--home", home});
    EarmarkCommand.run(new String[] {"say", "--home", home, "play alice"});
    Duration step = Duration.ofMillis(50);
    for (Duration waited = Duration.ZERO;
        daemon.bookPlayer().snapshot().state() != PlayerSnapshot.State.PLAYING
            && waited.compareTo(PLAY_WAIT) < 0;
        waited = waited.plus(step)) {
      clock.sleep(step);
    }
    EarmarkCommand.run(new String[] {"say", "--json", "--home", home, "暂停"});
    EarmarkCommand.run(new String[] {"play", "--home", home, "西游记", "2"});
    EarmarkCommand.run(new String[] {"stop", "--home", home});
  }
}
