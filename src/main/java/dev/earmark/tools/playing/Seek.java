package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.Sought;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** {@code seek(seconds|position)}: moves inside the section. */
public final class Seek implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "seek",
          "Moves inside the current section: by seconds, or to a position. Give one of the two.",
          List.of(
              Parameter.optional(
                  "seconds",
                  Parameter.Type.NUMBER,
                  null,
                  "how many seconds forward; negative goes back"),
              Parameter.optional(
                  "position",
                  Parameter.Type.NUMBER,
                  null,
                  "the second of the section to go to, from 0")),
          Set.of(Effect.SEEK));

  private final Player player;

  /** Makes the tool. */
  public Seek(Player player) {
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
    OptionalDouble seconds = given.number("seconds");
    OptionalDouble position = given.number("position");
    Optional<ToolResult> refusal = given.refuseUnlessOneOf("seconds", "position", language);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Optional<Sought> at =
        seconds.isPresent()
            ? Sought.by(player, seconds.getAsDouble())
            : Sought.to(player, position.getAsDouble());
    if (at.isEmpty()) {
      return ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    }
    Sought sought = at.get();
    return ToolResult.ok(
        sought.words(language),
        Map.of("position_s", sought.atS(), "behind_the_end", sought.behindTheEnd()));
  }
}
