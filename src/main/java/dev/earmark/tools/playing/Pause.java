package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code pause()}: pauses the book; a wish still being fetched does not start by surprise. */
public final class Pause implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "pause",
          "Pauses the audiobook; resume goes on from there.",
          List.of(),
          Set.of(Effect.PAUSE));

  private final Player player;
  private final PlayService service;

  /** Makes the tool. */
  public Pause(Player player, PlayService service) {
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
    if (player.pause()) {
      return ToolResult.ok(language.pick("已暂停播放", "Paused"));
    }
    if (fetching) {
      return ToolResult.ok(
          language.pick("下好后先不播放", "It will not start when the download is ready"));
    }
    boolean paused = player.snapshot().state() == PlayerSnapshot.State.PAUSED;
    return paused
        ? ToolResult.ok(language.pick("已经是暂停状态", "It is paused already"))
        : ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
  }
}
