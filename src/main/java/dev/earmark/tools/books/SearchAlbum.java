package dev.earmark.tools.books;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.tools.Args;
import dev.earmark.tools.Background;
import dev.earmark.tools.LastResults;
import dev.earmark.tools.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * {@code search_album(keyword, page=1)}: finds albums by title, author or narrator; with an empty
 * keyword it lists the books.
 *
 * <p>When the catalogues need longer than the patience of {@link Background}, it answers with the
 * albums that are known already and says that the search goes on.
 */
public final class SearchAlbum implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "search_album",
          "Finds audiobooks by title, author or narrator; gives a numbered list with album ids.",
          List.of(
              Parameter.required(
                  "keyword",
                  Parameter.Type.STRING,
                  "title, author or narrator; empty lists the books"),
              Parameter.optional("page", Parameter.Type.INTEGER, 1, "the page of results, from 1")),
          Set.of());

  private static final int PAGE = 10;
  private static final String CURRENT_ZH = ", 正在听的";
  private static final String CURRENT_EN = ", the one in the player";

  private final LibraryService library;
  private final Background background;
  private final LastResults results;
  private final Supplier<String> current;

  /**
   * Makes the tool.
   *
   * @param current returns the id of the book in the player, which is marked in the list; empty
   *     when there is none
   */
  public SearchAlbum(
      LibraryService library,
      Background background,
      LastResults results,
      Supplier<String> current) {
    this.library = library;
    this.background = background;
    this.results = results;
    this.current = current;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Args given = new Args(args);
    String keyword = given.text("keyword");
    int page = Math.max(1, given.whole("page").orElse(1));
    Optional<Album> onScreen = isLabel(keyword) ? results.named(keyword) : Optional.empty();
    if (onScreen.isPresent()) {
      return alone(onScreen.get(), language);
    }
    try {
      LibraryService.Found found =
          background.ask(() -> library.search(keyword, page, new CancelFlag()), context.cancel());
      return answer(keyword, found, "", language);
    } catch (FailureException e) {
      if (e.failure().kind() == Failure.Kind.CANCELLED) {
        return ToolResult.failed(e.failure().kind().words(language));
      }
      String note =
          e.failure().kind() == Failure.Kind.TIMEOUT
              ? language.pick("（还在继续搜索，稍后可以再问）", "(still searching, ask again in a moment)")
              : "(" + e.failure().said(language) + ")";
      return answer(keyword, known(keyword, page), note, language);
    }
  }

  /** Returns whether it is how a list calls a book, and not what somebody says. */
  private static boolean isLabel(String keyword) {
    return keyword.contains("（") || keyword.contains("(") || keyword.contains(":");
  }

  /** A book of the list on the screen that was named by its place there; the list stays. */
  private ToolResult alone(Album album, Language language) {
    return ToolResult.ok(
        Words.line(1, album, language) + mark(album, language),
        Map.of("albums", List.of(row(album)), "page", 1, "pages", 1, "more", false));
  }

  private String mark(Album album, Language language) {
    return album.id().equals(current.get()) ? language.pick(CURRENT_ZH, CURRENT_EN) : "";
  }

  private static Map<String, Object> row(Album album) {
    return Map.of("id", album.id(), "title", album.title(), "author", album.author());
  }

  /** Returns the wanted page of what is known without asking. */
  private LibraryService.Found known(String keyword, int page) {
    List<Album> all = keyword.isEmpty() ? library.known() : known(keyword);
    List<Album> onPage = all.stream().skip((page - 1L) * PAGE).limit(PAGE).toList();
    return new LibraryService.Found(
        onPage,
        Map.of(),
        page,
        (all.size() + PAGE - 1) / PAGE,
        library.troublesOf(keyword),
        /* more= */ true);
  }

  private List<Album> known(String keyword) {
    String key = keyword.toLowerCase(Locale.ROOT);
    List<Album> hits = new ArrayList<>();
    library.find(keyword).ifPresent(hits::add);
    for (Album album : library.known()) {
      boolean matches =
          album.names().stream().anyMatch(n -> n.toLowerCase(Locale.ROOT).contains(key))
              || album.author().toLowerCase(Locale.ROOT).contains(key)
              || album.narrator().toLowerCase(Locale.ROOT).contains(key);
      if (matches && !hits.contains(album)) {
        hits.add(album);
      }
    }
    return hits;
  }

  private static String nothing(String keyword, Language language) {
    return keyword.isEmpty()
        ? language.pick("书库里还没有书", "No books are known yet")
        : language.pick("没有找到《" + keyword + "》", "Nothing called \"" + keyword + "\" was found");
  }

  /** What a page behind the last one shows; the list on the screen stays there. */
  private static String behindTheEnd(LibraryService.Found found, Language language) {
    int page = found.page();
    return found.pages() >= 1 && found.pages() < page
        ? language.pick(
            "没有第" + page + "页了，一共只有" + found.pages() + "页",
            found.pages() == 1
                ? "There is no page " + page + ", that was all on one page"
                : "There is no page " + page + ", only " + found.pages() + " pages")
        : language.pick("没有第" + page + "页了", "There is no page " + page);
  }

  private static String said(LibraryService.Found found, Language language) {
    return found.troubles().stream()
        .map(trouble -> trouble.said(language))
        .collect(Collectors.joining(language.pick("；", "; ")));
  }

  private ToolResult answer(
      String keyword, LibraryService.Found found, String note, Language language) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> data = new ArrayList<>();
    int number = 1;
    for (Album album : found.albums()) {
      lines.add(Words.line(number++, album, language) + mark(album, language));
      data.add(row(album));
    }
    if (lines.isEmpty()) {
      lines.add(found.page() > 1 ? behindTheEnd(found, language) : nothing(keyword, language));
    } else {
      results.show(found.albums(), keyword, found.page());
      if (found.pages() > 1) {
        lines.add(
            language.pick(
                "第" + found.page() + "页，" + (found.more() ? "目前共" : "共") + found.pages() + "页",
                "Page " + found.page() + " of " + found.pages() + (found.more() ? " so far" : "")));
      }
    }
    if (language == Language.ZH && !found.troubles().isEmpty()) {
      lines.add("（可能不全，" + said(found, language) + "）");
    } else {
      lines.addAll(found.problems());
    }
    if (!note.isEmpty()) {
      lines.add(note);
    }
    return new ToolResult(
        !found.albums().isEmpty(),
        String.join("\n", lines),
        Map.of("albums", data, "page", found.page(), "pages", found.pages(), "more", found.more()));
  }
}
