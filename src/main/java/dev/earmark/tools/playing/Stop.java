package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.Transport;
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

  private final Transport transport;

  /** Makes the tool. */
  public Stop(Transport transport) {
    this.transport = transport;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    return switch (transport.stop()) {
      case DONE -> ToolResult.ok(language.pick("已停止播放", "Stopped"));
      case CALLED_OFF ->
          ToolResult.ok(
              language.pick("好的，下好后不播放了", "It will not start when the download is ready"));
      case NOTHING -> ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    };
  }
}
