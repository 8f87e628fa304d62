package dev.earmark.app.reasoning;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Effect;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.agent.openai.Breaker;
import dev.earmark.agent.openai.FallbackModel;
import dev.earmark.agent.openai.OpenAiChatModel;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.agent.protocol.TranslatedModel;
import dev.earmark.agent.protocol.XmlProtocol;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.rules.RulesFirstModel;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.app.general.GeneralTools;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Clock;
import dev.earmark.config.EarmarkConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import okhttp3.OkHttpClient;

/** Chooses model and wire form by the configuration. */
public final class Brain {
  private static final Duration THINKING_SIGNAL = Duration.ofMillis(1_500);
  private static final Set<Effect> PLAYBACK =
      Set.of(Effect.PLAY, Effect.PAUSE, Effect.STOP, Effect.SEEK);

  private Brain() {}

  /** Returns the wire form with the name that the configuration gives. */
  public static Protocol protocol(String name) {
    return name.equals("xml") ? new XmlProtocol() : new TextProtocol();
  }

  /**
   * The wire form of a run, and of a model that has another one.
   *
   * @param protocol {@code text} or {@code xml}
   * @param prompt adds to a wire form what a model of this run is told beside it
   */
  public record Forms(String protocol, UnaryOperator<Protocol> prompt) {
    /** A wire form with nothing added. */
    public static Forms of(String protocol) {
      return new Forms(protocol, UnaryOperator.identity());
    }

    private Protocol form(String name) {
      return prompt.apply(Brain.protocol(name));
    }

    /** Returns a model that may be asked in the form of the run. */
    private ChatModel inFormOf(ChatModel model, OpenAiSettings llm) {
      boolean same = llm.protocol().isEmpty() || llm.protocol().equals(protocol);
      return same ? model : new TranslatedModel(model, form(protocol), form(llm.protocol()));
    }
  }

  /**
   * Returns the model of a mode.
   *
   * @param mode {@code rules}, {@code llm} or {@code rules-then-llm}
   */
  public static ChatModel model(
      String mode, OpenAiSettings llm, Forms forms, OkHttpClient http, Clock clock) {
    return model(
        mode,
        llm,
        forms,
        http,
        clock,
        Breaker.never(clock),
        new RuleModel(),
        UnaryOperator.identity());
  }

  /**
   * Returns the model of a mode, whose calls the breaker guards.
   *
   * @param meter gets the large model and returns the one to use
   */
  public static ChatModel model(
      String mode,
      OpenAiSettings llm,
      Forms forms,
      OkHttpClient http,
      Clock clock,
      Breaker breaker,
      RuleModel rules,
      UnaryOperator<ChatModel> meter) {
    if (mode.equals("rules")) {
      return rules;
    }
    Random random = new Random();
    ChatModel first =
        forms.inFormOf(new OpenAiChatModel(llm, http, clock, random::nextDouble, breaker), llm);
    OpenAiSettings other = llm.fallback();
    ChatModel either = first;
    if (other != null) {
      ChatModel second =
          new OpenAiChatModel(other, http, clock, random::nextDouble, Breaker.resting(clock));
      either = new FallbackModel(first, forms.inFormOf(second, other));
    }
    ChatModel large = meter.apply(either);
    return mode.equals("llm") ? large : new RulesFirstModel(rules, large);
  }

  /** Tells ahead what a command will take: the rules answer at once, a large model may not. */
  static EngineThinker.Foresight foresight(ChatModel model, RuleModel rules, List<Tool> tools) {
    Set<String> playback =
        tools.stream()
            .map(Tool::spec)
            .filter(spec -> spec.effects().stream().anyMatch(PLAYBACK::contains))
            .map(ToolSpec::name)
            .collect(Collectors.toUnmodifiableSet());
    return (text, language, situation) -> {
      Decision decision = rules.decide(text, language, situation);
      boolean quick =
          model instanceof RuleModel
              || (model instanceof RulesFirstModel
                  && decision.certainty() == Decision.Certainty.SURELY);
      if (!quick) {
        return Thinker.Prospect.SLOW;
      }
      Decision.Call call = decision.call();
      boolean plays =
          decision.plan() == Decision.Plan.PLAY_LAST
              || (call != null && playback.contains(call.tool()));
      return plays ? Thinker.Prospect.QUICK_PLAYBACK : Thinker.Prospect.QUICK;
    };
  }

  /**
   * Makes the engine.
   *
   * @param general what the agent can do beside books
   */
  static AgentEngine engine(
      EarmarkConfig config,
      ChatModel model,
      List<Tool> tools,
      GeneralTools general,
      Clock clock,
      RunArchive archive) {
    return new AgentEngine(
        config.agent(),
        model,
        general.prompt(protocol(config.agent().protocol())),
        registry(tools, general, List.of()),
        clock,
        archive);
  }

  /** Returns all tools of the agent; the last ones are those of other servers. */
  static ToolRegistry registry(List<Tool> tools, GeneralTools general, List<Tool> remote) {
    List<Tool> all = new ArrayList<>(tools);
    all.addAll(general.tools());
    all.addAll(remote);
    return new ToolRegistry(all);
  }

  /** Returns how turns are taken, as the configuration has it. */
  public static TurnSettings turnSettings(EarmarkConfig config) {
    Duration longestRun = config.agent().maxTime().plusSeconds(10);
    Duration usual = TurnSettings.DEFAULT.thinkLimit();
    return new TurnSettings(
        config.languages().get(0),
        config.pauseBook(),
        config.listen().nothingSaid(),
        config.listen().followUp(),
        THINKING_SIGNAL,
        config.listen().maxLength().plus(config.listen().nothingSaid()).plusSeconds(5),
        longestRun.compareTo(usual) > 0 ? longestRun : usual,
        config.listen().rulesOnlyPhrases());
  }
}
