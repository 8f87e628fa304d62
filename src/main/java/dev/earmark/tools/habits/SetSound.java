package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code set_sound(level, boost, shorten_silence)}: what is done to the sound of books. */
public final class SetSound implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_sound",
          "Changes what is done to the sound of audiobooks; what is left out stays as it is.",
          List.of(
              Parameter.optional(
                  "level",
                  Parameter.Type.BOOLEAN,
                  null,
                  "whether all sections are brought to one loudness"),
              Parameter.optional(
                  "boost", Parameter.Type.BOOLEAN, null, "whether the voice is made clearer"),
              Parameter.optional(
                  "shorten_silence",
                  Parameter.Type.BOOLEAN,
                  null,
                  "whether long silences are shortened")),
          Set.of(Effect.VOLUME));

  private final PlayerHabits player;

  /** Makes the tool. */
  public SetSound(PlayerHabits player) {
    this.player = player;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Args given = new Args(args);
    ShapeSettings old = player.sound();
    ShapeSettings now =
        new ShapeSettings(
            given.flag("level").orElse(old.level()),
            old.targetLufs(),
            given.flag("boost").orElse(old.boost()),
            given.flag("shorten_silence").orElse(old.shortenSilence()));
    player.sound(now);
    return ToolResult.ok(
        PlayerHabits.words(now, context.language()),
        Map.of(
            "level", now.level(),
            "boost", now.boost(),
            "shorten_silence", now.shortenSilence()));
  }
}
