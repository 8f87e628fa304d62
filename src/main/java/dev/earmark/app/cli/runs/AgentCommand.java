package dev.earmark.app.cli.runs;

import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.agent.loop.RunJson;
import dev.earmark.agent.loop.claim.Unkept;
import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.LanguageOption;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.Terminal;
import dev.earmark.app.general.AgentStage;
import dev.earmark.app.general.RunTrace;
import dev.earmark.app.general.TerminalConsent;
import dev.earmark.app.general.WorkspacePlace;
import dev.earmark.base.CancelFlag;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.MissingSecret;
import dev.earmark.workspace.Refused;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark agent}: a general task in a workspace, with the trace while it goes on. */
@Command(
    name = "agent",
    description = "Let a large model do a task with the files of one folder; no daemon is needed.")
public final class AgentCommand implements Callable<Integer> {
  private static final int LAST_WORDS_S = 5;
  private static final String NO_MODEL =
      """
      earmark: the embedded rules do sums and tell the time; other tasks need a large language model.
      Any OpenAI-compatible server will do. In config.yml:
        brain:
          mode: llm
          llm: {base-url: "http://127.0.0.1:11434/v1", model: "qwen3:8b"}
      or for once: EARMARK_BRAIN_LLM_BASE_URL=… EARMARK_BRAIN_LLM_MODEL=… ./earmark agent --llm TASK\
      """;

  private static final String NO_MODEL_ZH =
      """
      earmark: 内置规则只会算数和报时；别的任务要接大模型。
      任何 OpenAI 兼容的服务都行。在 config.yml 里写：
        brain:
          mode: llm
          llm: {base-url: "http://127.0.0.1:11434/v1", model: "qwen3:8b"}
      或者只用一次：EARMARK_BRAIN_LLM_BASE_URL=… EARMARK_BRAIN_LLM_MODEL=… ./earmark agent --llm 任务\
      """;

  @Mixin Context context = new Context();

  @Parameters(paramLabel = "TASK", arity = "1..*", description = "What is to be done.")
  String[] words = {};

  @Option(
      names = "--workspace",
      paramLabel = "DIR",
      description = "The folder to work in; made when only itself is missing.")
  @Nullable String folder;

  @Option(
      names = "--protocol",
      paramLabel = "xml|text",
      description = "The wire form; brain.protocol without it.")
  @Nullable String protocol;

  @Option(
      names = "--max-rounds",
      paramLabel = "N",
      defaultValue = "0",
      description = "The most rounds; 10 for text and 20 for xml without it.")
  int maxRounds;

  @Option(names = "--llm", description = "The large model works, even if brain.mode is rules.")
  boolean llm;

  @Option(names = "--yes", description = "Deleting files is allowed without a question.")
  boolean yes;

  @Option(
      names = "--language",
      paramLabel = "zh|en",
      description = "Guessed from the task without it.")
  @Nullable String language;

  @Override
  public Integer call() throws IOException {
    String task = String.join(" ", words).strip();
    EarmarkConfig config = context.config();
    String form = protocol == null ? config.agent().protocol() : protocol;
    check(task, form);
    Path workspace = prepared(folder(config));
    boolean rules = config.agent().mode().equals("rules") && !llm;
    if (!rules) {
      config = context.configWithSecretsOf(MissingSecret.LARGE_MODEL, MissingSecret.OTHER_MODEL);
    }
    RunTrace trace =
        new RunTrace(context.json() ? context::note : context::print, context.say().language());
    CancelFlag cancel = new CancelFlag();
    CountDownLatch over = new CountDownLatch(1);
    Thread interrupted = onInterrupt(cancel, over);
    try (AgentStage stage =
        new AgentStage(config, workspace, rules ? "rules" : "llm", form, maxRounds, consent())) {
      Run run =
          stage.run(
              task,
              LanguageOption.of(language, task, config.languages().get(0)),
              cancel,
              watched(trace, rules));
      List<Unkept.Claim> unkept = stage.unkept(run);
      if (context.json()) {
        ObjectNode whole = (ObjectNode) Json.of(RunJson.toMap(run));
        context.print(whole.set("not_done", Json.of(unkept)));
      }
      Messages say = context.say();
      unkept.forEach(
          claim ->
              context.note("! " + say.text("agent.notdone", Unkept.line(claim, say.language()))));
      return unkept.isEmpty() ? exitCode(run, rules) : CliException.FAILED;
    } catch (Refused e) {
      throw new CliException(
          CliException.FAILED, workspace + ": " + e.words(context.say().language()));
    } finally {
      over.countDown();
      forget(interrupted);
    }
  }

  /**
   * Shows on a terminal that the model is at work, which may take minutes. The rules need no time:
   * what they cannot do is not shown as their answer, since the reason is told instead.
   */
  private Consumer<Run> watched(RunTrace trace, boolean rules) {
    return run -> {
      if (rules && (run.ended() == null || isHelpless(run))) {
        return;
      }
      context.progress("");
      trace.accept(run);
      if (run.ended() == null) {
        context.progress("… " + run.model());
      }
    };
  }

  /** Says so when the folder was made: a slip in its name would go unseen. */
  private Path prepared(Path folder) throws IOException {
    boolean there = Files.exists(folder);
    Path workspace =
        WorkspacePlace.prepare(
            folder, context.home(), Path.of(System.getProperty("user.home", "/root")));
    if (!there) {
      context.note(context.say().text("agent.made", workspace));
    }
    return workspace;
  }

  private void check(String task, String form) {
    if (task.isEmpty()) {
      throw new CliException(CliException.USAGE, "do what? ./earmark agent TASK --workspace DIR");
    }
    if (!form.equals("text") && !form.equals("xml")) {
      throw new CliException(CliException.USAGE, "--protocol is text or xml, not " + form);
    }
    if (maxRounds < 0 || maxRounds > 200) {
      throw new CliException(CliException.USAGE, "--max-rounds is a number from 1 to 200");
    }
  }

  private Path folder(EarmarkConfig config) {
    String written = folder == null ? config.workspace().folder() : folder;
    if (written.isBlank()) {
      throw new CliException(
          CliException.USAGE,
          "which folder may be worked in? Give --workspace DIR, or workspace.folder in config.yml");
    }
    return folder == null
        ? context.home().config().toAbsolutePath().resolveSibling(written)
        : Path.of(written);
  }

  private TerminalConsent consent() {
    boolean person = Terminal.isInputATerminal() && Terminal.isErrorATerminal();
    BufferedReader terminal =
        person
            ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
            : null;
    return new TerminalConsent(
        terminal,
        question -> {
          context.progress("");
          context.ask(question);
        },
        yes);
  }

  private int exitCode(Run run, boolean rules) {
    if (rules && isHelpless(run)) {
      context.note(context.say().language().pick(NO_MODEL_ZH, NO_MODEL));
      return CliException.FAILED;
    }
    return run.ended() == Run.Ended.ANSWERED ? 0 : CliException.FAILED;
  }

  private static boolean isHelpless(Run run) {
    return run.steps().stream().noneMatch(Step::ok);
  }

  /**
   * Has Ctrl-C cancel the run, which ends a model call at once, and gives it a moment for its last
   * words. The exit code is that of a task that was not done, not the one of the signal.
   */
  private static Thread onInterrupt(CancelFlag cancel, CountDownLatch over) {
    Thread hook =
        new Thread(
            () -> {
              cancel.set();
              try {
                if (!over.await(LAST_WORDS_S, TimeUnit.SECONDS)) {
                  System.err.println("earmark: the run did not end in time");
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(CliException.FAILED);
            },
            "cancel-run");
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // Ctrl-C was pressed: the hook ends the process.
    }
  }
}
