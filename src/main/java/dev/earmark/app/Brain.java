package dev.earmark.app;

import dev.earmark.agent.AgentEngine;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.RunLog;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolRegistry;
import dev.earmark.agent.openai.OpenAiChatModel;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.agent.protocol.XmlProtocol;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.rules.RulesFirstModel;
import dev.earmark.base.Clock;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.remote.metrics.Metrics;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import okhttp3.OkHttpClient;

/** Chooses model and wire form by the configuration. */
final class Brain {
  private Brain() {}

  /** Returns the wire form with the name that the configuration gives. */
  static Protocol protocol(String name) {
    return name.equals("xml") ? new XmlProtocol() : new TextProtocol();
  }

  /**
   * Returns the model of a mode.
   *
   * @param mode {@code rules}, {@code llm} or {@code rules-then-llm}
   */
  static ChatModel model(String mode, OpenAiSettings llm, OkHttpClient http, Clock clock) {
    return model(mode, llm, http, clock, (kind, model) -> model);
  }

  /**
   * Returns the model of a mode.
   *
   * @param meter gets {@code rules} or {@code llm} and the model, and returns the one to use
   */
  private static ChatModel model(
      String mode,
      OpenAiSettings llm,
      OkHttpClient http,
      Clock clock,
      BiFunction<String, ChatModel, ChatModel> meter) {
    RuleModel rules = new RuleModel();
    if (mode.equals("rules")) {
      return meter.apply("rules", rules);
    }
    ChatModel large =
        meter.apply("llm", new OpenAiChatModel(llm, http, clock, new Random()::nextDouble));
    return mode.equals("llm") ? large : new RulesFirstModel(rules, large);
  }

  /** Makes the engine, with the model's calls counted. */
  static AgentEngine engine(
      EarmarkConfig config,
      OkHttpClient http,
      List<Tool> tools,
      Clock clock,
      RunLog log,
      Metrics metrics) {
    return new AgentEngine(
        config.agent(),
        model(config.agent().mode(), config.llm(), http, clock, metrics::model),
        protocol(config.agent().protocol()),
        new ToolRegistry(tools),
        clock,
        log);
  }
}
