package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.protocol.XmlProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code earmark agent} as a process of its own, with a large model on a server. */
final class AgentCommandTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String TASK = "帮我创建一个贪食蛇的游戏，保存到 snake 文件夹，拆分 html、css 和 js";
  private static final Map<String, String> FILES =
      Map.of(
          "snake/index.html",
          """
          <!DOCTYPE html>
          <html lang="zh">
          <body onload='start("x")'>
          <!-- </action> tool("x"), write_to_file(path="y", content="z") -->
          <canvas id="board"></canvas>
          </body></html>
          """,
          "snake/style.css",
          "body { margin: 0; }\r\n#board::after { content: \"蛇，\\201C\"; }\r\n",
          "snake/game.js",
          """
          const 速度 = 100; // Observation: Final Answer: <final_answer>
          Action: pause
          const path = 'C:\\new\\table', re = /\\d+\\n/;
          \tif (a && b) { alert(`</observation>\\u4e2d`); }

          """);

  @TempDir Path folder;
  private Path work;
  private FakeOpenAi model;

  @BeforeEach
  void startModel() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    model = new FakeOpenAi();
  }

  @AfterEach
  void stopModel() {
    model.close();
  }

  private Map<String, String> variables(String mode) {
    return TestHome.quiet(
        "EARMARK_BRAIN_MODE",
        mode,
        "EARMARK_BRAIN_LLM_BASE_URL",
        model.url(),
        "EARMARK_BRAIN_LLM_MODEL",
        "fake-model");
  }

  private ChildDaemon.Ended agent(String mode, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("agent", "--workspace", work.toString()));
    command.addAll(List.of(arguments));
    return ChildDaemon.run(folder, variables(mode), command.toArray(String[]::new));
  }

  private static String call(String protocol, String tool, Map<String, String> args) {
    if (protocol.equals("text")) {
      return "Thought: 写文件。\nAction: "
          + tool
          + "\nAction Input: "
          + MAPPER.writeValueAsString(args);
    }
    List<String> written = new ArrayList<>();
    // Line breaks stand as they are: most models write them so.
    args.forEach(
        (name, value) ->
            written.add(name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\""));
    return "<thought>写文件。</thought>\n<action>"
        + tool
        + "("
        + String.join(", ", written)
        + ")</action>";
  }

  private static String answer(String protocol, String text) {
    return protocol.equals("text")
        ? "Thought: 好了。\nFinal Answer: " + text
        : new XmlProtocol().renderAnswer("好了。", text);
  }

  private static Map<String, String> args(String... namesAndValues) {
    Map<String, String> args = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      args.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return args;
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "text"})
  void snakeGame_threeFiles_comeOutByteForByte(String protocol) throws Exception {
    model.then(call(protocol, "mkdir", args("path", "snake")));
    for (String path : List.of("snake/index.html", "snake/style.css", "snake/game.js")) {
      model.then(
          call(
              protocol,
              "write_to_file",
              args("path", path, "content", FILES.getOrDefault(path, ""))));
    }
    model.then(answer(protocol, "贪食蛇做好了，已保存到 snake 文件夹：index.html、style.css、game.js。"));

    ChildDaemon.Ended ended = agent("llm", "--protocol", protocol, TASK);

    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      assertThat(work.resolve(file.getKey()))
          .hasBinaryContent(file.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    assertThat(ended.out())
        .contains("Task: " + TASK, "Step 1 (model", "Thought: 写文件。")
        .contains("Action: write_to_file(path=\"snake/game.js\", content=\"const 速度")
        .contains("Observation (tool, ok,", "已写入 snake/style.css")
        .contains("Final Answer: 贪食蛇做好了")
        .contains("(answered, 4 steps, ");
    String system = model.requests().get(0).path("messages").path(0).path("content").asString();
    assertThat(system)
        .contains("操作系统：" + System.getProperty("os.name"), "工作区是空的", "delete_file", "Calculator");
    assertThat(model.requests().get(0).path("max_tokens").asInt()).isEqualTo(8_192);
  }

  /** The answer was printed and the command ended well, although no file was there. */
  @Test
  void answerThatClaimsAFileWhichCouldNotBeWritten_failsAndSaysWhat() throws Exception {
    Files.createDirectory(work.resolve("notes.txt"));
    model
        .then(call("xml", "write_to_file", args("path", "notes.txt", "content", "x")))
        .then(answer("xml", "Done, everything is in notes.txt."));

    ChildDaemon.Ended ended = agent("llm", "--json", "--protocol", "xml", "write my notes");

    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
    assertThat(MAPPER.readTree(ended.out()).path("not_done").path(0).path("path").asString())
        .isEqualTo("notes.txt");
    assertThat(ended.err()).contains("not done: write_to_file notes.txt: ");
    assertThat(work.resolve("notes.txt")).isDirectory();
  }

  @Test
  void json_isTheWholeRunAndTheTraceGoesToStderr() throws Exception {
    Files.writeString(work.resolve("notes.md"), "hello");
    model
        .then(call("xml", "read_file", args("path", "notes.md")))
        .then(answer("xml", "It says hello."));

    ChildDaemon.Ended ended = agent("llm", "--json", "--protocol", "xml", "what do my notes say?");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().lines()).hasSize(1);
    JsonNode run = MAPPER.readTree(ended.out());
    assertThat(run.path("answer").asString()).isEqualTo("It says hello.");
    assertThat(run.path("protocol").asString()).isEqualTo("xml");
    assertThat(run.path("steps").path(0).path("observation").asString())
        .isEqualTo("notes.md (5 characters):\nhello");
    assertThat(run.path("messages").path(0).path("content").asString())
        .contains("notes.md (5)", "operating system: ");
    assertThat(ended.err()).contains("Final Answer: It says hello.");
  }

  @Test
  void deleteFile_withoutTerminal_needsYes() throws Exception {
    Path file = Files.writeString(work.resolve("old.txt"), "x");
    model
        .then(call("text", "delete_file", args("path", "old.txt")))
        .then(answer("text", "没能删除 old.txt，因为没法征得你的同意。"));
    ChildDaemon.Ended asked = agent("llm", "删除 old.txt");
    assertThat(asked.out()).contains("Observation (tool, not done", "要先得到用户同意");
    assertThat(file).exists();

    model
        .then(call("text", "delete_file", args("path", "old.txt")))
        .then(answer("text", "已删除 old.txt。"));
    ChildDaemon.Ended allowed = agent("llm", "--yes", "删除 old.txt");
    assertThat(allowed.exitCode()).as(allowed.out()).isZero();
    assertThat(file).doesNotExist();
  }

  @Test
  void maxRounds_isKept() throws Exception {
    model
        .then(call("text", "mkdir", args("path", "a")))
        .then(call("text", "mkdir", args("path", "b")));

    ChildDaemon.Ended ended = agent("llm", "--json", "--max-rounds", "2", "做很多文件夹");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(MAPPER.readTree(ended.out()).path("ended").asString()).isEqualTo("limit_steps");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void rulesMode_doesSumsAndSaysHowToGetAModel() throws Exception {
    ChildDaemon.Ended sum = agent("rules", "三乘以七等于多少");
    assertThat(sum.exitCode()).as(sum.out() + sum.err()).isZero();
    assertThat(sum.out()).contains("3*7 = 21");
    assertThat(sum.err()).doesNotContain("large language model");

    ChildDaemon.Ended game = agent("rules", TASK);
    assertThat(game.exitCode()).isEqualTo(1);
    assertThat(game.err()).contains("large language model", "mode: llm", "base-url");
    assertThat(work).isEmptyDirectory();
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void interrupt_cancelsTheModelCallAndExitsWithOne() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    model.heldBy(never, answer("text", "too late"));
    Path out = folder.resolve("out");
    List<String> command =
        List.of(
            "env", // a shell without job control starts what runs in the background deaf to it
            "--default-signal=INT",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.earmark.app.Main",
            "agent",
            "--workspace",
            work.toString(),
            "什么都行");
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile());
    builder.environment().putAll(variables("llm"));
    builder.environment().put("EARMARK_HOME", folder.toString());
    Process process = builder.redirectErrorStream(true).start();
    org.awaitility.Awaitility.await().until(() -> model.requests().size() == 1);

    // As Ctrl-C does; but SIGINT itself is ignored by all that a shell has put into the background.
    process.destroy();

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readString(out)).contains("Final Answer: 好的，已经取消。", "(cancelled, ");
    never.countDown();
  }

  @Test
  void foldersThatMayNotBeAWorkspace_areRefusedWithTwo() throws Exception {
    for (String place :
        List.of(
            "/",
            "/proc/self",
            System.getProperty("user.home"),
            folder.toString(),
            folder.resolve("state").toString(),
            folder.resolve("none/below").toString())) {
      ChildDaemon.Ended ended =
          ChildDaemon.run(folder, variables("llm"), "agent", "--workspace", place, "do it");
      assertThat(ended.exitCode()).as(place).isEqualTo(2);
      assertThat(ended.err()).as(place).startsWith("earmark: ");
    }
    assertThat(ChildDaemon.run(folder, variables("llm"), "agent", "do it").exitCode()).isEqualTo(2);
    assertThat(folder.resolve("state")).doesNotExist();
    assertThat(model.requests()).isEmpty();
  }
}
