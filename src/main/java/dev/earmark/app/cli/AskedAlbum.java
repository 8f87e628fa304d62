package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.DaemonClient;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** An album that a person named on the command line, by its id or by its title. */
final class AskedAlbum {
  private AskedAlbum() {}

  /**
   * Returns an album with its sections.
   *
   * @param asked its id, or words that fit one book only
   * @throws CliException when none or several fit, with their ids
   */
  static JsonNode whole(DaemonClient daemon, String asked) {
    if (!asked.contains(":")) {
      return daemon.get("/api/albums/" + DaemonClient.encode(id(asked, found(daemon, asked))));
    }
    try {
      return daemon.get("/api/albums/" + DaemonClient.encode(asked));
    } catch (CliException e) {
      // A title may have a colon as well as an id; of a wrong id nothing similar is shown.
      List<JsonNode> titles =
          e.exitCode() == CliException.FAILED
              ? found(daemon, asked).stream().filter(album -> isTitled(album, asked)).toList()
              : List.of();
      if (titles.isEmpty()) {
        throw e;
      }
      return daemon.get("/api/albums/" + DaemonClient.encode(id(asked, titles)));
    }
  }

  private static List<JsonNode> found(DaemonClient daemon, String words) {
    List<JsonNode> found = new ArrayList<>();
    daemon
        .get("/api/albums?keyword=" + DaemonClient.encode(words))
        .path("albums")
        .forEach(found::add);
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
          "there is no book '" + asked + "'; ./earmark library lists the books");
    }
    StringBuilder sentence =
        new StringBuilder("several books fit '" + asked + "'; say which one by its id:");
    for (JsonNode album : fitting) {
      sentence.append("\n  ").append(album.path("id").asString(""));
      sentence.append("  ").append(album.path("title").asString(""));
    }
    throw new CliException(CliException.FAILED, sentence.toString());
  }
}
