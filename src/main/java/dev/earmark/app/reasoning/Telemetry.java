package dev.earmark.app.reasoning;

import dev.earmark.agent.RunArchive;
import dev.earmark.app.Version;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.RoleRunner;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.telemetry.OtlpExporter;
import java.time.Duration;
import java.util.Optional;
import okhttp3.OkHttpClient;

/** Exports runs when the configuration names a receiver. */
public final class Telemetry implements AutoCloseable {
  private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);

  private final RoleRunner runner;

  private Telemetry(RoleRunner runner) {
    this.runner = runner;
  }

  /** Returns the exporter of the runs of an archive, not started yet; empty when it is off. */
  static Optional<OtlpExporter> exporter(
      EarmarkConfig config, OkHttpClient http, Clock clock, Health health, RunArchive runs) {
    if (!config.telemetry().isOn()) {
      return Optional.empty();
    }
    OtlpExporter exporter =
        new OtlpExporter(config.telemetry(), http, clock, health, Version.get());
    runs.onEnded(exporter::ended);
    return Optional.of(exporter);
  }

  /** Starts the export of a command without a daemon; empty when it is off. */
  public static Optional<Telemetry> start(
      EarmarkConfig config, OkHttpClient http, Clock clock, RunArchive runs) {
    return exporter(config, http, clock, new Health(), runs)
        .map(exporter -> new Telemetry(new RoleRunner(exporter, clock, RESTART_PAUSE).start()));
  }

  /** Sends what waits and ends, within three seconds. */
  @Override
  public void close() {
    runner.close(LAST_WORDS);
  }
}
