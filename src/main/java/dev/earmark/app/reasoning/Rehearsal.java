package dev.earmark.app.reasoning;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.LibraryService;
import java.util.List;
import okhttp3.OkHttpClient;

/**
 * Thinks some commands through with tools that have no effects, so that the first real one finds
 * all classes loaded and the JVM has compiled what it needs most.
 */
public final class Rehearsal {
  private static final int ROUNDS = 10;
  private static final List<String> ZH = List.of("播放西游记第一集", "暂停", "搜一下三国演义");
  private static final List<String> EN = List.of("play chapter one of alice", "resume");
  private static final List<String> TITLES = List.of("西游记", "alice", "sherlock holmes");

  private Rehearsal() {}

  /** Blocks until it is done; no run is kept, nothing leaves the process. */
  public static void think(
      EarmarkConfig config, LibraryService library, OkHttpClient http, Clock clock) {
    AgentSettings asked = config.agent();
    AgentSettings settings =
        new AgentSettings("rules", asked.protocol(), asked.maxRounds(), asked.maxTime());
    try (AgentEngine engine =
        new AgentEngine(
            settings,
            Brain.model("rules", config.llm(), Brain.Forms.of(asked.protocol()), http, clock),
            Brain.protocol(settings.protocol()),
            new ToolRegistry(DryRun.tools(Situation.NOTHING)),
            clock)) {
      for (int round = 0; round < ROUNDS; round++) {
        ZH.forEach(text -> think(engine, text, Language.ZH));
        EN.forEach(text -> think(engine, text, Language.EN));
        TITLES.forEach(library::find);
      }
    }
  }

  private static void think(AgentEngine engine, String text, Language language) {
    AgentEngine.Task task = new AgentEngine.Task("rehearsal", text, language, Situation.NOTHING);
    engine.run(task, new CancelFlag(), run -> {});
  }
}
