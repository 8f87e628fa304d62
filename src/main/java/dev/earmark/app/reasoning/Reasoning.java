package dev.earmark.app.reasoning;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.Tool;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.openai.Breaker;
import dev.earmark.agent.openai.ModelList;
import dev.earmark.agent.openai.ModelWatch;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.sqlite.SqliteRunStore;
import dev.earmark.app.general.GeneralTools;
import dev.earmark.app.home.Home;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Roles;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.LibraryService;
import dev.earmark.remote.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import okhttp3.OkHttpClient;

/**
 * What thinks in the daemon: the model of the configuration behind its breaker, the agent's engine
 * with its tools, and the archive of its runs.
 */
public final class Reasoning {
  private static final Duration SHORT = Duration.ofMillis(500);

  private final EarmarkConfig config;
  private final OkHttpClient http;
  private final Clock clock;
  private final Health health;
  private final Breaker breaker;
  private final ModelReport report;
  private final RunArchive runs;
  private final List<Tool> tools;
  private final GeneralTools general;
  private final AgentEngine engine;
  private final EngineThinker thinker;

  /**
   * Builds it; {@link #start} makes it work.
   *
   * @param tools what the agent can do with books
   */
  public Reasoning(
      Home home,
      EarmarkConfig config,
      OkHttpClient http,
      LibraryService library,
      List<Tool> tools,
      Metrics metrics,
      Clock clock,
      Health health,
      Lifecycle lifecycle) {
    this.config = config;
    this.http = http;
    this.clock = clock;
    this.health = health;
    this.tools = tools;
    this.breaker = Breaker.resting(clock);
    this.report = new ModelReport(config, health);
    breaker.onChange(report::changed);
    SqliteRunStore store =
        new SqliteRunStore(home.state().resolve("runs.db"), config.runs(), clock);
    lifecycle.started("runs file", SHORT, store);
    this.runs = new RunArchive(store, clock, health);
    this.general = GeneralTools.of(home, config, http, health);
    ExactTitles titles = new ExactTitles(library);
    RuleModel rules = new RuleModel(titles::find, titles::beginning);
    ChatModel model =
        Brain.model(
            config.agent().mode(),
            config.llm(),
            new Brain.Forms(config.agent().protocol(), general::prompt),
            http,
            clock,
            breaker,
            rules,
            large -> metrics.model("llm", large));
    ChatModel rulesCounted = metrics.model("rules", rules);
    ChatModel counted = model instanceof RuleModel ? rulesCounted : model;
    this.engine = Brain.engine(config, counted, tools, general, clock, runs);
    lifecycle.started("agent", SHORT, engine);
    this.thinker =
        new EngineThinker(engine, rulesCounted, runs, Brain.foresight(model, rules, tools));
  }

  /** Returns what answers commands. */
  public EngineThinker thinker() {
    return thinker;
  }

  /** Returns what the status says of the model. */
  public ModelReport report() {
    return report;
  }

  /** Gives the agent the tools of other servers, instead of those it had from them. */
  public void useRemoteTools(List<Tool> remote) {
    engine.useTools(Brain.registry(tools, general, remote));
  }

  /** Starts the writing of runs, and their export where that is on. */
  public void start(Roles roles) {
    roles.start(runs, Duration.ofSeconds(1));
    Telemetry.exporter(config, http, clock, health, runs)
        .ifPresent(exporter -> roles.start(exporter, Duration.ofSeconds(1)));
  }

  /** Starts to look now and then whether the large model can be reached, where there is one. */
  public void watchModel(Roles roles) {
    if (!config.agent().mode().equals("rules")) {
      ModelList list = new ModelList(config.llm(), http, clock);
      roles.start(new ModelWatch(list, breaker, clock), Duration.ofSeconds(1));
    }
  }
}
