package dev.earmark.remote.metrics;

import dev.earmark.agent.ChatModel;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.media.Download;
import dev.earmark.media.MediaStore;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The daemon's metrics: counters and histograms that follow events and wrapped ports, and gauges
 * that are read when somebody asks.
 *
 * <p>Names have the unit as a suffix (seconds, bytes) and labels come from short fixed lists, so
 * that the number of series stays the same however long the daemon runs. Thread-safe; counting
 * never blocks. docs/metrics.md lists all names.
 */
public final class Metrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Clock clock;
  private final TurnMeter turns;
  private final DownloadMeter downloads;
  private final ModelMeter models;
  private final StoreMeter stores;
  private final Map<String, LongSupplier> dropped = new ConcurrentHashMap<>();
  private @Nullable Parts parts; // guarded by this; null when there are none, or registered
  private boolean jvm; // guarded by this

  /** Makes metrics that have counted nothing yet. */
  public Metrics(Clock clock) {
    this.clock = clock;
    this.turns = new TurnMeter(registry, clock);
    this.downloads = new DownloadMeter(registry);
    this.models = new ModelMeter(registry);
    this.stores = new StoreMeter(registry);
    dropped.put("mqtt", () -> 0);
    dropped.put("webhooks", () -> 0);
  }

  /** Counts what an event tells; called on publishing threads. */
  public void onEvent(Events.Event event) {
    turns.onEvent(event);
  }

  /** Counts a download when it has ended; called with each of its changes. */
  public void onDownload(Download download) {
    downloads.onChange(download);
  }

  /**
   * Returns the model, counted.
   *
   * @param kind {@code rules} or {@code llm}
   */
  public ChatModel model(String kind, ChatModel model) {
    return models.wrap(kind, model, clock);
  }

  /** Returns the store as the player uses it, with hits and misses counted. */
  public MediaStore store(MediaStore store) {
    return stores.wrap(store);
  }

  /** Returns the mixer as the voice uses it: when an answer is first heard is noted. */
  public MixerControl voiceMixer(MixerControl mixer) {
    return new AudibleMixer(mixer, turns::audible);
  }

  /** Reads the parts from now on whenever somebody asks. */
  public synchronized void watch(Parts watched) {
    parts = watched;
  }

  /**
   * Counts events that a subscriber outside of the daemon was to get and did not.
   *
   * @param to its kind, such as {@code mqtt}
   */
  public void dropped(String to, LongSupplier count) {
    dropped.put(to, count);
  }

  /** The metrics as text. */
  public record Page(String contentType, String text) {}

  /**
   * Writes all metrics.
   *
   * @param accepted the Accept header, which chooses between the Prometheus text format 0.0.4 and
   *     OpenMetrics 1.0; may be empty
   */
  public Page page(String accepted) {
    startReading();
    ExpositionFormatWriter writer =
        accepted.contains("application/openmetrics-text")
            ? OpenMetricsTextFormatWriter.create()
            : PrometheusTextFormatWriter.create();
    ByteArrayOutputStream out = new ByteArrayOutputStream(16_384);
    try {
      writer.write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes every byte", e);
    }
    return new Page(writer.getContentType(), out.toString(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** What is only read begins with the first reader, since its classes would slow the start. */
  private synchronized void startReading() {
    Parts unread = parts;
    if (unread != null) {
      parts = null;
      new PartGauges(registry, unread).register();
    }
    if (!jvm) {
      jvm = true;
      CounterWithCallback.builder()
          .name("earmark_events_dropped")
          .help("Events that were to be told to others, and got lost.")
          .labelNames("to")
          .callback(counter -> dropped.forEach((to, n) -> counter.call((double) n.getAsLong(), to)))
          .register(registry);
      JvmMemoryMetrics.builder().register(registry);
      JvmGarbageCollectorMetrics.builder().register(registry);
      JvmThreadsMetrics.builder().register(registry);
      JvmRuntimeInfoMetric.builder().register(registry);
      ProcessMetrics.builder().register(registry);
    }
  }
}
