package dev.earmark.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.ChatModel.Request;
import dev.earmark.agent.Effect;
import dev.earmark.agent.FakeRunStore;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Intervention;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Run;
import dev.earmark.agent.Run.Ended;
import dev.earmark.agent.Run.Forgotten;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.RunSettings;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.AgentEngine.Task;
import dev.earmark.agent.openai.FallbackModel;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model is told when a run or a conversation becomes longer than it can read. */
final class MemoryTest {
  private static final int ROUNDS = 40;
  private static final String TASK = "把所有的页都读一遍，然后告诉我主角是谁";

  private final FakeClock clock = new FakeClock();

  private static Tool tool(String name, Set<Effect> effects, int length) {
    ToolSpec spec =
        new ToolSpec(
            name,
            "reads",
            List.of(new Parameter("page", Parameter.Type.INTEGER, true, null, "which")),
            effects);
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return spec;
      }

      @Override
      public ToolResult call(Map<String, Object> args, Context context) {
        String page = "<第" + args.get("page") + "页>";
        return ToolResult.ok(page + "猴".repeat(length) + page);
      }
    };
  }

  private AgentEngine engine(ChatModel model, String protocol) {
    AgentSettings settings =
        new AgentSettings("llm", protocol, 200, Duration.ofHours(1), 0, 6, 2_048);
    ToolRegistry tools =
        new ToolRegistry(
            List.of(tool("read", Set.of(), 400), tool("write", Set.of(Effect.FILE), 60)));
    return new AgentEngine(settings, model, StepJson.protocol(protocol), tools, clock);
  }

  private static String call(String protocol, String tool, int page) {
    return StepJson.protocol(protocol).renderAction("下一页", tool, Map.of("page", page));
  }

  /**
   * A model that reads page after page, keeps what it was asked, and summarises when it is told.
   */
  private static final class Reader implements ChatModel {
    private final String protocol;
    private final int tokens;
    private final String summary;
    private final List<Request> asked = new ArrayList<>();
    private final List<Request> summaries = new ArrayList<>();

    Reader(String protocol, int tokens, String summary) {
      this.protocol = protocol;
      this.tokens = tokens;
      this.summary = summary;
    }

    @Override
    public String name() {
      return "reader";
    }

    @Override
    public int promptTokens() {
      return tokens;
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
        throws FailureException {
      Message last = request.messages().get(request.messages().size() - 1);
      if (last.text().contains("只写小结")) {
        summaries.add(request);
        if (summary.isEmpty()) {
          throw new FailureException(Failure.Kind.UNAVAILABLE, "no summary today");
        }
        return Reply.of(summary);
      }
      asked.add(request);
      int page = asked.size();
      String text =
          page > ROUNDS
              ? StepJson.protocol(protocol).renderAnswer("", "主角是孙悟空")
              : call(protocol, page == 3 ? "write" : "read", page);
      onText.accept(text);
      return Reply.of(text);
    }
  }

  private Run run(Reader model) {
    try (AgentEngine engine = engine(model, model.protocol)) {
      return engine.run(
          new Task("r", TASK, Language.ZH, Situation.NOTHING), new CancelFlag(), r -> {});
    }
  }

  private static int tokens(Request request) {
    return request.messages().stream().mapToInt(m -> Conversation.tokens(m.text())).sum();
  }

  private static boolean startsWith(Request later, Request earlier) {
    int size = earlier.messages().size();
    return later.messages().size() >= size
        && later.messages().subList(0, size).equals(earlier.messages());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "xml"})
  void longRun_staysWithinTheBudgetAndCutsRarely(String protocol) {
    Reader model = new Reader(protocol, 6_000, "");
    Run run = run(model);
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(model.asked).hasSize(ROUNDS + 1);
    int cuts = 0;
    for (int i = 0; i < model.asked.size(); i++) {
      Request request = model.asked.get(i);
      assertThat(tokens(request)).isLessThanOrEqualTo(6_000);
      List<Message> messages = request.messages();
      assertThat(messages.get(0)).isEqualTo(model.asked.get(0).messages().get(0));
      assertThat(messages.get(1).text()).startsWith(model.asked.get(0).messages().get(1).text());
      if (i >= 2) {
        String two = messages.subList(messages.size() - 4, messages.size()).toString();
        assertThat(two).contains("猴".repeat(i == 3 || i == 4 ? 60 : 400));
        assertThat(two).as("the last call").contains(call(protocol, i == 3 ? "write" : "read", i));
      }
      for (int j = 1; j < messages.size(); j++) {
        assertThat(messages.get(j).author()).isNotEqualTo(messages.get(j - 1).author());
      }
      cuts += i > 0 && !startsWith(request, model.asked.get(i - 1)) ? 1 : 0;
    }
    assertThat(cuts).isBetween(1, ROUNDS / 5);
    assertThat(run.forgotten()).hasSizeBetween(cuts, 2 * cuts);
    assertThat(run.steps()).hasSize(ROUNDS);
    assertThat(run.steps().get(0).observation())
        .as("the record keeps all")
        .contains("猴".repeat(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "读到第三页了"})
  void callsForSummaries_areInTheLogOfCalls(String summary) {
    Reader model = new Reader("text", 6_000, summary);
    Run run = run(model);
    assertThat(model.summaries).isNotEmpty();
    List<CallLog.Chat> chats = run.calls().chats();
    assertThat(chats).hasSize(model.asked.size() + model.summaries.size());
    assertThat(chats).extracting(chat -> chat.origin().model()).containsOnly("reader");
    assertThat(chats.stream().filter(chat -> chat.failure().equals("unavailable")))
        .hasSize(summary.isEmpty() ? model.summaries.size() : 0);
    assertThat(chats).extracting(CallLog.Chat::startMs).isSorted();
  }

  @Test
  void fullPrompt_oldObservationsAreShortenedFirst() {
    Run run = run(new Reader("text", 6_000, ""));
    Forgotten first = run.forgotten().get(0);
    assertThat(first.what()).isEqualTo("shortened");
    assertThat(first.fromStep()).isEqualTo(1);
    assertThat(first.tokens()).isPositive();
    assertThat(run.forgotten())
        .extracting(Forgotten::what)
        .contains("summarised")
        .doesNotContain("turns");
  }

  @Test
  void summaryByRule_namesStepsAndKeepsWhatWasDone() {
    Reader model = new Reader("text", 3_000, "");
    Run run = run(model);
    String task = model.asked.get(ROUNDS).messages().get(1).text();
    assertThat(task).contains("小结").contains("30. read{\"page\":30} → <第30页>");
    assertThat(task).contains("已经做到的").contains("3. write{\"page\":3} → <第3页>猴");
    assertThat(task.split("步的小结", -1)).as("one summary, not one for each cut").hasSize(2);
    assertThat(run.notes()).anyMatch(note -> note.contains("no summary today"));
    assertThat(run.forgotten())
        .filteredOn(f -> f.what().equals("summarised"))
        .allSatisfy(f -> assertThat(f.by()).isEqualTo("rule"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"读到了猴子。", "Thought: a\nFinal Answer: 读到了猴子。"})
  void summaryByTheModel_isToldWithWhatWasDone(String summary) {
    Reader model = new Reader("text", 3_000, summary);
    Run run = run(model);
    assertThat(model.summaries).isNotEmpty();
    String task = model.asked.get(ROUNDS).messages().get(1).text();
    assertThat(task).contains("读到了猴子。").contains("3. write{\"page\":3}").doesNotContain("30. read");
    assertThat(run.forgotten())
        .filteredOn(f -> f.what().equals("summarised"))
        .anySatisfy(f -> assertThat(f.by()).isEqualTo("model"));
    Request ask = model.summaries.get(0);
    assertThat(ask.messages().get(0)).isEqualTo(model.asked.get(0).messages().get(0));
  }

  @Test
  void summaryThatIsACall_isNotTaken() {
    Reader model = new Reader("text", 3_000, call("text", "write", 9));
    Run run = run(model);
    assertThat(run.steps()).filteredOn(s -> s.action().equals("write")).hasSize(1);
    assertThat(model.asked.get(ROUNDS).messages().get(1).text()).contains("30. read");
  }

  @Test
  void modelThatReadsNoMessages_isToldAll() {
    Reader model = new Reader("text", 0, "");
    Run run = run(model);
    assertThat(run.forgotten()).isEmpty();
    assertThat(model.asked.get(ROUNDS).messages()).hasSize(2 + 2 * ROUNDS);
  }

  @Test
  void observationOfASummarisedStep_isReplacedByAPersonsWords() {
    Reader model = new Reader("text", 3_000, "");
    AgentEngine engine = engine(model, "text");
    Run run =
        engine.run(
            new Task("r", TASK, Language.ZH, Situation.NOTHING),
            new CancelFlag(),
            now -> {
              boolean once =
                  now.steps().stream().noneMatch(s -> s.observationBy() == Step.By.PERSON);
              if (now.steps().size() == 30 && once && now.ended() == null) {
                assertThat(engine.intervene("r", new Intervention.Observe("第二页不算", 2)).done())
                    .isTrue();
              }
            });
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(model.asked.get(30).messages().toString()).contains("第二页不算");
  }

  @Test
  void serverFindsThePromptTooLong_isAskedOnceWithLess() {
    String[] replies = new String[9];
    for (int i = 0; i < 8; i++) {
      replies[i] = call("text", "read", i);
    }
    replies[8] = "Final Answer: 好";
    ScriptedModel script = new ScriptedModel(replies).reading(60_000);
    int[] refused = new int[1];
    ChatModel model =
        new ChatModel() {
          @Override
          public String name() {
            return "small";
          }

          @Override
          public int promptTokens() {
            return script.promptTokens();
          }

          @Override
          public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
              throws FailureException {
            if (tokens(request) > 3_000) {
              refused[0]++;
              throw new FailureException(
                  Failure.Kind.BAD_REQUEST, "maximum context length is 4096 tokens");
            }
            return script.reply(request, cancel, onText);
          }
        };
    Run run =
        engine(model, "text")
            .run(new Task("r", TASK, Language.ZH, Situation.NOTHING), new CancelFlag(), r -> {});
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(refused[0]).isEqualTo(1);
    assertThat(run.forgotten()).isNotEmpty();
  }

  /** The first model fails in the middle of a run that the second one can only read in part. */
  @Test
  void fallbackWithASmallerContext_getsAShorterPromptAndGoesOn() {
    String[] replies = new String[6];
    for (int i = 0; i < 6; i++) {
      replies[i] = call("text", "read", i);
    }
    ScriptedModel first = new ScriptedModel(replies).reading(60_000);
    ScriptedModel second = new ScriptedModel("Final Answer: 好").reading(2_000);
    Run run =
        engine(new FallbackModel(first, second), "text")
            .run(new Task("r", TASK, Language.ZH, Situation.NOTHING), new CancelFlag(), r -> {});
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(second.asked()).hasSize(1);
    assertThat(tokens(first.asked().get(6))).isGreaterThan(2_700);
    assertThat(tokens(second.asked().get(0))).isLessThanOrEqualTo(2_000);
    assertThat(run.forgotten()).isNotEmpty();
  }

  // ---- the turns before ----

  private Run turn(AgentEngine engine, int number, String text) {
    clock.advance(Duration.ofSeconds(1));
    String id = String.format("t-%03d", number);
    return engine.run(
        new Task(id, text, Language.ZH, Situation.NOTHING), new CancelFlag(), r -> {});
  }

  private AgentEngine engine(ChatModel model, RunArchive archive) {
    AgentSettings settings = new AgentSettings("llm", "text", 0, Duration.ofMinutes(1));
    return new AgentEngine(
        settings, model, StepJson.protocol("text"), new FakeTools().registry(), clock, archive);
  }

  @Test
  void manyTurns_oldOnesBecomeLinesInBigSteps() {
    ScriptedModel model = new ScriptedModel("Final Answer: 好的").forEver();
    AgentEngine engine = engine(model, RunArchive.inMemory(clock));
    int cuts = 0;
    for (int i = 0; i < 24; i++) {
      Run run = turn(engine, i, "第" + i + "个问题");
      List<Message> now = model.asked().get(i).messages();
      if (i > 0) {
        List<Message> before = model.asked().get(i - 1).messages();
        List<Message> prefix = before.subList(0, before.size() - 1);
        cuts += now.subList(0, Math.min(now.size(), prefix.size())).equals(prefix) ? 0 : 1;
      }
      assertThat(now.toString()).contains("第" + Math.max(0, i - 1) + "个问题");
      assertThat(run.forgotten().isEmpty()).isEqualTo(i < 7);
    }
    assertThat(cuts).isBetween(1, 7);
    assertThat(model.asked().get(23).messages().get(1).text())
        .contains("更早的对话")
        .contains("第15个问题 → 好的")
        .doesNotContain("第2个问题");
  }

  @Test
  void whatWasToBeRemembered_isToldForGoodAndAfterARestart() {
    FakeRunStore store = new FakeRunStore(RunSettings.DEFAULT, clock);
    ScriptedModel model = new ScriptedModel("Final Answer: 好的").reading(7_000).forEver();
    RunArchive archive = new RunArchive(store, clock, new Health());
    AgentEngine engine = engine(model, archive);
    turn(engine, 0, "记住，我女儿叫小雨");
    for (int i = 1; i < 50; i++) {
      turn(engine, i, "第" + i + "个问题");
    }
    assertThat(model.asked().get(49).messages().get(1).text()).contains("记住，我女儿叫小雨");
    archive.onClose();

    AgentEngine second = engine(model, new RunArchive(store, clock, new Health()));
    turn(second, 50, "她叫什么");
    List<Message> told = model.asked().get(50).messages();
    assertThat(told.get(1).text()).contains("记住，我女儿叫小雨").contains("更早的对话");
    assertThat(told.toString()).contains("第49个问题");
    assertThat(told.get(1).author()).isEqualTo(Author.USER);

    second.forget();
    turn(second, 51, "她叫什么");
    assertThat(model.asked().get(51).messages()).hasSize(2);
  }

  @Test
  void conversation_goesOnOverTurns() {
    ScriptedModel model =
        new ScriptedModel(
            "Action: search_album\nAction Input: {\"keyword\": \"西游记\"}",
            "Final Answer: 找到了西游记。",
            "Final Answer: 第三集讲龙宫。");
    AgentEngine engine = engine(model, RunArchive.inMemory(clock));
    turn(engine, 0, "找一下西游记");
    turn(engine, 1, "它的第三集呢？");
    List<Message> told = model.asked().get(2).messages();
    assertThat(told).hasSize(6);
    assertThat(told.get(1).text()).contains("找一下西游记");
    assertThat(told.get(2).text()).contains("search_album");
    assertThat(told.get(5).text()).contains("它的第三集呢？");
  }
}
