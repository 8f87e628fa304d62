package dev.earmark.remote.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.remote.mcp.EndpointServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools of real servers: one on HTTP, one as a process, and some that are broken. */
final class ToolServersTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** A time-out that no test waits for. */
  private static final Duration FOREVER = Duration.ofHours(1);

  private final Health health = new Health();
  private volatile List<Tool> tools = List.of();
  private @Nullable ToolServers servers;

  @AfterEach
  void close() {
    if (servers != null) {
      servers.close();
    }
  }

  private static ToolServerSettings http(String name, String url) {
    return settings(name, List.of(), url, List.of(), 1000);
  }

  private static ToolServerSettings settings(
      String name, List<String> command, String url, List<String> allow, int maxResult) {
    return new ToolServerSettings(
        name,
        command,
        Map.of(),
        url,
        "secret",
        allow,
        "changing",
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        maxResult);
  }

  private void start(ToolServerSettings... settings) {
    ToolServers made =
        new ToolServers(List.of(settings), health, Clock.system(), "1", changed -> tools = changed);
    servers = made;
    made.start();
  }

  private Tool tool(String name) {
    return tools.stream().filter(tool -> tool.spec().name().equals(name)).findFirst().orElseThrow();
  }

  private static ToolResult call(Tool tool, Map<String, Object> args) {
    return tool.call(args, new Tool.Context("run", Language.EN, new CancelFlag()));
  }

  private void awaitProblem(String part) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(health.parts())
                    .anySatisfy(
                        one -> {
                          assertThat(one.part()).isEqualTo(part);
                          assertThat(one.ok()).isFalse();
                          assertThat(one.text()).contains("mcp-servers");
                        }));
  }

  @Test
  void httpServer_itsToolsJoinUnderThePrefix() throws Exception {
    try (EndpointServer server = new EndpointServer()) {
      start(http("other", server.base() + "/mcp"), http("gone", "http://127.0.0.1:1/mcp"));
      await().atMost(LIMIT).until(() -> tools.size() == 2);

      Tool volume = tool("other__set_volume");
      assertThat(volume.spec().needsConsent()).isTrue();
      assertThat(volume.spec().parameters().get(0).required()).isTrue();
      assertThat(call(volume, Map.of("level", 30)).observation()).contains("Volume 30");
      assertThat(call(volume, Map.of("level", "loud")).ok()).isFalse();
      awaitProblem("mcp gone"); // which has not hindered the other one
    }
    ToolResult late =
        call(tools.isEmpty() ? lost() : tool("other__set_volume"), Map.of("level", 1));
    assertThat(late.ok()).isFalse();
  }

  /** Stands for a tool that has been taken back already. */
  private static Tool lost() {
    return new Tool() {
      @Override
      public dev.earmark.agent.ToolSpec spec() {
        return new dev.earmark.agent.ToolSpec("lost", "lost", List.of(), java.util.Set.of());
      }

      @Override
      public ToolResult call(Map<String, Object> args, Context context) {
        return ToolResult.failed("lost");
      }
    };
  }

  @Test
  void program_itsAllowedToolsJoin_andLongResultsAreCut() {
    start(clock(List.of("tell-time", "long.text")));
    await().atMost(LIMIT).until(() -> tools.size() == 2);

    assertThat(tool("clock__tell_time").spec().needsConsent()).isFalse();
    assertThat(tool("clock__long_text").spec().needsConsent()).isTrue();
    assertThat(call(tool("clock__tell_time"), Map.of("zone", " UTC")).observation())
        .isEqualTo("It is noon. UTC");
    assertThat(call(tool("clock__long_text"), Map.of()).observation())
        .hasSizeLessThan(240)
        .contains("cut here");
    assertThat(health.parts()).anySatisfy(part -> assertThat(part.text()).isEqualTo("2 tools"));
  }

  /** It used to be told after the time for a start, as a program that does not answer. */
  @Test
  void programThatIsNotThere_isNamedWithARemedy() {
    start(settings("none", List.of("/nowhere/server"), "", List.of(), 100));

    awaitProblem("mcp none");
    assertThat(health.parts())
        .anySatisfy(part -> assertThat(part.text()).contains("no program /nowhere/server"));
    assertThat(tools).isEmpty();
  }

  private static ToolServerSettings clock(List<String> allow) {
    return settings(
        "clock",
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            StdioToolServer.class.getName()),
        "",
        allow,
        200);
  }

  /** Both waited for their time-out, and nothing said until then that the program had gone. */
  @Test
  void programThatCrashesInACall_endsTheCall_andIsStartedAgain() {
    start(patient(clock(List.of("tell-time")), FOREVER));
    await().atMost(LIMIT).until(() -> tools.size() == 1);
    Tool before = tools.get(0);

    CompletableFuture<ToolResult> crashing =
        CompletableFuture.supplyAsync(() -> call(before, Map.of("zone", "crash")));

    assertThat(crashing.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join())
        .isEqualTo(
            ToolResult.failed("clock__tell_time did not work: the program ended with code 9"));
    await().atMost(LIMIT).until(() -> tools.size() == 1 && tools.get(0) != before);
    assertThat(call(tools.get(0), Map.of()).observation()).isEqualTo("It is noon.");
    assertThat(call(before, Map.of()).observation()).contains("the program ended with code 9");
  }

  @Test
  void programThatIsKilled_isToldWithTheSignal() {
    List<ProcessHandle> others = ProcessHandle.current().children().toList();
    start(patient(clock(List.of("tell-time")), FOREVER));
    await().atMost(LIMIT).until(() -> tools.size() == 1);

    ProcessHandle.current()
        .children()
        .filter(child -> !others.contains(child))
        .forEach(ProcessHandle::destroyForcibly);

    awaitText("mcp clock", "the program was ended by signal 9; check mcp-servers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exit 3                                            | the program ended with code 3
          exec >&-; sleep 600                               | the program has closed its output
          head -c 5000000 /dev/zero; sleep 600              | a message of more than 4 MiB
          """)
  void programThatIsOfNoUse_isToldBeforeTheTimeForAStart(String script, String told) {
    start(patient(settings("bad", List.of("sh", "-c", script), "", List.of(), 100), FOREVER));

    awaitText("mcp bad", told);
  }

  @Test
  void programThatChats_isToldSo() {
    String script = "echo hello, I am ready; sleep 600";
    Duration startTimeout = Duration.ofMillis(300);
    start(patient(settings("chat", List.of("sh", "-c", script), "", List.of(), 100), startTimeout));

    awaitText("mcp chat", "writes to its stdout is no MCP message");
  }

  private static ToolServerSettings patient(ToolServerSettings of, Duration startTimeout) {
    return new ToolServerSettings(
        of.name(),
        of.command(),
        of.environment(),
        of.url(),
        of.token(),
        of.allow(),
        of.consent(),
        FOREVER,
        startTimeout,
        of.maxResult());
  }

  private void awaitText(String part, String text) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(health.parts())
                    .anySatisfy(
                        one -> {
                          assertThat(one.part()).isEqualTo(part);
                          assertThat(one.ok()).isFalse();
                          assertThat(one.text()).contains(text);
                        }));
  }
}
