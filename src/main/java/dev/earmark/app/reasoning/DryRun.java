package dev.earmark.app.reasoning;

import dev.earmark.agent.Situation;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.tools.Tools;
import java.util.List;
import java.util.Map;

/**
 * The agent's tools without their effects: each tells what it would have done. Search and status
 * answer from the situation, so that a plan of several steps can go on.
 */
public final class DryRun {
  private DryRun() {}

  /** Returns one tool without effects for each real one. */
  public static List<Tool> tools(Situation situation) {
    return Tools.specs().stream().map(spec -> (Tool) new DryTool(spec, situation)).toList();
  }

  private record DryTool(ToolSpec spec, Situation situation) implements Tool {
    @Override
    public ToolResult call(Map<String, Object> args, Context context) {
      return ToolResult.ok(observation(args, context.language()));
    }

    private String observation(Map<String, Object> args, Language language) {
      String keyword = String.valueOf(args.getOrDefault("keyword", ""));
      return switch (spec.name()) {
        case "search_and_play" ->
            language.pick(
                "正在播放(本地): " + keyword + " - 第" + args.get("section") + "集",
                "Playing (local): " + keyword + " - section " + args.get("section"));
        case "search_album" ->
            language.pick(
                "1. " + keyword + " (dry:1), 试运行, 10集",
                "1. " + keyword + " (dry:1), dry run, 10 sections");
        case "get_album_detail" -> language.pick("共10集", "10 sections");
        case "get_status" ->
            situation.album().isEmpty()
                ? language.pick("现在没有在播放", "Nothing is playing now")
                : language.pick(
                    situation.album() + " 第" + situation.section() + "集",
                    situation.album() + ", section " + situation.section());
        default -> language.pick("试运行: ", "dry run: ") + spec.name() + " " + args;
      };
    }
  }
}
