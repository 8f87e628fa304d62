package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** {@code set_volume(level|delta)}: the volume of the book. */
public final class SetVolume implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_volume",
          "Sets the volume of the audiobook, or changes it. Give one of the two.",
          List.of(
              Parameter.optional("level", Parameter.Type.INTEGER, null, "0 to 100 percent"),
              Parameter.optional(
                  "delta",
                  Parameter.Type.INTEGER,
                  null,
                  "how many percent louder; negative is quieter; 10 is a clear step")),
          Set.of(Effect.VOLUME));

  private final Player player;

  /** Makes the tool. */
  public SetVolume(Player player) {
    this.player = player;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Args given = new Args(args);
    OptionalInt level = given.whole("level");
    OptionalInt delta = given.whole("delta");
    Optional<ToolResult> refusal = given.refuseUnlessOneOf("level", "delta", language);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (level.orElse(0) < 0 || level.orElse(0) > 100) {
      return ToolResult.failed(
          language.pick(
              "音量要在 0 到 100 之间，不能是 " + level.getAsInt(),
              "The volume must be between 0 and 100, not " + level.getAsInt()));
    }
    int volume =
        level.isPresent()
            ? player.setVolume(level.getAsInt())
            : player.changeVolume(delta.getAsInt());
    return ToolResult.ok(
        language.pick("音量 " + volume + "%", "Volume " + volume + "%"), Map.of("volume", volume));
  }
}
