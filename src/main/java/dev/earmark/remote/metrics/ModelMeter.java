package dev.earmark.remote.metrics;

import dev.earmark.agent.ChatModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Locale;
import java.util.function.Consumer;

/** Counts the calls of models, their tokens and failures. Thread-safe. */
final class ModelMeter {
  private static final double[] BOUNDS = {0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60};

  private final Counter calls;
  private final Counter tokens;
  private final Histogram seconds;

  ModelMeter(PrometheusRegistry registry) {
    calls =
        Counter.builder()
            .name("earmark_model_calls")
            .help("Calls of a model, by outcome: ok, or the kind of failure.")
            .labelNames("model", "outcome")
            .register(registry);
    tokens =
        Counter.builder()
            .name("earmark_model_tokens")
            .help("Tokens that a model has read and written, as its server counts them.")
            .labelNames("model", "direction")
            .register(registry);
    seconds =
        Histogram.builder()
            .name("earmark_model_call_seconds")
            .help("How long calls of a model took, failed ones included.")
            .unit(Unit.SECONDS)
            .labelNames("model")
            .classicOnly()
            .classicUpperBounds(BOUNDS)
            .register(registry);
  }

  ChatModel wrap(String kind, ChatModel model, Clock clock) {
    return new Metered(kind, model, clock);
  }

  private final class Metered extends ChatModel.Forwarding {
    private final String kind;
    private final Clock clock;

    Metered(String kind, ChatModel model, Clock clock) {
      super(model);
      this.kind = kind;
      this.clock = clock;
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
        throws FailureException {
      long began = clock.nanoTime();
      String outcome = "internal";
      try {
        Reply reply = behind().reply(request, cancel, onText);
        outcome = "ok";
        tokens.labelValues(kind, "prompt").inc(reply.promptTokens());
        tokens.labelValues(kind, "completion").inc(reply.completionTokens());
        return reply;
      } catch (FailureException e) {
        outcome = e.failure().kind().name().toLowerCase(Locale.ROOT);
        throw e;
      } finally {
        calls.labelValues(kind, outcome).inc();
        seconds.labelValues(kind).observe((clock.nanoTime() - began) / 1e9);
      }
    }
  }
}
