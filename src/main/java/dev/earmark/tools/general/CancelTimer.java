package dev.earmark.tools.general;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import dev.earmark.tools.Args;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code cancel_timer(name|all)}: calls timers off by id or name, or all of them. */
public final class CancelTimer implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "cancel_timer",
          "Calls off a timer, alarm or reminder by its name, id, kind or time, or all of them.",
          List.of(
              Parameter.optional(
                  "name",
                  Parameter.Type.STRING,
                  "",
                  "its name or id, its kind (alarm, timer, reminder), its time of day such as"
                      + " 07:00, or its place such as second alarm"),
              Parameter.optional(
                  "all",
                  Parameter.Type.BOOLEAN,
                  false,
                  "true calls all of them off, or all of the kind in name"),
              Parameter.optional(
                  "day",
                  Parameter.Type.STRING,
                  "",
                  "only what rings on it next: today, tomorrow or day_after_tomorrow")),
          Set.of(Effect.TIMER));

  private static final List<String> DAYS = List.of("today", "tomorrow", "day_after_tomorrow");

  private final Timers timers;
  private final Clock clock;
  private final Supplier<ZoneId> zone;

  /** Makes the tool. */
  public CancelTimer(Timers timers, Clock clock, Supplier<ZoneId> zone) {
    this.timers = timers;
    this.clock = clock;
    this.zone = zone;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public @Nullable String loss(Map<String, Object> args, Context context) {
    String name = new Args(args).text("name");
    String day = day(args);
    boolean one = !isAll(args, name) && day.isEmpty();
    if (one) {
      return null;
    }
    int count = (DAYS.contains(day) ? once(day, name) : ofKind(name)).size();
    return count < 2
        ? null
        : context
            .language()
            .pick(
                "要取消全部" + count + "个吗？",
                "Shall " + (count == 2 ? "both" : "all " + count) + " of them be cancelled?");
  }

  private static String day(Map<String, Object> args) {
    return new Args(args).text("day").toLowerCase(Locale.ROOT);
  }

  /** Returns those of a kind, or all where the name is none. */
  private List<Timer> ofKind(String name) {
    return WhichTimer.kind(name).isPresent()
        ? WhichTimer.of(timers.list(), name, zone.get())
        : timers.list();
  }

  private List<Timer> onDay(String day, String kind) {
    return WhichTimer.onDay(timers.list(), DAYS.indexOf(day), kind, clock.now().atZone(zone.get()));
  }

  private List<Timer> once(String day, String kind) {
    return onDay(day, kind).stream().filter(timer -> !timer.repeat().repeats()).toList();
  }

  private static boolean isAll(Map<String, Object> args, String name) {
    return Boolean.parseBoolean(String.valueOf(args.get("all"))) || name.equalsIgnoreCase("all");
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    String name = new Args(args).text("name");
    boolean all = isAll(args, name);
    if (!all && WhichTimer.kind(name).isPresent() && !timers.ringing().isEmpty()) {
      name = ""; // "turn off the alarm" while anything rings
    }
    String day = day(args);
    if (!day.isEmpty()) {
      return DAYS.contains(day)
          ? ofDay(day, name, language)
          : ToolResult.failed(
              language.pick(
                  "day 只能是 today、tomorrow 或 day_after_tomorrow",
                  "The day is today, tomorrow or day_after_tomorrow"));
    }
    return all ? done(cancelEach(ofKind(name)), language) : named(name, language);
  }

  private ToolResult named(String name, Language language) {
    List<Timer> cancelled;
    if (name.isEmpty() && !timers.ringing().isEmpty()) {
      timers.quiet(); // who says so while it rings means that one
      return ToolResult.ok(language.pick("已停止响铃", "It has stopped ringing"));
    } else if (name.isEmpty()) {
      if (timers.list().size() > 1) {
        return ToolResult.failed(
            language.pick("有好几个定时，要取消哪一个？", "Several timers are set; which one is meant?"));
      }
      cancelled = timers.cancelAll();
    } else {
      cancelled = timers.cancel(name);
      List<Timer> meant =
          cancelled.isEmpty() ? WhichTimer.of(timers.list(), name, zone.get()) : List.<Timer>of();
      if (meant.size() > 1) {
        return ToolResult.failed(
            language.pick("有好几个，要取消哪一个？", "There are several; which one is meant?")
                + "\n"
                + lines(meant, language));
      }
      cancelled = meant.isEmpty() ? cancelled : cancelEach(meant);
    }
    return done(cancelled, language);
  }

  private ToolResult done(List<Timer> cancelled, Language language) {
    if (cancelled.isEmpty()) {
      return none(language);
    }
    return ToolResult.ok(
        language.pick("已取消: ", "Cancelled: ") + lines(cancelled, language),
        Map.of("cancelled", cancelled.stream().map(Timer::id).toList()));
  }

  /** Only what rings once: a timer that rings again and again is meant for other days too. */
  private ToolResult ofDay(String day, String kind, Language language) {
    List<Timer> meant = onDay(day, kind);
    List<Timer> once = once(day, kind);
    List<Timer> again = meant.stream().filter(timer -> timer.repeat().repeats()).toList();
    if (meant.isEmpty()) {
      return none(language);
    }
    if (once.isEmpty()) {
      return ToolResult.failed(
          language.pick(
                  "那天响的不止响一次，取消了以后也不响。真要取消，就说它几点：\n",
                  "What rings then rings on other days too, and would no longer. Say its time to"
                      + " cancel it all the same:\n")
              + lines(again, language));
    }
    List<Timer> cancelled = cancelEach(once);
    String left =
        again.isEmpty()
            ? ""
            : language.pick("\n每周都响的还在：", "\nThese ring on other days too and stay: ")
                + lines(again, language);
    return ToolResult.ok(
        language.pick("已取消: ", "Cancelled: ") + lines(cancelled, language) + left,
        Map.of("cancelled", cancelled.stream().map(Timer::id).toList()));
  }

  private List<Timer> cancelEach(List<Timer> meant) {
    return meant.stream().flatMap(timer -> timers.cancel(timer.id()).stream()).toList();
  }

  private ToolResult none(Language language) {
    List<Timer> others = timers.list();
    String set =
        others.isEmpty()
            ? ""
            : language.pick("。已设的有：\n", ". These are set:\n") + lines(others, language);
    return ToolResult.failed(language.pick("没有这样的定时", "There is no such timer") + set);
  }

  private String lines(List<Timer> timers, Language language) {
    return String.join(
        "\n", timers.stream().map(timer -> TimerWords.line(timer, zone.get(), language)).toList());
  }
}
