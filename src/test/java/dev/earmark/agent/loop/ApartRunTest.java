package dev.earmark.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.FakeRunStore;
import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Run;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.RunSettings;
import dev.earmark.agent.ScriptedModel;
import dev.earmark.agent.Situation;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import org.junit.jupiter.api.Test;

/**
 * What is for the embedded rules alone is told to no other model, neither later nor after a
 * restart.
 */
final class ApartRunTest {
  private final FakeClock clock = new FakeClock();
  private final FakeRunStore store = new FakeRunStore(RunSettings.DEFAULT, clock);
  private final ScriptedModel rules = new ScriptedModel("Final Answer: 好的，小雨").forEver();
  private final ScriptedModel large = new ScriptedModel("Final Answer: 好").reading(7_000).forEver();
  private int ids;

  private AgentEngine engine(RunArchive archive) {
    return new AgentEngine(
        AgentSettings.DEFAULT,
        large,
        new TextProtocol(),
        new FakeTools().registry(),
        clock,
        archive);
  }

  private AgentEngine.Task task(String text) {
    return new AgentEngine.Task("run-" + ids++, text, Language.ZH, Situation.NOTHING);
  }

  private String told(AgentEngine engine, String text) {
    engine.run(task(text), new CancelFlag(), run -> {});
    return large.asked().get(large.asked().size() - 1).messages().toString();
  }

  @Test
  void wordsOfAChild_areNotToldToTheLargeModel_norAfterARestart() {
    RunArchive archive = new RunArchive(store, clock, new Health());
    AgentEngine engine = engine(archive);
    assertThat(told(engine, "记住，我喜欢三国演义")).contains("三国演义");
    Run child = engine.runApart(task("记住，我叫小雨"), rules, new CancelFlag(), run -> {});
    engine.runApart(task("放点好听的"), rules, new CancelFlag(), run -> {});
    assertThat(child.isApart()).isTrue();
    assertThat(rules.asked().get(0).messages().toString()).doesNotContain("三国演义");
    assertThat(told(engine, "现在几点")).contains("三国演义").doesNotContain("小雨", "好听的");
    for (int i = 0; i < 30; i++) { // so that the facts of long ago are read as well
      told(engine, "第" + i + "个问题");
    }
    archive.onClose();

    AgentEngine second = engine(new RunArchive(store, clock, new Health()));
    assertThat(second.find(child.id()).orElseThrow().isApart()).isTrue();
    assertThat(told(second, "我叫什么")).contains("三国演义").doesNotContain("小雨", "好听的");
  }
}
