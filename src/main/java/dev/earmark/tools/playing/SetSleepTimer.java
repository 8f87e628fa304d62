package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.tools.Args;
import dev.earmark.tools.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** {@code set_sleep_timer(minutes|sections)}: stops the book later; 0 calls it off. */
public final class SetSleepTimer implements Tool {
  private static final int MAX_MINUTES = 24 * 60;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_sleep_timer",
          "Stops the audiobook after some minutes, or at the end of the n-th section. Give one of"
              + " the two; 0 calls the timer off.",
          List.of(
              Parameter.optional(
                  "minutes", Parameter.Type.NUMBER, null, "minutes until it stops; 0 is off"),
              Parameter.optional(
                  "sections",
                  Parameter.Type.INTEGER,
                  null,
                  "1 is the end of the section that plays, 2 of the one after; 0 is off")),
          Set.of(Effect.TIMER));

  private final Player player;

  /** Makes the tool. */
  public SetSleepTimer(Player player) {
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
    OptionalDouble minutes = given.number("minutes");
    OptionalInt sections = given.whole("sections");
    Optional<ToolResult> refusal = given.refuseUnlessOneOf("minutes", "sections", language);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    double wanted = minutes.isPresent() ? minutes.getAsDouble() : sections.getAsInt();
    if (wanted < 0 || (minutes.isPresent() && wanted > MAX_MINUTES)) {
      return ToolResult.failed(
          language.pick("睡眠定时要在 0 到 24 小时之间", "The sleep timer takes 0 to 24 hours"));
    }
    if (wanted == 0) {
      player.sleepAfterMinutes(0);
      return ToolResult.ok(language.pick("睡眠定时已取消", "The sleep timer is off"));
    }
    if (player.snapshot().album() == null) {
      return ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    }
    if (minutes.isPresent()) {
      player.sleepAfterMinutes(wanted);
      String time = Words.duration(wanted * 60, language);
      return ToolResult.ok(
          language.pick(time + "后停止播放", "It stops in " + time), Map.of("minutes", wanted));
    }
    player.sleepAfterSections(sections.getAsInt());
    return ToolResult.ok(afterSections(sections.getAsInt(), language), Map.of("sections", wanted));
  }

  private static String afterSections(int sections, Language language) {
    if (sections == 1) {
      return language.pick("听完这一集就停", "It stops at the end of this section");
    }
    return language.pick(
        "听完" + sections + "集就停", "It stops at the end of " + sections + " sections");
  }
}
