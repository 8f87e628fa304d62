package dev.earmark.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Run;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that hangs holds up neither its run nor the next call, and is not made twice. */
final class TimedToolTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(2);

  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();
  private volatile CancelFlag flag = new CancelFlag();

  @AfterEach
  void letGo() {
    goesOn.countDown();
  }

  /** Hangs with the path "slow", breaks with "broken", and answers else. */
  private final Tool disk =
      new Tool() {
        private final ToolSpec spec =
            new ToolSpec(
                "read_file",
                "reads",
                List.of(Parameter.required("path", Parameter.Type.STRING, "a path")),
                Set.of());

        @Override
        public ToolSpec spec() {
          return spec;
        }

        @Override
        public ToolResult call(Map<String, Object> args, Context context) {
          flag = context.cancel();
          calls.incrementAndGet();
          if ("broken".equals(args.get("path"))) {
            throw new IllegalStateException("a disk in pieces");
          }
          if ("slow".equals(args.get("path"))) {
            try {
              goesOn.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          return ToolResult.ok("read");
        }
      };

  private Tool timed(Duration limit) {
    return TimedTool.around(List.of(disk), limit).get(0);
  }

  private static ToolResult read(Tool tool, String path, CancelFlag cancel) {
    return tool.call(Map.of("path", path), new Tool.Context("r", Language.ZH, cancel));
  }

  @Test
  void call_inTime_hasItsResult() {
    Tool tool = timed(LONG);
    assertThat(read(tool, "a", new CancelFlag())).isEqualTo(ToolResult.ok("read"));
    assertThat(read(tool, "a", new CancelFlag())).isEqualTo(ToolResult.ok("read"));
    assertThat(tool.spec()).isSameAs(disk.spec());
  }

  @Test
  void call_tooLong_isSaidAndAskedToEndAndNotMadeAgainWhileItHangs() {
    Tool tool = timed(SHORT);
    ToolResult late = read(tool, "slow", new CancelFlag());
    assertThat(late.ok()).isFalse();
    assertThat(late.observation()).contains("read_file", "没有结果", "可能还在进行");
    assertThat(read(tool, "slow", new CancelFlag()).observation()).contains("还没有结束");
    // On a slow machine the call was given up before its thread had begun.
    await().atMost(LONG).until(() -> calls.get() == 1);
    assertThat(flag.isSet()).isTrue();
    goesOn.countDown();
    await()
        .atMost(LONG)
        .until(() -> read(tool, "slow", new CancelFlag()).equals(ToolResult.ok("read")));
  }

  @Test
  void call_runCancelled_endsAtOnce() {
    Tool tool = timed(LONG);
    CancelFlag cancel = new CancelFlag();
    CompletableFuture<ToolResult> result =
        CompletableFuture.supplyAsync(() -> read(tool, "slow", cancel));
    await().atMost(LONG).until(() -> calls.get() == 1);
    cancel.set();
    assertThat(result.join().ok()).isFalse();
    assertThat(flag.isSet()).isTrue();
  }

  @Test
  void call_thatBreaks_breaksAsBefore() {
    Tool tool = timed(LONG);
    assertThatThrownBy(() -> read(tool, "broken", new CancelFlag()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a disk in pieces");
    assertThat(read(tool, "a", new CancelFlag()).ok()).isTrue();
  }

  @Test
  void run_withAToolThatHangs_goesOnToItsAnswer() {
    ScriptedModel model =
        new ScriptedModel(
            "Action: read_file\nAction Input: {\"path\": \"slow\"}", "Final Answer: 现在读不到。");
    try (AgentEngine engine =
        new AgentEngine(
            AgentSettings.DEFAULT,
            model,
            new TextProtocol(),
            new ToolRegistry(List.of(timed(SHORT))),
            Clock.system())) {
      Run run =
          engine.run(
              new AgentEngine.Task("r", "读一下", Language.ZH, Situation.NOTHING),
              new CancelFlag(),
              change -> {});
      assertThat(run.ended()).isEqualTo(Run.Ended.ANSWERED);
      assertThat(run.steps().get(0).observation()).contains("没有结果");
      assertThat(run.answer()).isEqualTo("现在读不到。");
    }
  }
}
