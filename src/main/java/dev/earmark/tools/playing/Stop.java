package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code stop()}: stops the book, keeps the place, and forgets a wish still being fetched. */
public final class Stop implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "stop",
          "Stops the audiobook and keeps the place; also calls off a book that is being fetched.",
          List.of(),
          Set.of(Effect.STOP));

  private final Player player;
  private final PlayService service;

  /** Makes the tool. */
  public Stop(Player player, PlayService service) {
    this.player = player;
    this.service = service;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    boolean fetching = service.pending().isPresent();
    service.forgetPending();
    if (player.stop()) {
      return ToolResult.ok(language.pick("已停止播放", "Stopped"));
    }
    return fetching
        ? ToolResult.ok(language.pick("好的，下好后不播放了", "It will not start when the download is ready"))
        : ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
  }
}
