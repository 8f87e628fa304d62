package dev.earmark.tools.general;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.TimeOfDay;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import dev.earmark.tools.Args;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/** {@code set_timer(seconds|at, name, kind=timer, repeat, day)}: a countdown, alarm or reminder. */
public final class SetTimer implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_timer",
          "Sets a timer, an alarm or a reminder. Give either seconds or at.",
          List.of(
              Parameter.optional("seconds", Parameter.Type.NUMBER, null, "seconds from now"),
              Parameter.optional(
                  "at",
                  Parameter.Type.STRING,
                  null,
                  "a time of day such as 07:30, or a date and time such as 2026-01-31T07:30"),
              Parameter.optional("name", Parameter.Type.STRING, "", "what it is for"),
              Parameter.optional(
                  "kind", Parameter.Type.STRING, "timer", "timer, alarm or reminder"),
              Parameter.optional(
                  "repeat",
                  Parameter.Type.STRING,
                  "none",
                  "none, daily, weekdays, weekends, or days such as mon,fri; only with a time of"
                      + " day"),
              Parameter.optional(
                  "day",
                  Parameter.Type.STRING,
                  "",
                  "the day of a time of day, once: today, tomorrow, day_after_tomorrow, or such as"
                      + " friday; without it the next such time")),
          Set.of(Effect.TIMER));

  private final Timers timers;
  private final Supplier<ZoneId> zone;

  /** Makes the tool. */
  public SetTimer(Timers timers, Supplier<ZoneId> zone) {
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
    Args given = new Args(args);
    OptionalDouble seconds = given.number("seconds");
    String at = given.text("at");
    if (seconds.isPresent() != at.isEmpty()) {
      return ToolResult.failed(language.pick("请给出 seconds 或 at 其中一个", "Give either seconds or at"));
    }
    try {
      Timer timer = set(given, seconds, at);
      return ToolResult.ok(
          language.pick("已设好", "Set: ") + TimerWords.line(timer, zone.get(), language),
          Map.of("timer_id", timer.id(), "at", timer.at().toString()));
    } catch (DateTimeException e) {
      return ToolResult.failed(
          language.pick(
              "看不懂时间“" + at + "”，请写成 07:30 这样",
              "The time \"" + at + "\" is not understood; write it like 07:30"));
    } catch (IllegalArgumentException e) {
      return ToolResult.failed(
          language.pick(
              "kind 只能是 timer、alarm、reminder；repeat 只能是 none、daily、weekdays、weekends 或 mon,fri"
                  + " 这样；day 只能是 today、tomorrow、day_after_tomorrow 或 friday 这样",
              "kind is timer, alarm or reminder; repeat is none, daily, weekdays, weekends or days"
                  + " such as mon,fri; day is today, tomorrow, day_after_tomorrow or such as"
                  + " friday"));
    } catch (FailureException e) {
      return ToolResult.failed(
          language.pick("定时没有设成：", "The timer was not set: ") + e.failure().said(language));
    }
  }

  private Timer set(Args given, OptionalDouble seconds, String at) throws FailureException {
    String name = given.text("name");
    Timer.Kind kind = Timer.Kind.valueOf(upper(given.text("kind"), "TIMER"));
    Timer.Repeat repeat = Timer.Repeat.parse(given.text("repeat"));
    String day = given.text("day").toLowerCase(Locale.ROOT);
    if (seconds.isPresent()) {
      return timers.in(Duration.ofMillis((long) (seconds.getAsDouble() * 1000)), kind, name);
    }
    String text = at.replace(' ', 'T');
    if (!text.contains("-") && !text.contains("T")) {
      LocalTime time = TimeOfDay.parse(text);
      return day.isEmpty() || repeat.repeats()
          ? timers.at(time, kind, name, repeat)
          : once(day, time, kind, name);
    }
    boolean hasZone = text.endsWith("Z") || text.matches(".*T.*[+-]\\d\\d:\\d\\d");
    return timers.at(
        hasZone
            ? OffsetDateTime.parse(text).toInstant()
            : LocalDateTime.parse(text).atZone(zone.get()).toInstant(),
        kind,
        name);
  }

  private Timer once(String day, LocalTime time, Timer.Kind kind, String name)
      throws FailureException {
    return switch (day) {
      case "today" -> timers.onDay(0, time, kind, name);
      case "tomorrow" -> timers.onDay(1, time, kind, name);
      case "day_after_tomorrow" -> timers.onDay(2, time, kind, name);
      default -> timers.on(Timer.Repeat.day(day), time, kind, name);
    };
  }

  private static String upper(String text, String fallback) {
    return text.isEmpty() ? fallback : text.toUpperCase(Locale.ROOT);
  }
}
