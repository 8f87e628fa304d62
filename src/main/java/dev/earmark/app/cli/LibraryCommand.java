package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.text.Columns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code earmark library}: what books there are, asked of the running daemon. */
@Command(
    name = "library",
    description =
        "List the books, search for them, show what is in them, add and remove where they come"
            + " from.")
final class LibraryCommand implements Callable<Integer> {
  @Mixin Context own = new Context();

  @Option(names = "--page", defaultValue = "1", description = "1-based.")
  int page = 1;

  @Override
  public Integer call() {
    return search(own, null, page);
  }

  @Command(
      name = "search",
      description = "Search titles, authors and narrators; without a keyword list the books.")
  int search(
      @Mixin Context context,
      @Parameters(paramLabel = "KEYWORD", arity = "0..*", description = "What to look for.")
          String @Nullable [] words,
      @Option(names = "--page", defaultValue = "1", description = "1-based.") int page) {
    JsonNode found =
        context
            .daemon()
            .get(
                "/api/albums?keyword="
                    + DaemonClient.encode(words == null ? "" : String.join(" ", words))
                    + "&page="
                    + Math.max(1, page));
    if (context.json()) {
      context.print(found);
      return 0;
    }
    JsonNode albums = found.path("albums");
    listed(albums, context.say()).forEach(context::print);
    if (albums.isEmpty()) {
      context.print(context.say().text("library.none"));
    }
    int pages = found.path("pages").asInt(1);
    if (pages > 1) {
      String line = found.path("more").asBoolean(false) ? "library.page_so_far" : "library.page";
      context.note(context.say().text(line, page, pages));
    }
    found.path("problems").forEach(problem -> context.note("! " + problem.asString("")));
    return 0;
  }

  /**
   * Returns one line for each book: its id, title, author, narrator and how many sections it has,
   * where its catalogue tells that before it is asked for the book.
   */
  static List<String> listed(JsonNode albums, Messages say) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode album : albums) {
      int sections = album.path("section_count").asInt(0);
      String unit = say.text(sections == 1 ? "library.section" : "library.sections");
      rows.add(
          List.of(
              album.path("id").asString(""),
              album.path("title").asString(""),
              album.path("author").asString(""),
              album.path("narrator").asString(""),
              sections == 0 ? "" : sections + " " + unit));
    }
    return Columns.table(rows);
  }

  @Command(name = "show", description = "Show a book with its sections.")
  int show(
      @Mixin Context context,
      @Parameters(
              paramLabel = "ALBUM_ID|TITLE",
              arity = "1..*",
              description = "The id as the search shows it, or words that fit one book only.")
          String[] words) {
    DaemonClient daemon = context.daemon();
    String asked = String.join(" ", words).strip();
    if (asked.isEmpty()) {
      throw new CliException(CliException.USAGE, "show what? ./earmark library lists the books");
    }
    JsonNode whole = AskedAlbum.whole(daemon, asked);
    if (context.json()) {
      context.print(whole);
      return 0;
    }
    JsonNode album = whole.path("album");
    String heading =
        Stream.of("title", "author", "narrator")
            .map(field -> album.path(field).asString(""))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("  "));
    context.print(heading);
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode section : whole.path("sections")) { // in the order in which they are heard
      rows.add(
          List.of(
              "  " + section.path("number").asInt(0),
              section.path("title").asString(""),
              StatusText.length(section.path("duration_s").asDouble(0))));
    }
    Columns.table(rows).forEach(context::print);
    return 0;
  }

  @Command(name = "sources", description = "List where the books come from.")
  int sources(@Mixin Context context) {
    return printSources(context, context.daemon().get("/api/library"));
  }

  @Command(
      name = "refresh",
      description = "Look for new books and episodes now, in the background.")
  int refresh(@Mixin Context context) {
    return printSources(context, context.daemon().post("/api/library/refresh", Json.object()));
  }

  private static int printSources(Context context, JsonNode answer) {
    if (context.json()) {
      context.print(answer);
      return 0;
    }
    answer.path("sources").forEach(source -> context.print(line(context, source)));
    return 0;
  }

  private static String line(Context context, JsonNode source) {
    String title = source.path("title").asString("");
    return (title.isEmpty() ? source.path("name").asString("") : title)
        + "  "
        + source.path("kind").asString("")
        + "  "
        + context.say().sentence(source.path("where").asString(""))
        + "  "
        + count(context, source)
        + (source.path("away").asBoolean(false)
            ? "  (" + context.say().text("library.away") + ")"
            : "")
        + (source.path("added").asBoolean(false) ? "" : "  (config.yml)");
  }

  /** A podcast is counted by its episodes, everything else by its albums. */
  private static String count(Context context, JsonNode source) {
    boolean isFeed = source.path("kind").asString("").equals("feed");
    int count = source.path(isFeed ? "episodes" : "albums").asInt(0);
    String unit = isFeed ? "library.episode" : "library.album";
    return count + " " + context.say().text(count == 1 ? unit : unit + "s");
  }

  @Command(
      name = "add",
      description = "Add a folder, an audio file, a podcast's feed, or an OPML list of podcasts.")
  int add(
      @Mixin Context context,
      @Parameters(paramLabel = "PATH|URL", description = "Paths as this machine knows them.")
          String what) {
    if (what.isBlank()) {
      throw new CliException(CliException.USAGE, "add what? ./earmark library add ~/audiobooks");
    }
    boolean isAddress = what.matches("(?i)https?://.*");
    if (!isAddress && what.toLowerCase(Locale.ROOT).endsWith(".opml")) {
      return importOpml(context, Path.of(what));
    }
    String place = isAddress ? what : Path.of(what).toAbsolutePath().normalize().toString();
    JsonNode added = context.daemon().post("/api/library", Json.object().put("add", place));
    if (added.path("albums").asInt(0) == 0) {
      context.note(
          "no books there yet: files that were changed just now are taken a few seconds later, and"
              + " a feed when it was fetched; ./earmark library sources shows them");
    }
    return printOne(context, "added", added);
  }

  @Command(
      name = "remove",
      description = "Remove what was added; its files and your places in its books stay.")
  int remove(
      @Mixin Context context,
      @Parameters(paramLabel = "NAME|PATH|URL", description = "As 'library sources' shows it.")
          String which) {
    String place = Files.exists(Path.of(which)) ? absolute(which) : which;
    DaemonClient daemon = context.daemon();
    JsonNode removed;
    try {
      removed = daemon.delete("/api/library?name=" + DaemonClient.encode(which));
    } catch (CliException e) {
      if (place.equals(which) || e.exitCode() != CliException.FAILED) {
        throw e;
      }
      removed = daemon.delete("/api/library?name=" + DaemonClient.encode(place));
    }
    return printOne(context, "removed", removed);
  }

  private static String absolute(String path) {
    return Path.of(path).toAbsolutePath().normalize().toString();
  }

  private static int printOne(Context context, String did, JsonNode source) {
    if (context.json()) {
      context.print(source);
    } else {
      context.print(context.say().sentence(did) + "  " + line(context, source));
    }
    return 0;
  }

  @Command(name = "import", description = "Add the podcasts of an OPML file.")
  int importOpml(
      @Mixin Context context,
      @Parameters(paramLabel = "FILE", description = "As podcast players export it.") Path file) {
    try {
      JsonNode done =
          context.daemon().send("/api/library/opml", Files.readAllBytes(file), "text/x-opml");
      if (context.json()) {
        context.print(done);
      } else {
        int added = done.path("added").asInt(0);
        context.print(context.say().text("library.imported", added, done.path("known").asInt(0)));
      }
      return 0;
    } catch (IOException e) {
      throw new CliException(CliException.FAILED, file + " cannot be read; check path and mode");
    }
  }

  @Command(name = "export", description = "Write the podcasts that were added as OPML.")
  int exportOpml(
      @Mixin Context context,
      @Parameters(
              paramLabel = "FILE",
              arity = "0..1",
              description = "Where to; without it they are printed.")
          @Nullable Path file) {
    String opml = context.daemon().text("/api/library/opml");
    if (file == null) {
      context.print(opml.strip());
      return 0;
    }
    try {
      Files.writeString(file, opml);
      context.note(context.say().sentence("written to " + file));
      return 0;
    } catch (IOException e) {
      throw new CliException(CliException.FAILED, file + " cannot be written; check path and mode");
    }
  }
}
