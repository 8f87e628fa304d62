package dev.earmark.app.stage;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.app.reasoning.Brain;
import dev.earmark.app.reasoning.DryRun;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import java.time.Duration;
import okhttp3.OkHttpClient;

/** The agent alone, with tools that have no effects. Each task is a conversation of its own. */
public final class ThinkStage implements AutoCloseable {
  private final Clock clock = Clock.system();
  private final OkHttpClient http = new OkHttpClient();
  private final AgentSettings settings;
  private final ChatModel model;
  private int tasks;

  /**
   * Makes the stage.
   *
   * @param protocol {@code text} or {@code xml}
   * @param large whether the large model of the configuration thinks, not the embedded rules
   */
  public ThinkStage(EarmarkConfig config, String protocol, boolean large) {
    Duration limit = config.agent().maxTime();
    String mode = large ? "llm" : "rules";
    this.settings = new AgentSettings(mode, protocol, config.agent().maxRounds(), limit);
    this.model = Brain.model(settings.mode(), config.llm(), Brain.Forms.of(protocol), http, clock);
  }

  /** Thinks about one task and returns the ended run. */
  public Run think(String text, Language language, Situation situation) {
    AgentEngine engine =
        new AgentEngine(
            settings,
            model,
            Brain.protocol(settings.protocol()),
            new ToolRegistry(DryRun.tools(situation)),
            clock);
    AgentEngine.Task task = new AgentEngine.Task("think-" + ++tasks, text, language, situation);
    try {
      return engine.run(task, new CancelFlag(), run -> {});
    } finally {
      engine.close();
    }
  }

  @Override
  public void close() {
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }
}
