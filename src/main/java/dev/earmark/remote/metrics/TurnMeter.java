package dev.earmark.remote.metrics;

import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts turns, runs and wishes by the events that tell of them, and measures the stages of a
 * spoken turn from the end of speech on. Thread-safe.
 */
final class TurnMeter {
  /** Ends of turns after a wake phrase that nobody meant as one. */
  private static final Set<String> NOBODY_SPOKE = Set.of("nothing_said", "noise", "no_reply");

  private static final double[] STAGE_BOUNDS = {
    0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30
  };
  private static final int MOST_OPEN = 64;

  private final Clock clock;
  private final Counter wakes;
  private final Counter falseStarts;
  private final Counter turns;
  private final Counter runs;
  private final Counter steps;
  private final Counter wishes;
  private final Histogram stage;
  private final Histogram runSeconds;

  private final Map<String, String> origins = new LinkedHashMap<>(); // guarded by this
  private final Map<String, Integer> stepsCounted = new LinkedHashMap<>(); // guarded by this
  private long speechEndNanos; // guarded by this
  private boolean heard; // guarded by this
  private boolean answering; // guarded by this

  TurnMeter(PrometheusRegistry registry, Clock clock) {
    this.clock = clock;
    wakes =
        Counter.builder()
            .name("earmark_wakes")
            .help("Wake phrases that were heard.")
            .register(registry);
    falseStarts =
        Counter.builder()
            .name("earmark_false_starts")
            .help("Turns that a wake phrase began and in which nobody said anything.")
            .register(registry);
    turns =
        Counter.builder()
            .name("earmark_turns")
            .help("Turns that ended, by how they began and why they ended.")
            .labelNames("origin", "reason")
            .register(registry);
    runs =
        Counter.builder()
            .name("earmark_runs")
            .help("Runs of the agent that ended, by how.")
            .labelNames("ended")
            .register(registry);
    steps =
        Counter.builder()
            .name("earmark_steps")
            .help("Steps of runs, by who wrote the observation and whether the tool did its work.")
            .labelNames("by", "ok")
            .register(registry);
    wishes =
        Counter.builder()
            .name("earmark_wishes")
            .help("Wishes to hear a section, by what became of them.")
            .labelNames("outcome")
            .register(registry);
    stage =
        Histogram.builder()
            .name("earmark_turn_stage_seconds")
            .help("From the end of speech to: the words understood, the first observation, sound.")
            .unit(Unit.SECONDS)
            .labelNames("stage")
            .classicOnly()
            .classicUpperBounds(STAGE_BOUNDS)
            .register(registry);
    runSeconds =
        Histogram.builder()
            .name("earmark_run_seconds")
            .help("How long runs of the agent took.")
            .unit(Unit.SECONDS)
            .classicOnly()
            .classicUpperBounds(STAGE_BOUNDS)
            .register(registry);
    for (String name : new String[] {"understood", "observation", "audible"}) {
      stage.initLabelValues(name);
    }
    for (String outcome : new String[] {"started", "failed", "dropped"}) {
      wishes.initLabelValues(outcome);
    }
  }

  void onEvent(Events.Event event) {
    Object data = event.data();
    switch (event.type()) {
      case "listen.wake" -> wakes.inc();
      case "listen.speech_end" -> speechEnded();
      case "say.started" -> sayStarted();
      case "play.started" -> wishes.labelValues("started").inc();
      case "play.failed" -> wishes.labelValues("failed").inc();
      case "play.dropped" -> wishes.labelValues("dropped").inc();
      default -> {
        if (data instanceof TurnEvents.Started started && event.type().equals("turn.started")) {
          began(started);
        } else if (data instanceof TurnEvents.Ended ended) {
          ended(ended);
        } else if (data instanceof TurnEvents.RunStep step) {
          stepped(step);
        } else if (data instanceof TurnEvents.RunEnded ended) {
          runEnded(ended);
        }
      }
    }
  }

  private synchronized void began(TurnEvents.Started started) {
    put(origins, started.turnId(), started.origin());
  }

  private void ended(TurnEvents.Ended ended) {
    String origin;
    synchronized (this) {
      origin = origins.remove(ended.turnId());
      heard &= ended.reason().equals("answered");
    }
    String known = origin == null ? "typed" : origin;
    turns.labelValues(known, ended.reason()).inc();
    if (known.equals("voice") && NOBODY_SPOKE.contains(ended.reason())) {
      falseStarts.inc();
    }
    observe(ended.marks(), "understood", "understood");
    observe(ended.marks(), "step_1", "observation");
  }

  private void observe(Map<String, Double> marks, String mark, String name) {
    Double end = marks.get("speech_end");
    Double at = marks.get(mark);
    if (end != null && at != null && at >= end) {
      stage.labelValues(name).observe((at - end) / 1e3);
    }
  }

  /** A step is told again when it changes; only its observation is new each time. */
  private void stepped(TurnEvents.RunStep step) {
    if (step.observationBy().isEmpty() || step.observation().isEmpty()) {
      return;
    }
    synchronized (this) {
      if (stepsCounted.getOrDefault(step.runId(), 0) >= step.number()) {
        return;
      }
      put(stepsCounted, step.runId(), step.number());
    }
    steps.labelValues(step.observationBy(), String.valueOf(step.ok())).inc();
  }

  private void runEnded(TurnEvents.RunEnded ended) {
    synchronized (this) {
      stepsCounted.remove(ended.runId());
    }
    runs.labelValues(ended.ended().isEmpty() ? "unknown" : ended.ended()).inc();
    runSeconds.observe(ended.ms() / 1e3);
  }

  private synchronized void speechEnded() {
    speechEndNanos = clock.nanoTime();
    heard = true;
    answering = false;
  }

  private synchronized void sayStarted() {
    answering = heard;
  }

  /** The first frame of something spoken has reached the ear; called on the output thread. */
  void audible() {
    long since;
    synchronized (this) {
      if (!answering) {
        return;
      }
      answering = false;
      heard = false;
      since = clock.nanoTime() - speechEndNanos;
    }
    stage.labelValues("audible").observe(since / 1e9);
  }

  /** Keeps a value; what never ended is forgotten some day. */
  private static <T> void put(Map<String, T> map, String key, T value) {
    map.put(key, value);
    if (map.size() > MOST_OPEN) {
      map.remove(map.keySet().iterator().next());
    }
  }
}
