package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Transport;
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
  private final Transport transport;

  /** Makes the tool. */
  public Pause(Player player, Transport transport) {
    this.player = player;
    this.transport = transport;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    return switch (transport.pause()) {
      case DONE -> ToolResult.ok(language.pick("已暂停播放", "Paused"));
      case CALLED_OFF ->
          ToolResult.ok(language.pick("下好后先不播放", "It will not start when the download is ready"));
      case NOTHING -> nothing(language);
    };
  }

  private ToolResult nothing(Language language) {
    boolean paused = player.snapshot().state() == PlayerSnapshot.State.PAUSED;
    return paused
        ? ToolResult.ok(language.pick("已经是暂停状态", "It is paused already"))
        : ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
  }
}
