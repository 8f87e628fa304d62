package dev.earmark.tools.books;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Position;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.text.Lengths;
import dev.earmark.tools.LastResults;
import dev.earmark.tools.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code recent()}: the books heard lately, and where each was left. */
public final class Recent implements Tool {
  private static final int SHOWN = 10;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "recent",
          "Lists the audiobooks heard lately, newest first, with the place where each was left.",
          List.of(),
          Set.of());

  private final PositionJournal journal;
  private final LastResults results;

  /** Makes the tool; what it tells is the list on the screen. */
  public Recent(PositionJournal journal, LastResults results) {
    this.journal = journal;
    this.results = results;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> data = new ArrayList<>();
    for (Position place : journal.recent(SHOWN)) {
      String where = Words.section(place.albumTitle(), place.section(), language);
      lines.add((lines.size() + 1) + ". " + where + " " + Lengths.clock(place.seconds()));
      data.add(
          Map.of(
              "album_id",
              place.albumId(),
              "title",
              place.albumTitle(),
              "section",
              place.section(),
              "position_s",
              place.seconds()));
    }
    if (lines.isEmpty()) {
      return ToolResult.ok(language.pick("还没有听过任何书", "No book has been heard yet"));
    }
    results.showTitles(data.stream().map(book -> String.valueOf(book.get("title"))).toList());
    return ToolResult.ok(String.join("\n", lines), Map.of("recent", data));
  }
}
