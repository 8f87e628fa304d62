package dev.earmark.remote.metrics;

import dev.earmark.base.Failure;
import dev.earmark.media.Download;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Locale;

/** Counts downloads that have ended. Thread-safe. */
final class DownloadMeter {
  private static final double[] BOUNDS = {0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600};

  private final Counter ended;
  private final Counter bytes;
  private final Counter attempts;
  private final Histogram seconds;

  DownloadMeter(PrometheusRegistry registry) {
    ended =
        Counter.builder()
            .name("earmark_downloads")
            .help("Downloads that ended, by how, and by the kind of failure when they failed.")
            .labelNames("outcome", "reason")
            .register(registry);
    bytes =
        Counter.builder()
            .name("earmark_download_bytes")
            .help("Bytes that ended downloads have brought from the network.")
            .unit(Unit.BYTES)
            .register(registry);
    attempts =
        Counter.builder()
            .name("earmark_download_requests")
            .help("Requests that ended downloads have made, retries included.")
            .register(registry);
    seconds =
        Histogram.builder()
            .name("earmark_download_seconds")
            .help("How long finished downloads took.")
            .unit(Unit.SECONDS)
            .classicOnly()
            .classicUpperBounds(BOUNDS)
            .register(registry);
    ended.initLabelValues("done", "none");
  }

  /** The call with an ended state comes once and last. */
  void onChange(Download download) {
    Download.Progress progress = download.progress();
    boolean here = progress.state() == Download.State.DONE && progress.attempts() == 0;
    if (here || !progress.state().isEnd()) {
      return;
    }
    Failure failure = progress.failure();
    boolean failed = progress.state() == Download.State.FAILED;
    String reason =
        failed && failure != null ? failure.kind().name().toLowerCase(Locale.ROOT) : "none";
    ended.labelValues(progress.state().name().toLowerCase(Locale.ROOT), reason).inc();
    bytes.inc(Math.max(0, progress.bytes() - progress.resumedFrom()));
    attempts.inc(progress.attempts());
    if (progress.state() == Download.State.DONE) {
      seconds.observe(progress.elapsedS());
    }
  }
}
