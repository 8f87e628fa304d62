package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.StatusText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code earmark library}: what books there are, asked of the running daemon. */
@Command(name = "library", description = "List the books, search for them, show what is in them.")
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
                    + encode(words == null ? "" : String.join(" ", words))
                    + "&page="
                    + Math.max(1, page));
    if (context.json()) {
      context.print(found);
      return 0;
    }
    JsonNode albums = found.path("albums");
    for (JsonNode album : albums) {
      context.print(
          album.path("id").asString("")
              + "  "
              + album.path("title").asString("")
              + "  "
              + album.path("author").asString("")
              + "  "
              + album.path("section_count").asInt(0)
              + " sections");
    }
    if (albums.isEmpty()) {
      context.print("nothing found");
    }
    int pages = found.path("pages").asInt(1);
    if (pages > 1) {
      context.note("page " + page + " of " + pages + "; --page shows another one");
    }
    found.path("problems").forEach(problem -> context.note("! " + problem.asString("")));
    return 0;
  }

  @Command(name = "show", description = "Show an album with its sections.")
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
    JsonNode whole = whole(daemon, asked);
    if (context.json()) {
      context.print(whole);
      return 0;
    }
    JsonNode album = whole.path("album");
    context.print(album.path("title").asString("") + "  " + album.path("author").asString(""));
    for (JsonNode section : whole.path("sections")) {
      context.print(
          "  "
              + section.path("number").asInt(0)
              + "  "
              + section.path("title").asString("")
              + "  "
              + StatusText.length(section.path("duration_s").asDouble(0)));
    }
    return 0;
  }

  private static JsonNode whole(DaemonClient daemon, String asked) {
    if (!asked.contains(":")) {
      return daemon.get("/api/albums/" + encode(id(asked, found(daemon, asked))));
    }
    try {
      return daemon.get("/api/albums/" + encode(asked));
    } catch (CliException e) {
      // A title may have a colon as well as an id; of a wrong id nothing similar is shown.
      List<JsonNode> titles =
          e.exitCode() == CliException.FAILED
              ? found(daemon, asked).stream().filter(album -> isTitled(album, asked)).toList()
              : List.of();
      if (titles.isEmpty()) {
        throw e;
      }
      return daemon.get("/api/albums/" + encode(id(asked, titles)));
    }
  }

  private static List<JsonNode> found(DaemonClient daemon, String words) {
    List<JsonNode> found = new ArrayList<>();
    daemon.get("/api/albums?keyword=" + encode(words)).path("albums").forEach(found::add);
    return found;
  }

  private static boolean isTitled(JsonNode album, String title) {
    return album.path("title").asString("").equalsIgnoreCase(title);
  }

  private static String id(String asked, List<JsonNode> found) {
    List<JsonNode> exact = found.stream().filter(album -> isTitled(album, asked)).toList();
    List<JsonNode> fitting = exact.size() == 1 ? exact : found;
    if (fitting.size() == 1) {
      return fitting.get(0).path("id").asString("");
    }
    if (fitting.isEmpty()) {
      throw new CliException(
          CliException.FAILED,
          "there is no album '" + asked + "'; ./earmark library lists the books");
    }
    StringBuilder sentence =
        new StringBuilder("several books fit '" + asked + "'; say which one by its id:");
    for (JsonNode album : fitting) {
      sentence.append("\n  ").append(album.path("id").asString(""));
      sentence.append("  ").append(album.path("title").asString(""));
    }
    throw new CliException(CliException.FAILED, sentence.toString());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
