package dev.earmark.tools.general;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** {@code get_time()}: date, weekday and time of day. */
public final class GetTime implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec("get_time", "Tells the date, the weekday and the time.", List.of(), Set.of());

  private static final DateTimeFormatter ZH =
      DateTimeFormatter.ofPattern("yyyy年M月d日 EEEE HH:mm", Locale.CHINA);
  private static final DateTimeFormatter EN =
      DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy, HH:mm", Locale.ENGLISH);

  private final Clock clock;
  private final Supplier<ZoneId> zone;

  /** Makes the tool. */
  public GetTime(Clock clock, Supplier<ZoneId> zone) {
    this.clock = clock;
    this.zone = zone;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    ZonedDateTime now = clock.now().atZone(zone.get());
    String text = context.language() == Language.ZH ? ZH.format(now) : EN.format(now);
    return ToolResult.ok(text, Map.of("time", now.toOffsetDateTime().toString()));
  }
}
