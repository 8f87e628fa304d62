package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
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
import dev.earmark.playback.Player;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.tools.Args;
import dev.earmark.tools.Background;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code keep_book(keep, keyword)}: fetches a whole book, the one that plays where none is named,
 * and keeps it on this machine.
 *
 * <p>A book whose sections nobody has asked for yet is looked up on a worker; it is kept as soon as
 * it is found, even where the listener was told that the search goes on.
 */
public final class KeepBook implements Tool {
  /** How surely a found book must be the one that was named, as for playing it. */
  private static final double SURE = 0.7;

  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "keep_book",
          "Downloads a whole audiobook and keeps it on this machine, or keeps it no longer.",
          List.of(
              Parameter.optional("keep", Parameter.Type.BOOLEAN, true, "false: keep it no longer"),
              Parameter.optional(
                  "keyword", Parameter.Type.STRING, "", "its title; the one that plays if empty")),
          Set.of(Effect.DOWNLOAD));

  private final Player player;
  private final KeptBooks kept;
  private final LibraryService library;
  private final Background background;

  /** Makes the tool. */
  public KeepBook(Player player, KeptBooks kept, LibraryService library, Background background) {
    this.player = player;
    this.kept = kept;
    this.library = library;
    this.background = background;
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
    Album album =
        keyword.isEmpty() ? player.snapshot().album() : library.find(keyword).orElse(null);
    if (!given.flag("keep").orElse(true)) {
      return album == null ? unnamed(keyword, language) : released(album, language);
    }
    if (!keyword.isEmpty() && (album == null || album.sections().isEmpty())) {
      return lookUp(keyword, context);
    }
    return album == null ? unnamed(keyword, language) : kept(album, language);
  }

  private ToolResult kept(Album album, Language language) {
    Optional<Failure> gone = kept.gone(album);
    if (gone.isPresent()) {
      return ToolResult.failed(gone.get().said(language));
    }
    kept.keep(album);
    return ToolResult.ok(
        language.pick(
            "正在下载整本《" + album.title() + "》，下好后一直保留",
            "The whole of " + album.title() + " is being downloaded and will be kept"),
        Map.of("album_id", album.id()));
  }

  private ToolResult released(Album album, Language language) {
    return kept.release(album.id())
        ? ToolResult.ok(
            language.pick("不再保留《" + album.title() + "》", album.title() + " is not kept any longer"))
        : ToolResult.failed(
            language.pick("这本书没有设为保留", "This book is not among those that are kept"));
  }

  private static ToolResult unnamed(String keyword, Language language) {
    return keyword.isEmpty()
        ? ToolResult.failed(
            language.pick("现在没有在播放，请说要保留哪一本", "Nothing is playing; say which book to keep"))
        : notFound(keyword, language);
  }

  private static ToolResult notFound(String keyword, Language language) {
    return ToolResult.failed(
        language.pick("没有找到《" + keyword + "》", "Nothing called \"" + keyword + "\" was found"));
  }

  private ToolResult lookUp(String keyword, Context context) {
    Language language = context.language();
    try {
      Optional<Album> found = background.ask(() -> keepFound(keyword), context.cancel());
      return found.map(album -> kept(album, language)).orElseGet(() -> notFound(keyword, language));
    } catch (FailureException e) {
      return e.failure().kind() == Failure.Kind.TIMEOUT
          ? ToolResult.ok(
              language.pick(
                  "正在找《" + keyword + "》，找到后下载整本",
                  "Looking for " + keyword + "; the whole of it is downloaded when it is found"))
          : ToolResult.failed(e.failure().said(language));
    }
  }

  /** Runs on a lookup worker; may block for the network. */
  private Optional<Album> keepFound(String keyword) throws IOException {
    CancelFlag never = new CancelFlag();
    Optional<Album> hit = library.find(keyword);
    if (hit.isEmpty()) {
      hit = library.search(keyword, 1, never).best(SURE);
    }
    if (hit.isEmpty()) {
      return hit;
    }
    Album whole = library.detail(hit.get().id(), never);
    if (kept.gone(whole).isEmpty()) {
      kept.keep(whole);
    }
    return Optional.of(whole);
  }
}
