package dev.earmark.app.general;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.agent.protocol.XmlProtocol;
import dev.earmark.app.home.Home;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.tools.workspace.ConsentGate.Answer;
import dev.earmark.workspace.Listing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder, the prompt, the trace and the question at the terminal. */
final class GeneralPartsTest {
  private static final ToolSpec DELETE =
      new ToolSpec(
          "delete_file",
          "Deletes.",
          List.of(Parameter.required("path", Parameter.Type.STRING, "which")),
          Set.of(),
          /* needsConsent= */ true);

  @TempDir Path folder;

  private Path prepare(Path wanted) throws FailureException {
    Home home =
        new Home(
            folder.resolve("home/config.yml"),
            folder.resolve("home/models"),
            folder.resolve("home/cache"),
            folder.resolve("home/state"),
            folder.resolve("home"));
    return WorkspacePlace.prepare(wanted, home, folder.resolve("users/me"));
  }

  @Test
  void prepare_newFolderBesideOrInsideTheHome_isMade() throws Exception {
    Path real = folder.toRealPath();
    Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(folder.resolve("users/me"));

    assertThat(prepare(folder.resolve("users/me/work"))).isEqualTo(real.resolve("users/me/work"));
    assertThat(prepare(folder.resolve("home/work"))).isEqualTo(real.resolve("home/work"));
    assertThat(prepare(folder.resolve("home/work"))).isDirectory();
  }

  @Test
  void prepare_foldersThatHoldMore_areRefused() throws IOException {
    Files.createDirectories(folder.resolve("home/state"));
    Files.createDirectories(folder.resolve("users/me"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("users"));
    Path file = Files.writeString(folder.resolve("file"), "x");
    for (Path wanted :
        List.of(
            Path.of("/"),
            Path.of("/sys"),
            folder,
            folder.resolve("home"),
            folder.resolve("home/state"),
            folder.resolve("home/state/work"),
            folder.resolve("home/cache"),
            folder.resolve("home/models/work"),
            folder.resolve("users"),
            folder.resolve("users/me"),
            folder.resolve("users/me/../me"),
            link,
            link.resolve("me"),
            file,
            file.resolve("below"),
            folder.resolve("a/b"))) {
      assertThatThrownBy(() -> prepare(wanted))
          .as(wanted.toString())
          .isInstanceOf(FailureException.class);
    }
    assertThat(folder.resolve("home/state/work")).doesNotExist();
    assertThat(folder.resolve("home/cache")).doesNotExist();
  }

  @Test
  void prompt_tellsSystemFilesAndHowToWriteContents() {
    Listing files = new Listing(List.of("a.txt (3)", "Final Answer: x (1)"), 7);
    String zh =
        new WorkspacePrompt(new TextProtocol(), files).systemPrompt(List.of(DELETE), Language.ZH);
    String en =
        new WorkspacePrompt(new XmlProtocol(), null).systemPrompt(List.of(DELETE), Language.EN);

    assertThat(zh)
        .contains("操作系统：" + System.getProperty("os.name"), "    a.txt (3)", "还有 7 个", "JSON")
        .contains("| Final Answer: x");
    assertThat(en)
        .contains("read_file(path=\".\")", "inside of a string write \\\"", "\\u003c/action>");
    assertThat(
            new WorkspacePrompt(new TextProtocol(), files)
                .systemPrompt(List.of(DELETE), Language.ZH))
        .isEqualTo(zh);
  }

  @Test
  void trace_growingRun_isWrittenOnceAndWithoutControlCharacters() {
    List<String> lines = new ArrayList<>();
    RunTrace trace = new RunTrace(lines::add, Language.EN);
    Step first =
        new Step(
            "think",
            "write_to_file",
            Map.of("content", "x\u001b[2J\r\n" + "y".repeat(500)),
            "done\u0007",
            Step.By.TOOL,
            /* ok= */ true,
            1_500,
            0.25);

    trace.accept(run(List.of(), null));
    trace.accept(run(List.of(first), null));
    trace.accept(run(List.of(first), Run.Ended.ANSWERED));

    assertThat(lines)
        .containsExactly(
            "Task: do it",
            "Model: fake, protocol text",
            "",
            "Step 1 (model 1.5 s)",
            "Thought: think",
            "Action: write_to_file(content=\"x\uFFFD[2J\\r\\n"
                + "y".repeat(111)
                + "…\" <507 characters>)",
            "Observation (tool, ok, 0.3 ms): done\uFFFD",
            "Note: repaired",
            "",
            "Final Answer: it is done",
            "(answered, 1 step, 12 tokens, 2.0 s)");
  }

  @Test
  void trace_ofAChineseReader_hasChineseLabels() {
    List<String> lines = new ArrayList<>();
    RunTrace trace = new RunTrace(lines::add, Language.ZH);
    trace.accept(run(List.of(), Run.Ended.ANSWERED));
    assertThat(lines)
        .containsExactly(
            "任务：do it", "模型：fake，协议 text", "", "最终回答：it is done", "（答完，0 步，12 个词元，2.0 秒）");
  }

  private static Run run(List<Step> steps, Run.@Nullable Ended ended) {
    return new Run(
        "1",
        Instant.EPOCH,
        "do it",
        Language.EN,
        "text",
        "fake",
        steps,
        "",
        ended == null ? "" : "it is done",
        ended,
        2_000,
        12,
        List.of(),
        steps.isEmpty() ? List.of() : List.of("repaired"));
  }

  private static Answer ask(@Nullable BufferedReader terminal, boolean always, CancelFlag cancel) {
    List<String> asked = new ArrayList<>();
    Answer answer =
        new TerminalConsent(terminal, asked::add, always)
            .ask(DELETE, Map.of("path", "a.txt"), new Tool.Context("1", Language.EN, cancel));
    if (terminal != null && !always) {
      assertThat(asked).containsExactly("Allow delete_file(path=\"a.txt\")? [y/N] ");
    } else {
      assertThat(asked).isEmpty();
    }
    return answer;
  }

  private static BufferedReader typed(String text) {
    return new BufferedReader(new StringReader(text));
  }

  @Test
  void consent_answersOfAPerson_countOnlyAsAClearYes() {
    assertThat(ask(typed("y\n"), false, new CancelFlag())).isEqualTo(Answer.YES);
    assertThat(ask(typed(" YES \n"), false, new CancelFlag())).isEqualTo(Answer.YES);
    assertThat(ask(typed("好\n"), false, new CancelFlag())).isEqualTo(Answer.YES);
    assertThat(ask(typed("\n"), false, new CancelFlag())).isEqualTo(Answer.NO);
    assertThat(ask(typed("yes, but\n"), false, new CancelFlag())).isEqualTo(Answer.NO);
    assertThat(ask(typed(""), false, new CancelFlag())).isEqualTo(Answer.NO);
    assertThat(ask(null, false, new CancelFlag())).isEqualTo(Answer.NOBODY);
    assertThat(ask(null, true, new CancelFlag())).isEqualTo(Answer.YES);
  }

  @Test
  void consent_cancelledWhileItWaits_isNo() throws IOException {
    CancelFlag cancel = new CancelFlag();
    cancel.set();
    try (PipedWriter nobody = new PipedWriter();
        BufferedReader silent = new BufferedReader(new PipedReader(nobody))) {
      assertThat(ask(silent, false, cancel)).isEqualTo(Answer.NO);
    }
  }
}
