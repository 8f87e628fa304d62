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
import dev.earmark.app.general.GeneralTools;
import dev.earmark.base.Clock;
import dev.earmark.config.EarmarkConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import okhttp3.OkHttpClient;

/** Chooses model and wire form by the configuration. */
public final class Brain {
  private Brain() {}

  /** Returns the wire form with the name that the configuration gives. */
  public static Protocol protocol(String name) {
    return name.equals("xml") ? new XmlProtocol() : new TextProtocol();
  }

  /**
   * Returns the model of a mode.
   *
   * @param mode {@code rules}, {@code llm} or {@code rules-then-llm}
   */
  public static ChatModel model(String mode, OpenAiSettings llm, OkHttpClient http, Clock clock) {
    RuleModel rules = new RuleModel();
    if (mode.equals("rules")) {
      return rules;
    }
    ChatModel large = new OpenAiChatModel(llm, http, clock, new Random()::nextDouble);
    return mode.equals("llm") ? large : new RulesFirstModel(rules, large);
  }

  /**
   * Makes the engine.
   *
   * @param general what the agent can do beside books
   */
  static AgentEngine engine(
      EarmarkConfig config,
      OkHttpClient http,
      List<Tool> tools,
      GeneralTools general,
      Clock clock,
      RunLog log) {
    List<Tool> all = new ArrayList<>(tools);
    all.addAll(general.tools());
    return new AgentEngine(
        config.agent(),
        model(config.agent().mode(), config.llm(), http, clock),
        general.prompt(protocol(config.agent().protocol())),
        new ToolRegistry(all),
        clock,
        log);
  }
}
