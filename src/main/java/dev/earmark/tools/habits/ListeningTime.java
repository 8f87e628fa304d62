package dev.earmark.tools.habits;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.habits.History;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code listening_time(days)}: how long was listened today, or in the last days. */
public final class ListeningTime implements Tool {
  private static final int LONGEST = 3_660;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "listening_time",
          "Tells how long audiobooks were listened to, today or in the last days.",
          List.of(
              Parameter.optional(
                  "days", Parameter.Type.INTEGER, 1, "how many days, today being the last")),
          Set.of());

  private final History history;

  /** Makes the tool. */
  public ListeningTime(History history) {
    this.history = history;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    int days = Math.max(1, Math.min(LONGEST, new Args(args).whole("days").orElse(1)));
    double seconds = history.secondsSince(history.today().minusDays(days - 1L));
    String time = Lengths.duration(Math.round(seconds / 60) * 60.0, language);
    String text =
        days == 1
            ? language.pick("今天听了" + time, "Listened for " + time + " today")
            : language.pick(
                "最近" + days + "天一共听了" + time,
                "Listened for " + time + " in the last " + days + " days");
    return ToolResult.ok(text, Map.of("seconds", Math.round(seconds)));
  }
}
