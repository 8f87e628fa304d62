package dev.earmark.tools.general;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import dev.earmark.tools.Args;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code cancel_timer(name|all)}: calls timers off by id or name, or all of them. */
public final class CancelTimer implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "cancel_timer",
          "Calls off a timer, alarm or reminder by its name or id, or all of them.",
          List.of(
              Parameter.optional("name", Parameter.Type.STRING, "", "its name or id"),
              Parameter.optional(
                  "all", Parameter.Type.BOOLEAN, false, "true calls all of them off")),
          Set.of(Effect.TIMER));

  private final Timers timers;
  private final ZoneId zone;

  /** Makes the tool. */
  public CancelTimer(Timers timers, ZoneId zone) {
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
    String name = new Args(args).text("name");
    boolean all =
        Boolean.parseBoolean(String.valueOf(args.get("all"))) || name.equalsIgnoreCase("all");
    List<Timer> cancelled;
    if (all) {
      cancelled = timers.cancelAll();
    } else if (name.isEmpty() && !timers.ringing().isEmpty()) {
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
    }
    if (cancelled.isEmpty()) {
      return ToolResult.failed(language.pick("没有这样的定时", "There is no such timer"));
    }
    String lines =
        String.join("\n", cancelled.stream().map(t -> TimerWords.line(t, zone, language)).toList());
    return ToolResult.ok(
        language.pick("已取消: ", "Cancelled: ") + lines,
        Map.of("cancelled", cancelled.stream().map(Timer::id).toList()));
  }
}
