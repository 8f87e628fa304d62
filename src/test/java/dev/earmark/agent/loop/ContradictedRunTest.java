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
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tool was called, but with another value than the answer tells the listener. */
final class ContradictedRunTest {
  private static final String CALL = "Action: set_volume\nAction Input: {\"level\": 30}";
  private static final Tool VOLUME =
      new Tool() {
        @Override
        public ToolSpec spec() {
          return new ToolSpec(
              "set_volume",
              "sets the volume",
              List.of(Parameter.required("level", Parameter.Type.INTEGER, "0 to 100")),
              Set.of(Effect.VOLUME));
        }

        @Override
        public ToolResult call(Map<String, Object> args, Context context) {
          return ToolResult.ok("音量 " + args.get("level") + "%", Map.of("volume", 30));
        }
      };

  private static Run run(ScriptedModel model) {
    try (AgentEngine engine =
        new AgentEngine(
            AgentSettings.DEFAULT,
            model,
            new TextProtocol(),
            new ToolRegistry(List.of(VOLUME)),
            new FakeClock())) {
      return engine.run(
          new AgentEngine.Task("r", "音量八十", Language.ZH, Situation.NOTHING),
          new CancelFlag(),
          run -> {});
    }
  }

  @Test
  void answerWithAnotherVolume_isSentBackOnceWithTheReason() {
    ScriptedModel model =
        new ScriptedModel(CALL, "Final Answer: 音量已调到80%了", "Final Answer: 音量调到30%了");
    Run run = run(model);
    assertThat(run.answer()).isEqualTo("音量调到30%了");
    assertThat(run.steps())
        .filteredOn(step -> step.observationBy() == Step.By.ENGINE)
        .singleElement()
        .extracting(Step::observation)
        .asString()
        .contains("音量已调到80%了", "set_volume", "音量 30%");
    assertThat(run.notes()).anyMatch(note -> note.contains("against the result"));
  }

  @Test
  void modelThatInsists_isAnsweredWithTheResultBehindIt() {
    String wrong = "Final Answer: 音量已调到80%了";
    Run run = run(new ScriptedModel(CALL, wrong, wrong));
    assertThat(run.answer()).isEqualTo("音量已调到80%了。不过说实话，实际的结果是：音量 30%");
  }

  @Test
  void honestAnswer_isTakenAtOnce() {
    ScriptedModel model = new ScriptedModel(CALL, "Final Answer: 音量已调到三十了");
    assertThat(run(model).answer()).isEqualTo("音量已调到三十了");
    assertThat(model.asked()).hasSize(2);
  }
}
