package dev.earmark.app.reasoning;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.agent.RunArchive;
import dev.earmark.agent.RunStore;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The agent's engine as the assistant sees it. */
public final class EngineThinker implements Thinker {
  private final AgentEngine engine;
  private final ChatModel rules;
  private final RunArchive archive;
  private final Foresight foresight;

  /** Tells ahead how quick a command will be; returns at once. */
  interface Foresight {
    Thinker.Prospect of(String text, Language language, Situation situation);
  }

  /**
   * Makes it.
   *
   * @param rules thinks of what is for the embedded rules alone
   */
  EngineThinker(AgentEngine engine, ChatModel rules, RunArchive archive, Foresight foresight) {
    this.archive = archive;
    this.rules = rules;
    this.engine = engine;
    this.foresight = foresight;
  }

  @Override
  public Thinker.Prospect prospect(String text, Language language, Situation situation) {
    return foresight.of(text, language, situation);
  }

  @Override
  public Run think(
      String runId,
      String text,
      Language language,
      Situation situation,
      Manner manner,
      CancelFlag cancel,
      Consumer<Run> onProgress) {
    AgentEngine.Task task = new AgentEngine.Task(runId, text, language, situation, manner.spoken());
    return manner.rulesOnly()
        ? engine.runApart(task, rules, cancel, onProgress)
        : engine.run(task, cancel, onProgress);
  }

  @Override
  public Optional<Run> find(String runId) {
    return engine.find(runId);
  }

  @Override
  public List<Run> page(int limit, String before) {
    if (before.isEmpty()) {
      return engine.page(limit, null);
    }
    return find(before).map(run -> engine.page(limit, RunStore.Place.of(run))).orElse(List.of());
  }

  @Override
  public void keep(Run run) {
    archive.keep(run);
  }

  @Override
  public Intervention.Outcome intervene(String runId, Intervention what) {
    return engine.intervene(runId, what);
  }
}
