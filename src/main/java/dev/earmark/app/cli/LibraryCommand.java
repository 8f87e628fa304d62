package dev.earmark.app.cli;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.StatusText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  @Override
  public Integer call() {
    return search(own, null, 1);
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
      @Parameters(paramLabel = "ALBUM_ID", description = "As the search shows it.") String id) {
    JsonNode whole = context.daemon().get("/api/albums/" + encode(id));
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
              + StatusText.time(section.path("duration_s").asDouble(0)));
    }
    return 0;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
