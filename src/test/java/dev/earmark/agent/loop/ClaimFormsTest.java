package dev.earmark.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Run;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.claim.ClaimGuard;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims in the words that models use, and honest answers that sound like claims. */
final class ClaimFormsTest {
  private static final Parameter PATH =
      Parameter.required("path", Parameter.Type.STRING, "the file");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          声音给你调小啦 | VOLUME
          好的，已为您调低音量。 | VOLUME
          Muted. | VOLUME
          已静音 | VOLUME
          OK, volume's at 30 now | VOLUME
          速度调到1.5倍了 | SPEED
          我把它暂停啦 | PAUSE
          我已经帮你停了 | STOP
          下一集安排上了 | SEEK
          我这就放三国演义 | PLAY
          已为您恢复播放 | PLAY
          正在播放的是西游记第三集。 | PLAY
          已为您设置十分钟后的定时 | TIMER
          Your alarm is all set for 7 am. | TIMER
          Timer cancelled. | TIMER
          已经取消闹钟 | TIMER
          闹钟取消了 | TIMER
          I've cancelled your alarm. | TIMER
          Sleep timer on: 20 minutes. | TIMER
          二十分钟后会自动停 | TIMER
          20分钟后自动关闭 | TIMER
          下载已取消 | DOWNLOAD
          下载已经开始 | DOWNLOAD
          已经帮你下载好了 | DOWNLOAD
          已加入播放列表 | QUEUE
          Queued Alice next. | QUEUE
          I have deleted n.txt. | DELETE
          已经删除 n.txt | DELETE
          n.txt 删掉了 | DELETE
          a.html 已删除 | DELETE
          I wrote the poem to poem.txt. | FILE
          I renamed a.html to b.html. | FILE
          我把 a.html 改名为 b.html 了 | FILE
          做好了：a.html、b.js | FILE
          Done: a.html and b.js are ready. | FILE
          All files (a.html, b.js) have been written. | FILE
          """)
  void claims_inTheWordsOfModels_areFound(String answer, Effect effect) {
    assertThat(ClaimGuard.claims(answer)).contains(effect);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "There is no timer set.",
        "闹钟已经过了。",
        "西游记一共有8集，现在播放的是第3集。",
        "要删除 n.txt 吗？",
        "I did not delete n.txt.",
        "还没有下载完",
        "要取消闹钟吗？",
        "There are no alarms set."
      })
  void honestAnswers_claimNothing(String answer) {
    assertThat(ClaimGuard.claims(answer)).isEmpty();
  }

  @Test
  void claims_ofAMegabyte_takeNoTime() {
    assertThat(ClaimGuard.claims("a".repeat(1_000_000))).isEmpty();
    assertThat(ClaimGuard.claims("已为您删调取消".repeat(100_000))).isNotNull();
  }

  private static Run run(ScriptedModel model) {
    ToolSpec write = new ToolSpec("write_to_file", "writes", List.of(PATH), Set.of(Effect.FILE));
    Tool tool =
        new Tool() {
          @Override
          public ToolSpec spec() {
            return write;
          }

          @Override
          public ToolResult call(Map<String, Object> args, Context context) {
            return ToolResult.ok("written");
          }
        };
    try (AgentEngine engine =
        new AgentEngine(
            AgentSettings.DEFAULT,
            model,
            new TextProtocol(),
            new ToolRegistry(List.of(tool)),
            new FakeClock())) {
      return engine.run(
          new AgentEngine.Task("r", "做贪食蛇", Language.ZH, Situation.NOTHING),
          new CancelFlag(),
          run -> {});
    }
  }

  private static String write(String path) {
    return "Action: write_to_file\nAction Input: {\"path\": \"" + path + "\"}";
  }

  @Test
  void answerThatNamesAFileWhichWasNotWritten_isSentBackOnce() {
    String all = "Final Answer: 做好了：snake/index.html、snake/game.js";
    ScriptedModel model =
        new ScriptedModel(write("snake/index.html"), all, write("snake/game.js"), all);
    Run run = run(model);
    assertThat(run.steps())
        .filteredOn(step -> step.observationBy() == Step.By.ENGINE)
        .singleElement()
        .satisfies(step -> assertThat(step.observation()).contains("snake/game.js"))
        .satisfies(step -> assertThat(step.observation()).doesNotContain("index.html"));
    assertThat(run.answer()).isEqualTo("做好了：snake/index.html、snake/game.js");
    assertThat(model.asked()).hasSize(4);
  }

  @Test
  void answerThatNamesWhatWasWritten_isTaken() {
    ScriptedModel model =
        new ScriptedModel(write("snake/index.html"), "Final Answer: 做好了：index.html");
    assertThat(run(model).answer()).isEqualTo("做好了：index.html");
    assertThat(model.asked()).hasSize(2);
  }
}
