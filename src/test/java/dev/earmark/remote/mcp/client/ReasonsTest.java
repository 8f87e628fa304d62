package dev.earmark.remote.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What the agent reads of a server that does not answer is in the language of its run. */
final class ReasonsTest {
  private static ToolResult failing(Exception why, Language language) {
    ToolServerSettings settings =
        new ToolServerSettings(
            "other",
            List.of(),
            Map.of(),
            "http://127.0.0.1:1/mcp",
            "",
            List.of(),
            "none",
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            100);
    McpSchema.Tool told = McpSchema.Tool.builder("look", Map.of("type", "object")).build();
    Tool tool =
        RemoteTool.of(
                settings,
                List.of(told),
                request -> {
                  throw new IllegalStateException(why);
                },
                Runnable::run)
            .get(0);
    return tool.call(Map.of(), new Tool.Context("run", language, new CancelFlag()));
  }

  @Test
  void failure_isTold_inTheLanguageOfTheRun() {
    assertThat(failing(new ConnectException("refused"), Language.ZH).observation())
        .isEqualTo("other__look 没有成功：它的地址上没有程序在听");
    assertThat(failing(new TimeoutException("1 s"), Language.ZH).observation())
        .isEqualTo("other__look 没有成功：没有按时回答");
    assertThat(failing(new ConnectException("refused"), Language.EN).observation())
        .isEqualTo("other__look did not work: nothing listens at its address");
    assertThat(failing(new TimeoutException("1 s"), Language.EN).observation())
        .isEqualTo("other__look did not work: no answer in time");
  }

  @Test
  void whatTheServerSaid_isAsItCame() {
    assertThat(failing(new IllegalArgumentException("no such city"), Language.ZH).observation())
        .endsWith("no such city");
  }
}
