package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** {@code set_speed(rate)}: how fast the book is read, with the pitch kept. */
public final class SetSpeed implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_speed",
          "Sets how fast the audiobook is read.",
          List.of(
              Parameter.required(
                  "rate", Parameter.Type.NUMBER, "0.5 to 3.0 in steps of 0.05; 1.0 is normal")),
          Set.of(Effect.SPEED));

  private final Player player;

  /** Makes the tool. */
  public SetSpeed(Player player) {
    this.player = player;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    OptionalDouble rate = new Args(args).number("rate");
    if (rate.isEmpty() || rate.getAsDouble() < 0.5 || rate.getAsDouble() > 3) {
      return ToolResult.failed(
          language.pick("倍速要在 0.5 到 3.0 之间", "The speed must be between 0.5 and 3.0"));
    }
    double speed = player.setSpeed(rate.getAsDouble());
    String text = Lengths.number(speed);
    return ToolResult.ok(language.pick(text + " 倍速", "Speed " + text), Map.of("speed", speed));
  }
}
