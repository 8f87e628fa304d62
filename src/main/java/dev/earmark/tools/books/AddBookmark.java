package dev.earmark.tools.books;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import dev.earmark.playback.Player;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Args;
import dev.earmark.tools.Words;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code add_bookmark(name)}: keeps the place that is heard just now. */
public final class AddBookmark implements Tool {
  private static final Logger log = LoggerFactory.getLogger(AddBookmark.class);

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "add_bookmark",
          "Sets a bookmark at the place in the audiobook that is heard now.",
          List.of(
              Parameter.optional(
                  "name", Parameter.Type.STRING, "", "what to call it; may be left out")),
          Set.of(Effect.BOOKMARK));

  private final Player player;
  private final ProgressStore store;

  /** Makes the tool. */
  public AddBookmark(Player player, ProgressStore store) {
    this.player = player;
    this.store = store;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Optional<Position> position = player.position();
    if (position.isEmpty()) {
      return ToolResult.failed(language.pick("现在没有在播放", "Nothing is playing now"));
    }
    Position place = position.get();
    String name = new Args(args).text("name");
    try {
      Bookmark bookmark = store.addBookmark(name, place);
      String where =
          Words.section(place.albumTitle(), place.section(), language)
              + " "
              + Lengths.clock(place.seconds());
      String called = name.isEmpty() ? "" : language.pick("“" + name + "”", " \"" + name + "\"");
      return ToolResult.ok(
          language.pick("已加书签" + called + ": " + where, "Bookmark" + called + " set: " + where),
          Map.of("bookmark_id", bookmark.id(), "album_id", place.albumId()));
    } catch (IOException e) {
      log.error("a bookmark could not be saved: {}", e.getMessage());
      return ToolResult.failed(
          language.pick("书签没能保存，看看磁盘是不是满了", "The bookmark could not be saved; is the disk full?"));
    }
  }
}
