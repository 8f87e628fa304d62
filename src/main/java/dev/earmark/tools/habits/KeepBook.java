package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.Player;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code keep_book(keep)}: fetches the whole book that plays and keeps it on this machine. */
public final class KeepBook implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "keep_book",
          "Downloads the whole audiobook that plays and keeps it on this machine, or keeps it no"
              + " longer.",
          List.of(
              Parameter.optional("keep", Parameter.Type.BOOLEAN, true, "false: keep it no longer")),
          Set.of(Effect.DOWNLOAD));

  private final Player player;
  private final KeptBooks kept;

  /** Makes the tool. */
  public KeepBook(Player player, KeptBooks kept) {
    this.player = player;
    this.kept = kept;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Album album = player.snapshot().album();
    if (album == null) {
      return ToolResult.failed(
          language.pick("现在没有在播放，先说要听哪一本", "Nothing is playing; say which book to play first"));
    }
    if (new Args(args).flag("keep").orElse(true)) {
      kept.keep(album);
      return ToolResult.ok(
          language.pick(
              "正在下载整本《" + album.title() + "》，下好后一直保留",
              "The whole of " + album.title() + " is being downloaded and will be kept"),
          Map.of("album_id", album.id()));
    }
    return kept.release(album.id())
        ? ToolResult.ok(
            language.pick("不再保留《" + album.title() + "》", album.title() + " is not kept any longer"))
        : ToolResult.failed(
            language.pick("这本书没有设为保留", "This book is not among those that are kept"));
  }
}
