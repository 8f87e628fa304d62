package dev.earmark.tools.general;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import dev.earmark.tools.Args;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/** {@code snooze(minutes)}: what rings, or rang a moment ago, rings again later. */
public final class Snooze implements Tool {
  private static final double MS_PER_MINUTE = 60_000;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "snooze",
          "Lets the alarm or timer that rings, or rang a moment ago, ring again later.",
          List.of(
              Parameter.optional(
                  "minutes", Parameter.Type.NUMBER, null, "from now; the usual time without it")),
          Set.of(Effect.TIMER));

  private final Timers timers;
  private final Supplier<ZoneId> zone;

  /** Makes the tool. */
  public Snooze(Timers timers, Supplier<ZoneId> zone) {
    this.timers = timers;
    this.zone = zone;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    OptionalDouble minutes = new Args(args).number("minutes");
    Duration time =
        minutes.isPresent()
            ? Duration.ofMillis((long) (minutes.getAsDouble() * MS_PER_MINUTE))
            : timers.settings().snooze();
    try {
      List<Timer> late = timers.snooze(time);
      if (late.isEmpty() && minutes.isEmpty()) {
        return ToolResult.failed(language.pick("现在没有闹钟在响", "Nothing is ringing now"));
      }
      boolean anew = late.isEmpty();
      if (anew) {
        late = List.of(timers.in(time, Timer.Kind.ALARM, ""));
      }
      List<String> lines =
          late.stream().map(timer -> TimerWords.line(timer, zone.get(), language)).toList();
      return ToolResult.ok(
          (anew
                  ? language.pick("现在没有闹钟在响，新定了一个: ", "Nothing was ringing, so this is a new one: ")
                  : language.pick("到时再响: ", "It rings again: "))
              + String.join("\n", lines),
          Map.of("timer_id", late.get(0).id(), "at", late.get(0).at().toString()));
    } catch (FailureException e) {
      return ToolResult.failed(
          language.pick("没能推迟：", "It was not put off: ") + e.failure().said(language));
    }
  }
}
