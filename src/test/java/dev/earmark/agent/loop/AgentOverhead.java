package dev.earmark.agent.loop;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine.Task;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures what a step costs without the model: prints the mean microseconds of both protocols. */
public final class AgentOverhead {
  private static final int RUNS = 4_000;
  private static final int STEPS = 8;

  private AgentOverhead() {}

  /** Runs it. */
  public static void main(String[] args) {
    for (String name : List.of("text", "xml")) {
      double best = Double.MAX_VALUE;
      for (int round = 0; round < 5; round++) {
        best = Math.min(best, microsPerStep(name));
      }
      System.out.printf(Locale.ROOT, "%s: %.1f us per step%n", name, best);
    }
  }

  private static double microsPerStep(String name) {
    Protocol protocol = StepJson.protocol(name);
    String[] script = new String[STEPS];
    for (int i = 0; i < STEPS - 1; i++) {
      Map<String, Object> input = Map.of("keyword", "西游记", "page", i + 1);
      script[i] = protocol.renderAction("先搜索这本书，再决定播放哪一集", "search_album", input);
    }
    script[STEPS - 1] = protocol.renderAnswer("可以回答了", "一共找到两个专辑。");
    AgentSettings settings =
        new AgentSettings("llm", name, 20, Duration.ofSeconds(60), 0, 6, 1_500);
    Clock clock = Clock.system();
    ToolRegistry tools = new FakeTools().registry();
    try (AgentEngine engine =
        new AgentEngine(settings, new LoopedModel(script), protocol, tools, clock)) {
      long start = clock.nanoTime();
      for (int i = 0; i < RUNS; i++) {
        Task task = new Task("r" + i, "找一下西游记", Language.ZH, Situation.NOTHING);
        Run run = engine.run(task, new CancelFlag(), change -> {});
        if (run.ended() != Run.Ended.ANSWERED) {
          throw new IllegalStateException("the run ended " + run.ended());
        }
      }
      return (clock.nanoTime() - start) / 1e3 / RUNS / STEPS;
    }
  }

  /** Gives the script again for every run. */
  private record LoopedModel(List<String> script) implements ChatModel {
    LoopedModel(String... script) {
      this(List.of(script));
    }

    @Override
    public String name() {
      return "looped";
    }

    @Override
    public Reply reply(
        Request request, CancelFlag cancel, java.util.function.Consumer<String> onText) {
      String text = script.get(request.steps().size());
      onText.accept(text);
      return Reply.of(text);
    }
  }
}
