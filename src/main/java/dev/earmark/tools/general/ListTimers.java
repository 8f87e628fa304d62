package dev.earmark.tools.general;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** {@code list_timers()}: the timers, alarms and reminders that are set. */
public final class ListTimers implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "list_timers",
          "Lists the timers, alarms and reminders that are set, the next one first.",
          List.of(),
          Set.of());

  private final Timers timers;
  private final Supplier<ZoneId> zone;

  /** Makes the tool. */
  public ListTimers(Timers timers, Supplier<ZoneId> zone) {
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
    List<Timer> all = timers.list();
    if (all.isEmpty()) {
      return ToolResult.ok(language.pick("没有设定时", "No timer is set"));
    }
    return ToolResult.ok(
        String.join("\n", all.stream().map(t -> TimerWords.line(t, zone.get(), language)).toList()),
        Map.of(
            "timers",
            all.stream()
                .map(t -> Map.of("id", t.id(), "name", t.name(), "at", t.at().toString()))
                .toList()));
  }
}
