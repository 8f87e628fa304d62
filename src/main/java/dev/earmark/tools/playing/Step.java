package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.Player;
import dev.earmark.playback.Transport;
import dev.earmark.tools.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** {@code next_section()} and {@code previous_section()}: one section on or back. */
public final class Step implements Tool {
  /** What a model is told of going on. */
  public static final ToolSpec NEXT =
      spec("next_section", "Goes to the next section of the audiobook and plays it.");

  /** What a model is told of going back. */
  public static final ToolSpec PREVIOUS =
      spec("previous_section", "Goes to the section before this one and plays it.");

  private final ToolSpec spec;
  private final Player player;
  private final Supplier<Optional<Integer>> move;
  private final String endZh;
  private final String endEn;

  private Step(
      ToolSpec spec, Player player, Supplier<Optional<Integer>> move, String endZh, String endEn) {
    this.spec = spec;
    this.player = player;
    this.move = move;
    this.endZh = endZh;
    this.endEn = endEn;
  }

  /** Makes {@code next_section()}. */
  public static Tool next(Player player, Transport transport) {
    return new Step(NEXT, player, transport::next, "已经是最后一集了", "This is the last section already");
  }

  /** Makes {@code previous_section()}. */
  public static Tool previous(Player player, Transport transport) {
    return new Step(
        PREVIOUS, player, transport::previous, "已经是第一集了", "This is the first section already");
  }

  private static ToolSpec spec(String name, String description) {
    return new ToolSpec(name, description, List.of(), Set.of(Effect.PLAY, Effect.SEEK));
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Album album = player.snapshot().album();
    if (album == null) {
      return ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    }
    Optional<Integer> section = move.get();
    if (section.isEmpty()) {
      return ToolResult.failed(language.pick(endZh, endEn));
    }
    String where = Words.section(album.title(), section.get(), language);
    return ToolResult.ok(
        language.pick("正在播放: " + where, "Playing: " + where),
        Map.of("album_id", album.id(), "section", section.get()));
  }
}
