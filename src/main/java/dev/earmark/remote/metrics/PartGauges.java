package dev.earmark.remote.metrics;

import dev.earmark.base.Health;
import dev.earmark.media.Download;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.PlayerSnapshot;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Registers what is read from the parts at the moment when somebody asks. */
final class PartGauges {
  /** The threads whose processor time is worth a series; names as in the table of threads. */
  private static final List<String> ROLES =
      List.of(
          "listen", "output", "decode", "player", "assistant", "journal", "speak", "capture-read");

  private static final double SPEECH_RATE_HZ = 16_000;

  private final PrometheusRegistry registry;
  private final Parts parts;

  PartGauges(PrometheusRegistry registry, Parts parts) {
    this.registry = registry;
    this.parts = parts;
  }

  void register() {
    Info.builder()
        .name("earmark_build_info")
        .help("The program's version.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(parts.version());
    player();
    cache();
    microphone();
    mailboxes();
    health();
    processorTime();
  }

  private void player() {
    GaugeWithCallback.builder()
        .name("earmark_player_state")
        .help("1 for the state that the player is in, 0 for the others.")
        .labelNames("state")
        .callback(
            gauge -> {
              PlayerSnapshot.State now = parts.player().snapshot().state();
              for (PlayerSnapshot.State state : PlayerSnapshot.State.values()) {
                gauge.call(state == now ? 1 : 0, state.name().toLowerCase(Locale.ROOT));
              }
            })
        .register(registry);
    counter(
        "earmark_buffer_underruns",
        "How often the book's sound ran out before its end.",
        null,
        () -> parts.player().pipe().underruns());
    counter(
        "earmark_positions_saved",
        "Places in books that were written to the disk.",
        null,
        () -> parts.journal().saved());
    gauge(
        "earmark_position_unsaved_seconds",
        "How long the oldest place that is not on the disk yet has waited; 0 when all are.",
        Unit.SECONDS,
        () -> parts.journal().unsavedSeconds());
  }

  private void cache() {
    gauge("earmark_cache_files", "Whole files in the cache.", null, () -> usage().files());
    gauge("earmark_cache_bytes", "What they take.", Unit.BYTES, () -> usage().bytes());
    gauge(
        "earmark_cache_quota_bytes",
        "The most that they may take.",
        Unit.BYTES,
        () -> usage().quotaBytes());
    gauge(
        "earmark_cache_disk_free_bytes",
        "What is left on the disk of the cache.",
        Unit.BYTES,
        () -> usage().freeDiskBytes());
    GaugeWithCallback.builder()
        .name("earmark_downloads_active")
        .help("Downloads that run, that wait their turn, and that are held by a person.")
        .labelNames("state")
        .callback(
            gauge -> {
              gauge.call(downloads(Download.State.RUNNING), "running");
              gauge.call(downloads(Download.State.WAITING), "waiting");
              gauge.call(downloads(Download.State.PAUSED), "paused");
            })
        .register(registry);
  }

  private MediaStore.Usage usage() {
    return parts.media().usage();
  }

  private double downloads(Download.State state) {
    return parts.media().downloads().stream()
        .filter(download -> download.progress().state() == state)
        .count();
  }

  private void microphone() {
    counter(
        "earmark_microphone_audio_seconds",
        "Sound that came from the microphone.",
        Unit.SECONDS,
        () -> parts.ring().framesPut() / SPEECH_RATE_HZ);
    counter(
        "earmark_microphone_dropped_blocks",
        "Blocks of 20 ms that were dropped because listening did not keep up.",
        null,
        () -> parts.ring().dropped());
    gauge(
        "earmark_microphone_waiting_blocks",
        "Blocks of 20 ms that wait to be listened to.",
        null,
        () -> parts.ring().size());
  }

  private void mailboxes() {
    GaugeWithCallback.builder()
        .name("earmark_mailbox_messages")
        .help("Messages that wait for a role.")
        .labelNames("role")
        .callback(gauge -> parts.mailboxes().forEach((role, box) -> gauge.call(box.size(), role)))
        .register(registry);
    CounterWithCallback.builder()
        .name("earmark_mailbox_refused")
        .help("Messages that did not fit into a role's mailbox.")
        .labelNames("role")
        .callback(
            counter ->
                parts
                    .mailboxes()
                    .forEach((role, box) -> counter.call((double) box.refused(), role)))
        .register(registry);
  }

  private void health() {
    GaugeWithCallback.builder()
        .name("earmark_part_ok")
        .help("1 when a part of the daemon works, 0 when the status page says what is wrong.")
        .labelNames("part")
        .callback(
            gauge -> {
              for (Health.Part part : parts.health().parts()) {
                gauge.call(part.ok() ? 1 : 0, part.part());
              }
            })
        .register(registry);
  }

  private void processorTime() {
    CounterWithCallback.builder()
        .name("earmark_role_cpu_seconds")
        .help(
            "Processor time of a role's thread; listen over audio seconds is the cost of hearing.")
        .unit(Unit.SECONDS)
        .labelNames("role")
        .callback(counter -> cpuSeconds().forEach((role, seconds) -> counter.call(seconds, role)))
        .register(registry);
  }

  /** Returns the processor time of the roles' threads that live; empty where it cannot be read. */
  private static Map<String, Double> cpuSeconds() {
    Map<String, Double> times = new HashMap<>();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
      return times;
    }
    for (@Nullable ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (info != null && ROLES.contains(info.getThreadName())) {
        long nanos = threads.getThreadCpuTime(info.getThreadId());
        if (nanos >= 0) {
          times.merge(info.getThreadName(), nanos / 1e9, Double::sum);
        }
      }
    }
    return times;
  }

  private void gauge(String name, String help, @Nullable Unit unit, DoubleSupplier value) {
    GaugeWithCallback.Builder builder = GaugeWithCallback.builder().name(name).help(help);
    if (unit != null) {
      builder.unit(unit);
    }
    builder.callback(gauge -> gauge.call(value.getAsDouble())).register(registry);
  }

  private void counter(String name, String help, @Nullable Unit unit, DoubleSupplier value) {
    CounterWithCallback.Builder builder = CounterWithCallback.builder().name(name).help(help);
    if (unit != null) {
      builder.unit(unit);
    }
    builder.callback(counter -> counter.call(value.getAsDouble())).register(registry);
  }
}
