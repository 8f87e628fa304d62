package dev.earmark.bench;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.agent.protocol.TranslatedModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One step of the agent without the model: at most 50 µs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class AgentBench {
  private static final int STEPS = 8;

  @Param({"text", "xml"})
  public String protocol;

  /**
   * What the steps are: calls of a tool, native calls, calls and faulty replies in turn, or calls of
   * a model that speaks the other wire form.
   */
  @Param({"tool", "native", "repair", "translated"})
  public String kind;

  private AgentEngine engine;

  /** Writes the script that the model plays. */
  @Setup
  public void script() {
    Protocol wire = StepJson.protocol(protocol);
    boolean translated = kind.equals("translated");
    Protocol own =
        translated ? StepJson.protocol(protocol.equals("xml") ? "text" : "xml") : wire;
    ChatModel.Reply[] script = new ChatModel.Reply[STEPS];
    for (int i = 0; i < STEPS - 1; i++) {
      Map<String, Object> input = Map.of("keyword", "西游记", "page", i + 1);
      String call = own.renderAction("先搜索这本书，再决定播放哪一集", "search_album", input);
      script[i] =
          switch (kind) {
            case "native" ->
                new ChatModel.Reply(
                    "先搜索这本书",
                    ChatModel.Finish.TOOL_CALLS,
                    List.of(new ChatModel.NativeCall("search_album", input)),
                    0,
                    0,
                    "");
            case "repair" -> ChatModel.Reply.of(i % 2 == 0 ? "我先搜索一下这本书。" : call);
            default -> ChatModel.Reply.of(call);
          };
    }
    script[STEPS - 1] = ChatModel.Reply.of(own.renderAnswer("可以回答了", "一共找到两个专辑。"));
    AgentSettings settings =
        new AgentSettings("llm", protocol, 20, Duration.ofSeconds(60), 0, 6, 1_500);
    ChatModel model = new Script(script);
    engine =
        new AgentEngine(
            settings,
            translated ? new TranslatedModel(model, wire, own) : model,
            wire,
            new FakeTools().registry(),
            Clock.system());
  }

  /** A whole run of eight steps. */
  @Benchmark
  @OperationsPerInvocation(STEPS)
  public Object step() {
    return engine.run(
        new AgentEngine.Task("r", "找一下西游记", Language.ZH, Situation.NOTHING),
        new CancelFlag(),
        change -> {});
  }

  private record Script(ChatModel.Reply... replies) implements ChatModel {
    @Override
    public String name() {
      return "script";
    }

    @Override
    public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText) {
      Reply reply = replies[request.steps().size()];
      onText.accept(reply.text());
      return reply;
    }
  }
}
