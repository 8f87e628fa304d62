package dev.earmark.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Advice;
import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.claim.Unkept;
import dev.earmark.base.Language;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer is not believed because it was given: the tool's failure counts. */
final class UnkeptTest {
  private static final Parameter PATH = Parameter.required("path", Parameter.Type.STRING, "where");
  private static final List<ToolSpec> TOOLS =
      List.of(
          new ToolSpec("write_to_file", "writes", List.of(PATH), Set.of(Effect.FILE)),
          new ToolSpec("mkdir", "makes", List.of(PATH), Set.of(Effect.FILE)),
          new ToolSpec("delete_file", "deletes", List.of(PATH), Set.of(Effect.DELETE)));

  private static Step step(String tool, String path, boolean ok) {
    String observation = ok ? "Done " + path : "the disk is full";
    return new Step(
        "", tool, Map.of("path", path), observation, Step.By.TOOL, ok, /* modelMs= */ 0, 0);
  }

  private static List<Unkept.Claim> of(String answer, Step... steps) {
    Run run =
        new Run(
            "r",
            Instant.EPOCH,
            "task",
            Language.EN,
            "text",
            "model",
            List.of(steps),
            "",
            answer,
            Run.Ended.ANSWERED,
            0,
            0,
            List.of(),
            List.of());
    return Unkept.of(run, TOOLS, Set.of("there.txt", "README.md")::contains);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I created the file notes.txt for you.",
        "Done! notes.txt is ready.",
        "Everything is in out/notes.txt. Enjoy.",
        "已创建 notes.txt。",
        "做好了，都在 notes.txt 里。",
        "The text has been saved."
      })
  void answerThatClaimsTheFile_whoseToolFailed_isUnkept(String answer) {
    assertThat(of(answer, step("write_to_file", "out/notes.txt", false)))
        .containsExactly(new Unkept.Claim("write_to_file", "out/notes.txt", "the disk is full"));
  }

  @Test
  void otherFileThatWasWritten_doesNotStandForIt() {
    assertThat(
            of(
                "I created a.txt and b.txt.",
                step("write_to_file", "a.txt", true),
                step("write_to_file", "b.txt", false)))
        .extracting(Unkept.Claim::path)
        .containsExactly("b.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I could not write notes.txt, the disk is full.",
        "notes.txt 没有写成。",
        "Shall I try notes.txt again?",
        "The disk is full."
      })
  void honestAnswer_claimsNothing(String answer) {
    assertThat(of(answer, step("write_to_file", "notes.txt", false))).isEmpty();
  }

  @Test
  void failureThatWasMadeGood_isForgotten() {
    assertThat(
            of(
                "I created src/notes.txt.",
                step("mkdir", "src", false),
                step("write_to_file", "src/notes.txt", false),
                step("write_to_file", "src/notes.txt", true)))
        .isEmpty();
  }

  /** The page was written, the script that it needs never was, and the run counted as done. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "I created snake/index.html and snake/game.js.",
        "I've created the following files:\n- snake/index.html\n- `snake/game.js`\n\nOpen it.",
        "贪食蛇做好了，已创建 snake/index.html、snake/game.js。",
        "贪食蛇已创建好了：\n1. snake/index.html：页面\n2. snake/game.js：游戏",
      })
  void answerThatNamesAFile_whichNobodyWrote_isUnkept(String answer) {
    assertThat(of(answer, step("write_to_file", "snake/index.html", true)))
        .containsExactly(new Unkept.Claim("", "snake/game.js", "there is no such file"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I created index.html; open snake/index.html in a browser.",
        "I created snake/index.html after README.md and there.txt.",
        "I created snake/index.html. You can add a game.js later.",
        "I created snake/index.html, see https://example.org/a/game.js for more, version 1.5.",
        "已创建 snake/index.html。要不要再写 game.js？",
        "I did not write game.js.",
      })
  void answerThatNamesWhatIsThere_orClaimsNothing_isKept(String answer) {
    assertThat(of(answer, step("write_to_file", "./snake/index.html", true))).isEmpty();
  }

  /** It was "… nothing was done. Tell the user so." */
  @Test
  void adviceForTheModel_isNotShownToPeople() {
    Step refused =
        new Step(
            "",
            "delete_file",
            Map.of("path", "old.txt"),
            Sentences.noConsent("delete_file", /* refused= */ false, Language.EN),
            Step.By.TOOL,
            /* ok= */ false,
            /* modelMs= */ 0,
            /* toolMs= */ 0);
    assertThat(of("I deleted the file old.txt.", refused))
        .extracting(Unkept.Claim::why)
        .containsExactly(
            "delete_file needs the user's consent, and there was no answer; nothing was done.");
  }

  @ParameterizedTest
  @EnumSource(Advice.class)
  void adviceBehindAFact_isTakenOffInBothLanguages(Advice advice) {
    assertThat(Advice.without(advice.after("Nothing was done.", Language.EN)))
        .isEqualTo("Nothing was done.");
    assertThat(Advice.without(advice.after("没有执行。", Language.ZH))).isEqualTo("没有执行。");
  }

  @Test
  void claimWithoutAnyTool_isUnkept() {
    assertThat(of("I deleted the file.")).extracting(Unkept.Claim::why).containsExactly("delete");
    assertThat(of("It says hello.")).isEmpty();
  }
}
