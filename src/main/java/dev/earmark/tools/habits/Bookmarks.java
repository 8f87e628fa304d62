package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Args;
import dev.earmark.tools.LastResults;
import dev.earmark.tools.Words;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code bookmarks()}, {@code go_to_bookmark(name)} and {@code remove_bookmark(name)}: the
 * bookmarks of the book that plays, or of all books when none does. A bookmark that is called by
 * its name is also found in another book; all are removed of the book that plays alone, since
 * nothing brings them back.
 */
public final class Bookmarks implements Tool {
  private static final Logger log = LoggerFactory.getLogger(Bookmarks.class);
  private static final int SHOWN = 20;

  private static final Parameter NAME =
      Parameter.optional(
          "name", Parameter.Type.STRING, "", "its name, or part of it; the newest without one");

  /** What a model is told of the list. */
  public static final ToolSpec LIST =
      new ToolSpec("bookmarks", "Lists the bookmarks of the audiobook.", List.of(), Set.of());

  /** What a model is told of going to one. */
  public static final ToolSpec GO =
      new ToolSpec(
          "go_to_bookmark",
          "Goes to a bookmark and plays from there.",
          List.of(NAME),
          Set.of(Effect.PLAY, Effect.SEEK));

  /** What a model is told of removing one. */
  public static final ToolSpec REMOVE =
      new ToolSpec(
          "remove_bookmark",
          "Removes a bookmark, or all that the list shows.",
          List.of(
              NAME,
              Parameter.optional("all", Parameter.Type.BOOLEAN, false, "true removes all of them")),
          Set.of(Effect.BOOKMARK));

  private final ToolSpec spec;
  private final Player player;
  private final PlayService service;
  private final Function<String, Optional<Album>> albums;
  private final ProgressStore store;

  private final LastResults results;

  private Bookmarks(
      ToolSpec spec,
      Player player,
      PlayService service,
      Function<String, Optional<Album>> albums,
      ProgressStore store,
      LastResults results) {
    this.spec = spec;
    this.player = player;
    this.service = service;
    this.albums = albums;
    this.store = store;
    this.results = results;
  }

  /**
   * Makes all three tools.
   *
   * @param albums finds a book with its sections by its id, in memory
   * @param results is taken off the screen by the list of bookmarks
   */
  public static List<Tool> all(
      Player player,
      PlayService service,
      Function<String, Optional<Album>> albums,
      ProgressStore store,
      LastResults results) {
    return Stream.of(LIST, GO, REMOVE)
        .<Tool>map(spec -> new Bookmarks(spec, player, service, albums, store, results))
        .toList();
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public @Nullable String loss(Map<String, Object> args, Context context) {
    if (!spec.equals(REMOVE) || !Boolean.parseBoolean(String.valueOf(args.get("all")))) {
      return null;
    }
    try {
      Album playing = player.snapshot().album();
      int count = store.bookmarks(playing == null ? "" : playing.id()).size();
      return count < 2
          ? null
          : context
              .language()
              .pick(
                  "要删掉全部" + count + "个书签吗？",
                  "Shall " + (count == 2 ? "both" : "all " + count) + " bookmarks be removed?");
    } catch (IOException e) {
      return null; // the call itself tells that they cannot be read
    }
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    PlayerSnapshot now = player.snapshot();
    Album playing = now.album();
    try {
      List<Bookmark> marks = store.bookmarks(playing == null ? "" : playing.id());
      List<Bookmark> all = playing == null ? marks : store.bookmarks("");
      if (all.isEmpty()) {
        return ToolResult.failed(language.pick("还没有书签", "There are no bookmarks yet"));
      }
      if (spec.equals(LIST)) {
        results.hide();
        return marks.isEmpty() && playing != null
            ? ToolResult.ok(ofOthers(playing, all, language), Map.of("count", all.size()))
            : list(marks, language);
      }
      boolean removesAll = Boolean.parseBoolean(String.valueOf(args.get("all")));
      if (spec.equals(REMOVE) && removesAll && marks.isEmpty() && playing != null) {
        return ToolResult.failed(ofOthers(playing, all, language));
      }
      if (spec.equals(REMOVE) && removesAll) {
        return removeAll(marks, playing == null ? "" : playing.title(), language);
      }
      String name = new Args(args).text("name");
      Optional<Bookmark> meant =
          find(marks, name).or(() -> name.isEmpty() ? Optional.empty() : find(all, name));
      if (meant.isEmpty() && name.isEmpty() && playing != null) {
        return ToolResult.failed(ofOthers(playing, all, language));
      }
      if (meant.isEmpty()) {
        return ToolResult.failed(
            language.pick("没有叫“" + name + "”的书签", "There is no bookmark called \"" + name + "\""));
      }
      return spec.equals(GO) ? go(meant.get(), language) : remove(meant.get(), language);
    } catch (IOException e) {
      log.error("the bookmarks could not be read or written: {}", e.getMessage());
      return ToolResult.failed(
          language.pick(
              "书签没能读写，看看磁盘是不是满了", "The bookmarks could not be read or written; is the disk full?"));
    }
  }

  /** What is told where the book that plays has no bookmark, but others have. */
  private static String ofOthers(Album playing, List<Bookmark> others, Language language) {
    StringBuilder text =
        new StringBuilder(
            language.pick(
                "《" + playing.title() + "》没有书签。别的书有：",
                playing.title() + " has no bookmarks. Other books have:"));
    others.stream().limit(SHOWN).forEach(mark -> text.append("\n- ").append(line(mark, language)));
    return text.toString();
  }

  private static ToolResult list(List<Bookmark> marks, Language language) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(SHOWN, marks.size()); i++) {
      text.append(i == 0 ? "" : "\n")
          .append(i + 1)
          .append(". ")
          .append(line(marks.get(i), language));
    }
    return ToolResult.ok(text.toString(), Map.of("count", marks.size()));
  }

  private static String line(Bookmark mark, Language language) {
    Position place = mark.position();
    String where =
        Words.section(place.albumTitle(), place.section(), language)
            + " "
            + Lengths.clock(place.seconds());
    return mark.name().isEmpty() ? where : mark.name() + ": " + where;
  }

  private static Optional<Bookmark> find(List<Bookmark> marks, String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return marks.stream()
        .filter(mark -> mark.name().toLowerCase(Locale.ROOT).equals(wanted))
        .findFirst()
        .or(() -> wanted.isEmpty() ? marks.stream().findFirst() : Optional.empty())
        .or(
            () ->
                marks.stream()
                    .filter(mark -> mark.name().toLowerCase(Locale.ROOT).contains(wanted))
                    .findFirst());
  }

  private ToolResult go(Bookmark mark, Language language) {
    Position place = mark.position();
    Album playing = player.snapshot().album();
    Optional<Album> album =
        playing != null && playing.id().equals(place.albumId())
            ? Optional.of(playing)
            : albums.apply(place.albumId());
    if (album.isEmpty() || album.get().section(place.section()).isEmpty()) {
      return ToolResult.failed(
          language.pick(
              "现在找不到《" + place.albumTitle() + "》的这一集，先说书名播放一次这本书",
              "That section of "
                  + place.albumTitle()
                  + " cannot be found now; play the book once by its name"));
    }
    service.forgetPending();
    player.play(album.get(), place.section(), place.seconds());
    String where = line(mark, language);
    return ToolResult.ok(
        language.pick("从书签播放: " + where, "Playing from the bookmark: " + where),
        Map.of("album_id", place.albumId(), "section", place.section()));
  }

  /** What is removed is told with its number and book, since nothing brings it back. */
  private ToolResult removeAll(List<Bookmark> marks, String title, Language language)
      throws IOException {
    for (Bookmark mark : marks) {
      store.removeBookmark(mark.id());
    }
    int count = marks.size();
    String ofBook = title.isEmpty() ? "" : language.pick("《" + title + "》的", " of " + title);
    return ToolResult.ok(
        language.pick(
            "已删除" + ofBook + count + "个书签",
            (count == 1 ? "1 bookmark" : count + " bookmarks") + ofBook + " removed"));
  }

  private ToolResult remove(Bookmark mark, Language language) throws IOException {
    store.removeBookmark(mark.id());
    String what = line(mark, language);
    return ToolResult.ok(language.pick("已删除书签: " + what, "Bookmark removed: " + what));
  }
}
