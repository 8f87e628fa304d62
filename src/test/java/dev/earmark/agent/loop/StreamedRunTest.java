package dev.earmark.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Intervention;
import dev.earmark.agent.PriceSettings;
import dev.earmark.agent.Run;
import dev.earmark.agent.Run.Ended;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine.Task;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Runs whose model tells its replies piece by piece. */
final class StreamedRunTest {
  private static final String PLAY =
      "Action: search_and_play\nAction Input: {\"keyword\": \"西游记\"}\n";

  private static final int PROMPT = 1_000;
  private static final AgentSettings SETTINGS =
      new AgentSettings("llm", "text", 0, Duration.ofSeconds(60))
          .withPrices(PriceSettings.NONE.with("streaming", 2, /* cached= */ 0, 8));

  private final FakeTools tools = new FakeTools();
  private final List<String> told = new ArrayList<>(); // the answers of runs that go on

  /** Gives each reply character by character, until who reads has enough. */
  private static final class Streaming implements ChatModel {
    private final Deque<String> replies = new ArrayDeque<>();
    private final List<Integer> given = new ArrayList<>();
    private Consumer<String> beforePiece = soFar -> {};
    private boolean breaks; // when it is cancelled

    Streaming(String... replies) {
      this.replies.addAll(List.of(replies));
    }

    @Override
    public String name() {
      return "streaming";
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
        throws FailureException {
      String text = replies.remove();
      StringBuilder soFar = new StringBuilder();
      for (int i = 0; i < text.length() && !cancel.isSet(); i++) {
        soFar.append(text.charAt(i));
        onText.accept(text.substring(i, i + 1));
        beforePiece.accept(soFar.toString());
      }
      given.add(soFar.length());
      if (breaks && cancel.isSet()) {
        throw new FailureException(Failure.Kind.CANCELLED, "the connection was closed");
      }
      return new Reply(
          soFar.toString(), Finish.STOP, List.of(), PROMPT, soFar.length(), "", Origin.UNKNOWN);
    }
  }

  private Run run(Streaming model, CancelFlag cancel) {
    return run(model, cancel, SETTINGS);
  }

  private Run run(Streaming model, CancelFlag cancel, AgentSettings settings) {
    try (AgentEngine engine = engine(model, settings)) {
      Task task = new Task("r1", "播放西游记", Language.ZH, Situation.NOTHING);
      return engine.run(task, cancel, this::note);
    }
  }

  private AgentEngine engine(ChatModel model, AgentSettings settings) {
    return new AgentEngine(
        settings, model, StepJson.protocol("text"), tools.registry(), new FakeClock());
  }

  private void note(Run run) {
    String last = told.isEmpty() ? "" : told.get(told.size() - 1);
    if (run.ended() == null && !run.answer().equals(last)) {
      told.add(run.answer());
    }
  }

  @Test
  void run_actionIsComplete_restIsNotWaitedForAndLeavesNoTrace() {
    String invented = "Observation: 正在播放红楼梦\nFinal Answer: 正在播放红楼梦。";
    Streaming model = new Streaming(PLAY + invented, "Final Answer: 已经在播放西游记。");
    Run run = run(model, new CancelFlag());
    assertThat(model.given.get(0)).isEqualTo(PLAY.length());
    assertThat(tools.calls).hasSize(1);
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(run.messages().toString()).doesNotContain("红楼梦");
  }

  @Test
  void run_answerOfSeveralSentences_isToldSentenceBySentence() {
    Streaming model = new Streaming("Thought: 好\nFinal Answer: 第一句。第二句！\n第三句");
    Run run = run(model, new CancelFlag());
    assertThat(told).containsExactly("第一句。", "第一句。第二句！");
    assertThat(run.answer()).isEqualTo("第一句。第二句！\n第三句");
  }

  @Test
  void run_claimWithoutItsEffect_isHeldBackWithAllThatFollowsAndSentBack() {
    Streaming model =
        new Streaming("Final Answer: 好的。正在播放西游记。请听。", PLAY, "Final Answer: 好的。正在播放西游记。请听。完");
    Run run = run(model, new CancelFlag());
    assertThat(told).containsExactly("好的。", "", "好的。", "好的。正在播放西游记。", "好的。正在播放西游记。请听。");
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(tools.calls).hasSize(1);
  }

  @Test
  void run_cancelledInTheMiddleOfAnAnswer_endsCancelledAndTellsNoMore() {
    Streaming model = new Streaming("Final Answer: 第一句。第二句。第三句。第四句。");
    CancelFlag cancel = new CancelFlag();
    model.beforePiece =
        soFar -> {
          if (soFar.endsWith("第三")) {
            cancel.set();
          }
        };
    Run run = run(model, cancel);
    assertThat(run.ended()).isEqualTo(Ended.CANCELLED);
    assertThat(told).containsExactly("第一句。", "第一句。第二句。");
    assertThat(model.given.get(0)).isLessThan(30);
  }

  @Test
  void run_correctedInTheMiddleOfAnAnswer_takesItBack() {
    Streaming model = new Streaming("Final Answer: 第一句。第二句。第三句。", "Final Answer: 改好了。完");
    AgentEngine engine = engine(model, SETTINGS);
    model.beforePiece =
        soFar -> {
          if (soFar.endsWith("第二")) {
            assertThat(engine.intervene("r1", new Intervention.Observe("不对", 0)).done()).isTrue();
          }
        };
    Task task = new Task("r1", "讲讲", Language.ZH, Situation.NOTHING);
    Run run = engine.run(task, new CancelFlag(), this::note);
    assertThat(told).containsExactly("第一句。", "", "改好了。");
    assertThat(run.answer()).isEqualTo("改好了。完");
  }

  @Test
  void run_cutAtItsFirstAction_keepsTokensAndCostOfTheCall() {
    Streaming model = new Streaming(PLAY + "Observation: 早就好了", "Final Answer: 已经在播放西游记。");
    Run run = run(model, new CancelFlag());
    CallLog.Chat cut = run.calls().chats().get(0);
    assertThat(cut.promptTokens()).isEqualTo(PROMPT);
    assertThat(cut.completionTokens()).isEqualTo(PLAY.length());
    assertThat(cut.cost()).isEqualTo((PROMPT * 2 + PLAY.length() * 8) / 1e6);
    assertThat(cut.finish()).isEqualTo("stop");
    assertThat(cut.failure()).isEmpty();
    assertThat(run.calls().promptTokens() + run.calls().completionTokens()).isEqualTo(run.tokens());
  }

  @Test
  void run_cutByClosingTheConnection_keepsEstimatedTokensAndCost() {
    Streaming model = new Streaming(PLAY + "Observation: 早就好了", "Final Answer: 已经在播放西游记。");
    model.breaks = true;
    Run run = run(model, new CancelFlag());
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    CallLog.Chat cut = run.calls().chats().get(0);
    assertThat(cut.promptTokens()).isPositive();
    assertThat(cut.completionTokens()).isPositive();
    assertThat(cut.cost()).isPositive();
    assertThat(cut.failure()).isEmpty();
  }

  @Test
  void run_cancelledWhileTheReplyComes_whatHasBeenPaidIsKept() {
    Streaming model = new Streaming("Final Answer: 第一句。第二句。第三句。第四句。");
    CancelFlag cancel = new CancelFlag();
    model.beforePiece =
        soFar -> {
          if (soFar.endsWith("第三")) {
            cancel.set();
          }
        };
    Run run = run(model, cancel);
    assertThat(run.ended()).isEqualTo(Ended.CANCELLED);
    assertThat(run.calls().chats()).hasSize(1);
    assertThat(run.calls().promptTokens()).isEqualTo(PROMPT);
    assertThat(run.calls().cost()).isPositive();
  }

  @Test
  void run_answerThatMayBeSentBackForATool_isNotToldBefore() {
    Streaming model = new Streaming("Final Answer: 第一句。第二句。", PLAY, "Final Answer: 开始了。请听第一回。完");
    Run run = run(model, new CancelFlag(), SETTINGS.withToolFirst(true));
    assertThat(told).containsExactly("开始了。", "开始了。请听第一回。");
    assertThat(run.ended()).isEqualTo(Ended.ANSWERED);
    assertThat(run.steps()).hasSize(2);
  }
}
