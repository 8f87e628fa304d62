package dev.earmark.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Intervention;
import dev.earmark.agent.Intervention.Kind;
import dev.earmark.agent.Intervention.Outcome;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Run;
import dev.earmark.agent.Run.Ended;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.AgentEngine.Task;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a person does to a run that goes on: hold it, change it, allow it, end it. */
final class InterventionTest {
  private static final String SEARCH =
      "Thought: 先搜索\nAction: search_album\nAction Input: {\"keyword\": \"西游记\"}";
  private static final String PLAY =
      "Action: search_and_play\nAction Input: {\"keyword\": \"西游记\", \"section\": 1}";
  private static final String DELETE = "Action: delete_file\nAction Input: {\"path\": \"a.txt\"}";
  private static final String DONE = "Final Answer: 好了";

  private final FakeTools tools = new FakeTools();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();
  private final List<String> states = new CopyOnWriteArrayList<>();
  private final List<String> deleted = new CopyOnWriteArrayList<>();
  private final List<AgentEngine> engines = new ArrayList<>();

  @AfterEach
  void close() {
    engines.forEach(AgentEngine::close);
  }

  private AgentEngine engine(ScriptedModel model, Duration pause, Duration consent) {
    AgentSettings settings =
        new AgentSettings("llm", "text", 0, Duration.ofSeconds(60), 0, 6, 2_000, pause, consent);
    List<Tool> all = new ArrayList<>();
    ToolRegistry books = tools.registry();
    for (ToolSpec spec : books.index().specs()) {
      all.add(
          ((ToolRegistry.Lookup.Callable) books.look(spec.name(), args(spec), Language.ZH)).tool());
    }
    all.add(deletes());
    AgentEngine engine =
        new AgentEngine(settings, model, new TextProtocol(), new ToolRegistry(all), clock);
    engines.add(engine);
    return engine;
  }

  private static Map<String, Object> args(ToolSpec spec) {
    return spec.parameters().stream()
        .filter(Parameter::required)
        .collect(java.util.stream.Collectors.toMap(Parameter::name, p -> "x"));
  }

  private Tool deletes() {
    ToolSpec spec =
        new ToolSpec(
            "delete_file",
            "deletes",
            List.of(Parameter.required("path", Parameter.Type.STRING, "which")),
            Set.of(),
            /* needsConsent= */ true);
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return spec;
      }

      @Override
      public ToolResult call(Map<String, Object> args, Context context) {
        deleted.add(String.valueOf(args.get("path")));
        return ToolResult.ok("删了");
      }
    };
  }

  private AgentEngine engine(ScriptedModel model) {
    return engine(model, Duration.ofMinutes(5), Duration.ofMinutes(5));
  }

  private CompletableFuture<Run> start(AgentEngine engine, String id) {
    return CompletableFuture.supplyAsync(
        () ->
            engine.run(
                new Task(id, "播放", Language.ZH, Situation.NOTHING),
                cancel,
                run -> {
                  if (states.isEmpty() || !states.get(states.size() - 1).equals(run.state())) {
                    states.add(run.state());
                  }
                }));
  }

  /** Starts a run whose first model call hangs, pauses it, and lets the call end. */
  private CompletableFuture<Run> startPaused(AgentEngine engine, ScriptedModel model)
      throws Exception {
    CompletableFuture<Run> run = start(engine, "r");
    assertThat(model.hanging().await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(engine.intervene("r", new Intervention.Pause())).isEqualTo(Outcome.DONE);
    assertThat(engine.intervene("r", new Intervention.Observe("先别急", 0)).done()).isTrue();
    awaitState(engine, "paused");
    return run;
  }

  private static void awaitState(AgentEngine engine, String state) {
    await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> engine.find("r").map(Run::state).orElse("").equals(state));
  }

  private static Run get(CompletableFuture<Run> run) throws Exception {
    return run.get(30, TimeUnit.SECONDS);
  }

  private static String last(ScriptedModel model) {
    List<Message> messages = model.asked().get(model.asked().size() - 1).messages();
    return messages.get(messages.size() - 1).text();
  }

  @Test
  void pause_whileTheModelThinks_holdsBeforeTheNextStepAndGoesOn() throws Exception {
    ScriptedModel model = new ScriptedModel(ScriptedModel.HANG, SEARCH, PLAY, DONE);
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = startPaused(engine, model);

    assertThat(tools.calls).isEmpty();
    assertThat(model.asked()).hasSize(1);
    assertThat(engine.find("r").orElseThrow().steps())
        .extracting(Step::observationBy)
        .containsExactly(Step.By.PERSON);
    assertThat(engine.intervene("r", new Intervention.Resume()).done()).isTrue();
    Run run = get(running);

    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(tools.calls).hasSize(2);
    assertThat(states).containsExactly("running", "paused", "running", "ended");
    assertThat(engine.intervene("r", new Intervention.Resume()).kind()).isEqualTo(Kind.ENDED);
  }

  @Test
  void input_ofTheCallThatWaits_isCheckedUsedAndShownBesideTheModels() throws Exception {
    ScriptedModel model = new ScriptedModel(SEARCH, PLAY, DONE);
    model.beforeReply(2, () -> engines.get(0).intervene("r", new Intervention.Pause()));
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "paused");
    Run.Waiting waiting = Objects.requireNonNull(engine.find("r").orElseThrow().waiting());
    assertThat(waiting.action()).isEqualTo("search_and_play");
    assertThat(waiting.actionInput()).containsEntry("keyword", "西游记");

    Outcome wrong =
        engine.intervene("r", new Intervention.Input(Map.of("keyword", "水浒", "section", "x")));
    assertThat(wrong.kind()).isEqualTo(Kind.REFUSED);
    assertThat(wrong.detail()).contains("section");
    assertThat(
            engine
                .intervene("r", new Intervention.Input(Map.of("keyword", "水浒传", "section", 3)))
                .done())
        .isTrue();
    assertThat(engine.find("r").orElseThrow().waiting())
        .extracting(Run.Waiting::actionInput)
        .isEqualTo(Map.of("keyword", "水浒传", "section", 3));
    engine.intervene("r", new Intervention.Resume());
    Run run = get(running);

    assertThat(tools.calls)
        .containsExactly(
            "search_album{keyword=西游记, page=1}", "search_and_play{keyword=水浒传, section=3}");
    Step step = run.steps().get(1);
    assertThat(step.actionInput()).containsEntry("keyword", "水浒传");
    assertThat(Objects.requireNonNull(step.before()).actionInput()).containsEntry("keyword", "西游记");
    assertThat(last(model)).contains("用户改过").contains("水浒传");
    assertThat(model.asked()).hasSize(3);
  }

  @Test
  void observation_whileACallWaits_dropsTheCallAndNothingRunsTwice() throws Exception {
    ScriptedModel model = new ScriptedModel(SEARCH, PLAY, "Final Answer: 只看第6到第10个");
    model.beforeReply(2, () -> engines.get(0).intervene("r", new Intervention.Pause()));
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "paused");

    engine.intervene("r", new Intervention.Observe("前5个结果不对，请只看第6到第10个", 0));
    await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> engine.find("r").orElseThrow().steps().size() == 2);
    engine.intervene("r", new Intervention.Resume());
    Run run = get(running);

    assertThat(tools.calls).containsExactly("search_album{keyword=西游记, page=1}");
    assertThat(run.steps().get(1).observationBy()).isEqualTo(Step.By.PERSON);
    assertThat(run.notes()).anyMatch(note -> note.contains("search_and_play"));
    assertThat(last(model)).contains("找到 2 个").contains("第6到第10个");
    assertThat(run.answer()).isEqualTo("只看第6到第10个");
  }

  @Test
  void observation_ofAStep_isReplacedForTheModelAndKeptInTheTrace() throws Exception {
    ScriptedModel model = new ScriptedModel(SEARCH, ScriptedModel.HANG, DONE);
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    assertThat(model.hanging().await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(engine.intervene("r", new Intervention.Observe("x", 2)).kind())
        .isEqualTo(Kind.REFUSED);
    assertThat(engine.intervene("r", new Intervention.Observe("只有一本", 1)).done()).isTrue();
    Run run = get(running);

    assertThat(run.steps()).hasSize(1);
    Step step = run.steps().get(0);
    assertThat(step.observation()).isEqualTo("只有一本");
    assertThat(step.observationBy()).isEqualTo(Step.By.PERSON);
    assertThat(Objects.requireNonNull(step.before()).observation()).contains("找到 2 个");
    assertThat(last(model)).contains("只有一本").doesNotContain("找到 2 个");
    assertThat(tools.calls).hasSize(1);
  }

  @Test
  void pausedRun_cancelled_endsAtOnce() throws Exception {
    ScriptedModel model = new ScriptedModel(ScriptedModel.HANG, DONE);
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = startPaused(engine, model);
    cancel.set();
    assertThat(get(running).ended()).isEqualTo(Ended.CANCELLED);
  }

  @Test
  void pausedRun_forgotten_isCancelledAfterItsLimit() throws Exception {
    ScriptedModel model = new ScriptedModel(ScriptedModel.HANG, DONE);
    AgentEngine engine = engine(model, Duration.ofMillis(50), Duration.ofMinutes(5));
    CompletableFuture<Run> running = start(engine, "r");
    assertThat(model.hanging().await(10, TimeUnit.SECONDS)).isTrue();
    engine.intervene("r", new Intervention.Pause());
    engine.intervene("r", new Intervention.Observe("嗯", 0));
    Run run = get(running);

    assertThat(run.ended()).isEqualTo(Ended.CANCELLED);
    assertThat(run.notes()).anyMatch(note -> note.contains("nobody went on"));
  }

  @Test
  void pausedRun_timeDoesNotCount() throws Exception {
    ScriptedModel model = new ScriptedModel(ScriptedModel.HANG, DONE);
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = startPaused(engine, model);
    clock.advance(Duration.ofMinutes(4)); // far more than the run may take
    engine.intervene("r", new Intervention.Resume());

    assertThat(get(running).ended()).isEqualTo(Ended.ANSWERED);
  }

  @Test
  void answerOfAPausedRun_waitsToo() throws Exception {
    ScriptedModel model = new ScriptedModel(DONE, "Final Answer: 换一个");
    model.beforeReply(1, () -> engines.get(0).intervene("r", new Intervention.Pause()));
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "paused");
    engine.intervene("r", new Intervention.Observe("不对", 0));
    engine.intervene("r", new Intervention.Resume());

    assertThat(get(running).answer()).isEqualTo("换一个");
  }

  @Test
  void pause_thirdRunAtOnce_isRefused() throws Exception {
    ScriptedModel model = new ScriptedModel(ScriptedModel.HANG).forEver();
    AgentEngine engine = engine(model);
    List<CompletableFuture<Run>> runs = new ArrayList<>();
    java.util.concurrent.ExecutorService workers =
        java.util.concurrent.Executors.newFixedThreadPool(3);
    for (String id : List.of("a", "b", "c")) {
      runs.add(
          CompletableFuture.supplyAsync(
              () ->
                  engine.run(new Task(id, "x", Language.EN, Situation.NOTHING), cancel, now -> {}),
              workers));
    }
    await().atMost(30, TimeUnit.SECONDS).until(() -> model.asked().size() == 3);

    assertThat(engine.intervene("a", new Intervention.Pause()).done()).isTrue();
    assertThat(engine.intervene("b", new Intervention.Pause()).done()).isTrue();
    assertThat(engine.intervene("b", new Intervention.Pause()).done()).isTrue();
    assertThat(engine.intervene("c", new Intervention.Pause()).kind()).isEqualTo(Kind.NOT_NOW);
    engine.intervene("a", new Intervention.Resume());
    assertThat(engine.intervene("c", new Intervention.Pause()).done()).isTrue();
    cancel.set();
    for (CompletableFuture<Run> run : runs) {
      assertThat(get(run).ended()).isEqualTo(Ended.CANCELLED);
    }
    workers.shutdown();
  }

  @Test
  void whatDoesNotFit_isSaid() throws Exception {
    ScriptedModel model = new ScriptedModel(ScriptedModel.HANG, DONE);
    AgentEngine engine = engine(model);
    assertThat(engine.intervene("r", new Intervention.Pause()).kind()).isEqualTo(Kind.ENDED);
    CompletableFuture<Run> running = start(engine, "r");
    assertThat(model.hanging().await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(engine.intervene("r", new Intervention.Resume()).detail()).contains("not paused");
    assertThat(engine.intervene("r", new Intervention.Input(Map.of())).detail())
        .contains("pause it first");
    assertThat(engine.intervene("r", new Intervention.Consent(true)).detail())
        .contains("asks for nothing");
    cancel.set();
    get(running);
  }

  @Test
  void anyInterventionsAtAnyTime_noCallIsMadeTwiceAndTheRunEnds() throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      java.util.Random random = new java.util.Random(seed);
      ScriptedModel model = new ScriptedModel();
      for (int i = 0; i < 8; i++) {
        String call = "Action: search_album\nAction Input: {\"keyword\": \"" + i + "\"}";
        model.then(dev.earmark.agent.ChatModel.Reply.of(call));
      }
      model.then(dev.earmark.agent.ChatModel.Reply.of(DONE)).forEver();
      AgentEngine engine = engine(model);
      tools.calls.clear();
      CompletableFuture<Run> running = start(engine, "r");
      await().atMost(30, TimeUnit.SECONDS).until(() -> engine.find("r").isPresent());
      for (int i = 0; i < 40; i++) {
        engine.intervene("r", any(random));
      }
      await()
          .atMost(30, TimeUnit.SECONDS)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                engine.intervene("r", new Intervention.Resume());
                return running.isDone();
              });
      Run run = get(running);

      assertThat(run.ended()).as("seed %d", seed).isIn(Ended.ANSWERED, Ended.LIMIT_STEPS);
      assertThat(tools.calls).as("seed %d", seed).doesNotHaveDuplicates();
      assertThat(run.waiting()).isNull();
    }
  }

  private static Intervention any(java.util.Random random) {
    return switch (random.nextInt(20)) {
      case 0, 1, 2 -> new Intervention.Pause();
      case 3 -> new Intervention.Observe("嗯", random.nextInt(4));
      case 4 -> new Intervention.Input(Map.of("keyword", "x" + random.nextInt()));
      case 5 -> new Intervention.Consent(true);
      default -> new Intervention.Resume();
    };
  }

  // ---- consent ----

  @Test
  void consent_given_toolRuns() throws Exception {
    ScriptedModel model = new ScriptedModel(DELETE, DONE);
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "asking");
    Run.Waiting waiting = Objects.requireNonNull(engine.find("r").orElseThrow().waiting());
    assertThat(waiting.question()).contains("delete_file").contains("a.txt").endsWith("可以吗？");
    assertThat(deleted).isEmpty();
    engine.intervene("r", new Intervention.Consent(true));

    assertThat(get(running).steps().get(0).observation()).isEqualTo("删了");
    assertThat(deleted).containsExactly("a.txt");
    assertThat(states).containsExactly("running", "asking", "running", "ended");
  }

  @Test
  void consent_withAnotherInput_usesIt() throws Exception {
    AgentEngine engine = engine(new ScriptedModel(DELETE, DONE));
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "asking");
    engine.intervene("r", new Intervention.Input(Map.of("path", "b.txt")));
    Run.Waiting asked = engine.find("r").map(Run::waiting).orElseThrow();
    assertThat(asked.question()).contains("b.txt").doesNotContain("a.txt");
    engine.intervene("r", new Intervention.Consent(true));

    get(running);
    assertThat(deleted).containsExactly("b.txt");
  }

  @Test
  void consent_denied_isThePersonsObservation() throws Exception {
    ScriptedModel model = new ScriptedModel(DELETE, DONE);
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "asking");
    engine.intervene("r", new Intervention.Consent(false));
    Step step = get(running).steps().get(0);

    assertThat(deleted).isEmpty();
    assertThat(step.ok()).isFalse();
    assertThat(step.observationBy()).isEqualTo(Step.By.PERSON);
    assertThat(last(model)).contains("不同意");
  }

  @Test
  void consent_noAnswerInTime_isNo() throws Exception {
    ScriptedModel model = new ScriptedModel(DELETE, DONE);
    AgentEngine engine = engine(model, Duration.ofMinutes(5), Duration.ofMillis(30));
    Step step = get(start(engine, "r")).steps().get(0);

    assertThat(deleted).isEmpty();
    assertThat(step.observationBy()).isEqualTo(Step.By.ENGINE);
    assertThat(step.observation()).contains("没有回答");
  }

  @Test
  void consent_runCancelled_isNo() throws Exception {
    AgentEngine engine = engine(new ScriptedModel(DELETE, DONE));
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "asking");
    cancel.set();

    assertThat(get(running).ended()).isEqualTo(Ended.CANCELLED);
    assertThat(deleted).isEmpty();
  }

  @Test
  void input_isCheckedAgainstTheToolsThatTheRunBeganWith() throws Exception {
    ScriptedModel model = new ScriptedModel(SEARCH, PLAY, DONE);
    model.beforeReply(2, () -> engines.get(0).intervene("r", new Intervention.Pause()));
    AgentEngine engine = engine(model);
    CompletableFuture<Run> running = start(engine, "r");
    awaitState(engine, "paused");

    engine.useTools(new ToolRegistry(List.of(deletes())));

    assertThat(engine.intervene("r", new Intervention.Input(Map.of("keyword", "水浒传"))))
        .isEqualTo(Outcome.DONE);
    engine.intervene("r", new Intervention.Resume());
    assertThat(get(running).steps().get(1).actionInput()).containsEntry("keyword", "水浒传");
  }
}
