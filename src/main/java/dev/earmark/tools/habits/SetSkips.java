package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** {@code set_skips(intro, outro)}: what is left out at the ends of each section of this book. */
public final class SetSkips implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_skips",
          "Leaves out seconds at the beginning (intro) or the end (outro) of every section of the"
              + " book that plays, from now on; 0 plays them again. Give one or both.",
          List.of(
              Parameter.optional(
                  "intro", Parameter.Type.NUMBER, null, "seconds at the beginning, 0 to 600"),
              Parameter.optional(
                  "outro", Parameter.Type.NUMBER, null, "seconds at the end, 0 to 600")),
          Set.of(Effect.SEEK));

  private final PlayerHabits habits;
  private final Player player;

  /** Makes the tool. */
  public SetSkips(PlayerHabits habits, Player player) {
    this.habits = habits;
    this.player = player;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    OptionalDouble intro = new Args(args).number("intro");
    OptionalDouble outro = new Args(args).number("outro");
    if (intro.isEmpty() && outro.isEmpty()) {
      return ToolResult.failed(
          language.pick("要跳过多少秒片头或片尾？", "How many seconds of intro or outro are to be skipped?"));
    }
    if (out(intro.orElse(0)) || out(outro.orElse(0))) {
      return ToolResult.failed(
          language.pick("片头片尾最多跳过10分钟", "At most 10 minutes can be skipped at either end"));
    }
    Optional<Tuning> tuning =
        habits.tune(old -> old.withSkips(intro.orElse(old.introS()), outro.orElse(old.outroS())));
    return tuning
        .map(
            t ->
                ToolResult.ok(
                    t.words(language, player.snapshot().durationS()),
                    Map.of("intro", t.introS(), "outro", t.outroS())))
        .orElseGet(() -> ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now")));
  }

  private static boolean out(double seconds) {
    return seconds < 0 || seconds > Tuning.MOST_S;
  }
}
