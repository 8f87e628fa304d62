package dev.earmark.tools.books;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Args;
import dev.earmark.tools.Background;
import dev.earmark.tools.LastResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code get_album_detail(album_id, keyword="")}: an album with its sections. */
public final class GetAlbumDetail implements Tool {
  private static final int SHOWN = 30;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "get_album_detail",
          "Tells about an audiobook: author, narrator, how many sections, and their titles.",
          List.of(
              Parameter.required(
                  "album_id", Parameter.Type.STRING, "the id from search_album, or the title"),
              Parameter.optional(
                  "keyword",
                  Parameter.Type.STRING,
                  "",
                  "only sections whose title holds these words")),
          Set.of());

  private final LibraryService library;
  private final Background background;
  private final LastResults results;

  /** Makes the tool; a book that is called as in the list on the screen is that very one. */
  public GetAlbumDetail(LibraryService library, Background background, LastResults results) {
    this.library = library;
    this.background = background;
    this.results = results;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Args given = new Args(args);
    String id = given.text("album_id");
    Optional<Album> known = known(id);
    try {
      Album album =
          known.isPresent() && !known.get().sections().isEmpty()
              ? known.get()
              : background.ask(
                  () -> library.detail(known.map(Album::id).orElse(id), new CancelFlag()),
                  context.cancel());
      return answer(album, given.text("keyword"), language);
    } catch (FailureException e) {
      String reason = e.failure().said(language);
      return ToolResult.failed(
          language.pick("查不到《" + id + "》：" + reason, "No details of " + id + ": " + reason));
    }
  }

  /** A list may hold an album before its sections are known; the library has the fuller one. */
  private Optional<Album> known(String id) {
    return results
        .named(id)
        .map(album -> library.byId(album.id()).orElse(album))
        .or(() -> library.byId(id))
        .or(() -> library.find(id));
  }

  private static ToolResult answer(Album album, String keyword, Language language) {
    String key = keyword.toLowerCase(Locale.ROOT);
    List<Section> sections =
        album.sections().stream()
            .filter(s -> s.title().toLowerCase(Locale.ROOT).contains(key))
            .toList();
    List<String> lines = new ArrayList<>();
    int count = Math.max(album.sectionCount(), album.sections().size());
    lines.add(
        album.title()
            + " ("
            + album.id()
            + ")"
            + (album.author().isBlank() ? "" : ", " + album.author())
            + (album.narrator().isBlank()
                ? ""
                : language.pick(", 播讲: ", ", read by ") + album.narrator())
            + language.pick(
                ", 共" + count + "集", ", " + count + (count == 1 ? " section" : " sections")));
    if (!album.description().isBlank()) {
      lines.add(album.description());
    }
    for (Section section : sections.subList(0, Math.min(SHOWN, sections.size()))) {
      String length = section.durationS() > 0 ? " " + Lengths.clock(section.durationS()) : "";
      lines.add(section.number() + ". " + section.title() + length);
    }
    if (sections.size() > SHOWN) {
      int more = sections.size() - SHOWN;
      lines.add(language.pick("…还有" + more + "集", "… and " + more + " more"));
    }
    if (sections.isEmpty() && !keyword.isEmpty()) {
      lines.add(
          language.pick(
              "没有标题含“" + keyword + "”的集", "No section has \"" + keyword + "\" in its title"));
    }
    return ToolResult.ok(
        String.join("\n", lines),
        Map.of(
            "album_id",
            album.id(),
            "title",
            album.title(),
            "section_count",
            count,
            "sections",
            sections.stream().map(s -> Map.of("number", s.number(), "title", s.title())).toList()));
  }
}
