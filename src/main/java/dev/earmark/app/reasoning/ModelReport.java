package dev.earmark.app.reasoning;

import dev.earmark.agent.openai.Breaker;
import dev.earmark.base.Failure;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import java.util.Locale;

/** Shows in the status how the large model fares. Thread-safe. */
public final class ModelReport {
  private static final String PART = "brain";

  private final EarmarkConfig config;
  private final Health health;
  private volatile String trouble = "";

  ModelReport(EarmarkConfig config, Health health) {
    this.config = config;
    this.health = health;
  }

  /** Takes what the last call, or a look at the server's list of models, has told. */
  void changed(Breaker.Condition condition) {
    Failure failure = condition.failure();
    String model = config.llm().model();
    if (failure != null) {
      trouble = failure.said(config.languages().get(0));
      health.problem(PART, failure.detail());
      return;
    }
    trouble = "";
    double seconds = condition.latency().toMillis() / 1e3;
    health.ok(
        PART,
        seconds == 0
            ? model + " can be reached at " + config.llm().baseUrl()
            : String.format(
                Locale.ROOT, "%s answers (the last time after %.1f s)", model, seconds));
  }

  /** Returns mode and model, and what is wrong with it. */
  public String line() {
    String mode = config.agent().mode();
    if (mode.equals("rules")) {
      return mode;
    }
    String model = config.llm().model();
    return mode + " (" + model + (trouble.isEmpty() ? "" : ": " + trouble) + ")";
  }
}
