package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.tools.Args;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** {@code limit_listening(minutes, every_day)}: how long may be listened in a day. */
public final class LimitListening implements Tool {
  private static final double MOST = 24 * 60;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "limit_listening",
          "Sets how many minutes may be listened today, or every day; 0 takes that back; without"
              + " minutes it tells how many are left.",
          List.of(
              Parameter.optional("minutes", Parameter.Type.NUMBER, null, "1 to 1440, or 0"),
              Parameter.optional(
                  "every_day",
                  Parameter.Type.BOOLEAN,
                  false,
                  "true for every day, not only today")),
          Set.of(Effect.TIMER));

  private final Player player;

  /** Makes the tool. */
  public LimitListening(Player player) {
    this.player = player;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Allowance allowance = player.allowance().orElse(null);
    if (allowance == null) {
      return ToolResult.failed(language.pick("这里没有收听限制", "There are no limits here"));
    }
    OptionalDouble minutes = new Args(args).number("minutes");
    if (minutes.isEmpty()) {
      return ToolResult.ok(state(allowance.state(), language));
    }
    double most = minutes.getAsDouble();
    if (most != 0 && (!(most >= 1) || most > MOST)) {
      return ToolResult.failed(
          language.pick("每天的限制从一分钟到二十四小时", "A limit lies between a minute and a day"));
    }
    boolean everyDay = Boolean.parseBoolean(String.valueOf(args.get("every_day")));
    Duration time = Duration.ofSeconds(Math.round(most * 60));
    boolean lifted = allowance.state().liftedUntil() != null;
    if (allowance.limit(time, everyDay, "") != Allowance.Outcome.DONE) {
      return ToolResult.failed(
          language.pick(
              "要听得更久，请先说“解除限制，密码”和密码",
              "For more time say \"lift the limit, pin\" and the PIN first"));
    }
    if (most == 0) {
      return ToolResult.ok(
          language.pick("设的收听限制取消了。", "The limit that was set is taken back. ")
              + state(allowance.state(), language));
    }
    String when = everyDay ? language.pick("每天", "Every day") : language.pick("今天", "Today");
    return ToolResult.ok(
        language.pick(
            when + "最多听" + Math.round(most) + "分钟" + (lifted ? "，限制重新生效" : ""),
            when
                + " "
                + minutes(Math.round(most))
                + " may be listened"
                + (lifted ? "; the limits hold again" : "")));
  }

  private static String state(Allowance.State now, Language language) {
    if (now.liftedUntil() != null) {
      return language.pick("限制已经解除", "The limits are lifted");
    }
    if (now.quiet()) {
      return language.pick("现在是安静时间", "These are quiet hours");
    }
    if (now.quotaS() <= 0) {
      return language.pick("今天没有限制", "There is no limit today");
    }
    long left = Math.max(0, Math.round((now.quotaS() - now.usedS()) / 60));
    return language.pick(
        "今天还可以听" + left + "分钟", minutes(left) + (left == 1 ? " is" : " are") + " left today");
  }

  private static String minutes(long count) {
    return count == 1 ? "1 minute" : count + " minutes";
  }
}
