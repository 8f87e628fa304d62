package dev.earmark.remote.xiaozhi;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.remote.offer.OfferedTools;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Three tools: one that answers, one that waits until it may go on, one that throws. */
final class FakeTools {
  final CountDownLatch goOn = new CountDownLatch(1);
  final CountDownLatch waits = new CountDownLatch(1);

  OfferedTools offered() {
    return new OfferedTools(
        List.of(
            tool(
                "search_and_play",
                List.of(
                    Parameter.required("keyword", Parameter.Type.STRING, "title"),
                    Parameter.optional("section", Parameter.Type.INTEGER, 1, "number")),
                args ->
                    ToolResult.ok(
                        "正在播放(本地): " + args.get("keyword") + " - 第" + args.get("section") + "集")),
            tool("pause", List.of(), args -> waited()),
            tool(
                "stop",
                List.of(),
                args -> {
                  throw new IllegalStateException("a fault");
                }),
            tool("search_album", List.of(), args -> ToolResult.ok("一本书。\n".repeat(500).strip()))),
        Language.ZH);
  }

  private ToolResult waited() {
    waits.countDown();
    try {
      return goOn.await(60, TimeUnit.SECONDS)
          ? ToolResult.ok("已暂停播放")
          : ToolResult.failed("nobody let it go on");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ToolResult.failed("interrupted");
    }
  }

  private interface Body {
    ToolResult call(Map<String, Object> args);
  }

  private static Tool tool(String name, List<Parameter> parameters, Body body) {
    ToolSpec spec = new ToolSpec(name, "Does " + name + ".", parameters, Set.of());
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return spec;
      }

      @Override
      public ToolResult call(Map<String, Object> args, Context context) {
        return body.call(args);
      }
    };
  }
}
