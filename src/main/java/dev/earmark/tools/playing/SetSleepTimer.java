package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.sleep.SleepTimer;
import dev.earmark.playback.sleep.SleepWords;
import dev.earmark.tools.Args;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/** {@code set_sleep_timer(minutes|sections|chapters|at|extend)}: stops the book later. */
public final class SetSleepTimer implements Tool {
  private static final int MAX_MINUTES = 24 * 60;
  private static final List<String> WAYS =
      List.of("minutes", "sections", "chapters", "at", "extend");

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "set_sleep_timer",
          "Stops the audiobook later. Give one of them; minutes or sections of 0 call the timer"
              + " off.",
          List.of(
              Parameter.optional(
                  "minutes", Parameter.Type.NUMBER, null, "minutes until it stops; 0 is off"),
              Parameter.optional(
                  "sections",
                  Parameter.Type.INTEGER,
                  null,
                  "1 is the end of the section that plays, 2 of the one after; 0 is off"),
              Parameter.optional(
                  "chapters",
                  Parameter.Type.INTEGER,
                  null,
                  "the same by the chapter marks inside the section"),
              Parameter.optional(
                  "at",
                  Parameter.Type.STRING,
                  null,
                  "a time of day such as 23:30; 11:30 is whichever comes first"),
              Parameter.optional(
                  "extend", Parameter.Type.NUMBER, null, "minutes that the timer runs longer")),
          Set.of(Effect.TIMER));

  private final Player player;
  private final PlayerHabits habits;
  private final Clock clock;
  private final Supplier<ZoneId> zone;

  /** Makes the tool. */
  public SetSleepTimer(Player player, PlayerHabits habits, Clock clock, Supplier<ZoneId> zone) {
    this.player = player;
    this.habits = habits;
    this.clock = clock;
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
    if (WAYS.stream().filter(way -> !given.text(way).isEmpty()).count() != 1) {
      return ToolResult.failed(
          language.pick(
              "请给出 minutes、sections、chapters、at、extend 其中一个",
              "Give one of minutes, sections, chapters, at, extend"));
    }
    OptionalDouble minutes = given.number("minutes");
    OptionalDouble extend = given.number("extend");
    int count = given.whole("sections").orElse(given.whole("chapters").orElse(0));
    String at = given.text("at");
    double wanted = minutes.orElse(extend.orElse(at.isEmpty() ? count : 1));
    if (wanted < 0 || minutes.orElse(0) > MAX_MINUTES || extend.orElse(1) > MAX_MINUTES) {
      return ToolResult.failed(
          language.pick("睡眠定时要在 0 到 24 小时之间", "The sleep timer takes 0 to 24 hours"));
    }
    if (wanted == 0) {
      player.sleepAfterMinutes(0);
      return ToolResult.ok(SleepWords.off(language));
    }
    if (player.snapshot().album() == null) {
      return ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    }
    if (minutes.isPresent()) {
      player.sleepAfterMinutes(wanted);
      return ToolResult.ok(SleepWords.minutes(wanted, language), Map.of("minutes", wanted));
    }
    if (!at.isEmpty()) {
      return at(at, language);
    }
    if (extend.isPresent()) {
      double left = habits.extendSleep(extend.getAsDouble());
      return ToolResult.ok(
          SleepWords.extended(left / 60, clock.now(), zone.get(), language),
          Map.of("minutes", left / 60));
    }
    if (given.whole("chapters").isPresent()) {
      return chapters(count, language);
    }
    player.sleepAfterSections(count);
    return ToolResult.ok(SleepWords.sections(count, language), Map.of("sections", count));
  }

  private ToolResult at(String text, Language language) {
    Instant now = clock.now();
    OptionalDouble minutes = SleepTimer.minutesUntil(text, now, zone.get());
    if (minutes.isEmpty()) {
      return ToolResult.failed(
          language.pick("时间要写成 23:30 这样", "Give the time as 23:30, for example"));
    }
    player.sleepAfterMinutes(minutes.getAsDouble());
    return ToolResult.ok(
        SleepWords.at(minutes.getAsDouble(), now, zone.get(), language),
        Map.of("minutes", Math.round(minutes.getAsDouble() * 10) / 10.0));
  }

  private ToolResult chapters(int count, Language language) {
    SleepTimer set = habits.sleepAfterChapters(count);
    if (!set.isOn()) {
      return ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    }
    if (set.until() == null) {
      int sections = set.sections();
      return ToolResult.ok(SleepWords.sections(sections, language), Map.of("sections", sections));
    }
    return ToolResult.ok(SleepWords.chapters(count, language), Map.of("chapters", count));
  }
}
