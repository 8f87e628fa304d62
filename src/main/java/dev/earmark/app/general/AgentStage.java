package dev.earmark.app.general;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Tool;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.agent.loop.claim.Unkept;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.app.reasoning.Brain;
import dev.earmark.app.reasoning.Telemetry;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.tools.TimedTool;
import dev.earmark.tools.general.Calculator;
import dev.earmark.tools.general.GetTime;
import dev.earmark.tools.search.Search;
import dev.earmark.tools.workspace.ConsentGate;
import dev.earmark.tools.workspace.FileTools;
import dev.earmark.workspace.Listing;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import okhttp3.OkHttpClient;

/**
 * The agent alone, with the file tools of a workspace, search, sums and the time; needs no daemon.
 *
 * <p>A general task needs more room than a spoken command: where the configuration says nothing, a
 * run may take 30 minutes and a million tokens, a reply 10 minutes and 8,192 tokens.
 */
public final class AgentStage implements AutoCloseable {
  private static final Duration RUN = Duration.ofMinutes(30);
  private static final Duration REPLY = Duration.ofMinutes(10);
  private static final int RUN_TOKENS = 1_000_000;
  private static final int REPLY_TOKENS = 8_192;
  private static final int FILES_TOLD = 100;

  private final Clock clock = Clock.system();
  private final OkHttpClient http = new OkHttpClient();
  private final EarmarkConfig config;
  private final AgentSettings settings;
  private final Workspace workspace;
  private final Path folder;
  private final List<Tool> tools = new ArrayList<>();

  /**
   * Makes the stage.
   *
   * @param folder the workspace, prepared by {@link WorkspacePlace}
   * @param mode {@code rules} or {@code llm}
   * @param protocol {@code text} or {@code xml}
   * @param maxRounds the most rounds; 0 for what is configured
   * @param consent is asked before a file is deleted
   * @throws IOException when the folder cannot be opened
   */
  public AgentStage(
      EarmarkConfig config,
      Path folder,
      String mode,
      String protocol,
      int maxRounds,
      ConsentGate.Consent consent)
      throws IOException {
    this.config = config;
    AgentSettings asked = config.agent();
    this.settings =
        new AgentSettings(
                mode,
                protocol,
                maxRounds > 0 ? maxRounds : asked.maxRounds(),
                isDefault("brain.max-time") ? RUN : asked.maxTime(),
                RUN_TOKENS,
                0,
                0)
            .withPrices(asked.prices())
            .withToolFirst(toolFirst(protocol));
    this.folder = folder;
    this.workspace = Workspace.open(folder, config.workspace());
    Duration timeout = config.workspace().timeout();
    Search search = new Search(GeneralTools.web(config, http), workspace);
    // Within the gate: nobody is hurried who is asked for consent.
    tools.addAll(ConsentGate.around(TimedTool.around(FileTools.in(workspace), timeout), consent));
    tools.addAll(TimedTool.around(List.of(search), timeout));
    tools.add(new Calculator());
    tools.add(new GetTime(clock, ZoneId::systemDefault));
  }

  /** The command line's wire form counts, not the configured one. */
  private boolean toolFirst(String protocol) {
    String key = "brain.tool-first";
    return config.effective().stream()
        .filter(one -> one.key().equals(key))
        .anyMatch(one -> one.value().equals("always") || one.value().equals(protocol));
  }

  private boolean isDefault(String key) {
    return config.effective().stream()
        .anyMatch(one -> one.key().equals(key) && one.source().equals("default"));
  }

  private OpenAiSettings llm() {
    OpenAiSettings asked = config.llm();
    return asked.withLimits(
        isDefault("brain.llm.max-tokens") ? REPLY_TOKENS : asked.maxTokens(),
        isDefault("brain.llm.timeout") ? REPLY : asked.timeout());
  }

  /**
   * Does a task and returns the ended run.
   *
   * @param onChange gets a snapshot after every step and at the end, on the calling thread
   * @throws Refused when the workspace cannot be looked into
   */
  public Run run(String task, Language language, CancelFlag cancel, Consumer<Run> onChange)
      throws Refused {
    Listing files = workspace.list(".", FILES_TOLD);
    Protocol prompt = new WorkspacePrompt(Brain.protocol(settings.protocol()), files);
    Brain.Forms forms =
        new Brain.Forms(settings.protocol(), form -> new WorkspacePrompt(form, files));
    RunArchive archive = RunArchive.inMemory(clock);
    Optional<Telemetry> telemetry = Telemetry.start(config, http, clock, archive);
    try (AgentEngine engine =
        new AgentEngine(
            settings,
            Brain.model(settings.mode(), llm(), forms, http, clock),
            prompt,
            new ToolRegistry(tools),
            clock,
            archive)) {
      return engine.run(
          new AgentEngine.Task("agent-1", task, language, Situation.NOTHING), cancel, onChange);
    } finally {
      telemetry.ifPresent(Telemetry::close);
    }
  }

  /** Returns what the answer of a run of this stage claims although it did not happen. */
  public List<Unkept.Claim> unkept(Run run) {
    return Unkept.of(run, tools.stream().map(Tool::spec).toList(), this::isThere);
  }

  private boolean isThere(String path) {
    try {
      return Files.exists(folder.resolve(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  @Override
  public void close() {
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }
}
