package dev.earmark.library.files;

import dev.earmark.base.PlainText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the {@code metadata.json} that Audiobookshelf puts beside a book: the older shape with an
 * object {@code metadata} and the newer one with the same fields beside the chapters.
 */
final class MetadataJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST = 4_000;

  private MetadataJson() {}

  /**
   * Reads it.
   *
   * @throws JacksonException when it is no JSON
   */
  static Description read(String text) {
    JsonNode root = JSON.readTree(text);
    JsonNode fields = root.path("metadata").isObject() ? root.path("metadata") : root;
    String series = "";
    String volume = "";
    for (JsonNode node : fields.path("series")) {
      String written = node.asString("").strip();
      int hash = written.lastIndexOf(" #");
      boolean hasVolume = hash > 0 && written.indexOf(' ', hash + 2) < 0;
      series = hasVolume ? written.substring(0, hash) : written;
      volume = hasVolume ? written.substring(hash + 2) : "";
      break;
    }
    List<FileTags.Mark> chapters = new ArrayList<>();
    for (JsonNode node : root.path("chapters")) {
      double start = node.path("start").asDouble(-1);
      double end = node.path("end").asDouble(0);
      if (start >= 0 && end > start) {
        chapters.add(new FileTags.Mark(text(node, "title"), start, end));
      }
    }
    return new Description(
        text(fields, "title"),
        text(fields, "subtitle"),
        joined(fields.path("authors"), text(fields, "authorName")),
        joined(fields.path("narrators"), text(fields, "narratorName")),
        series,
        volume,
        text(fields, "language"),
        PlainText.of(text(fields, "description"), LONGEST),
        chapters);
  }

  private static String text(JsonNode node, String name) {
    JsonNode field = node.path(name);
    return field.isString() || field.isNumber() ? field.asString("").strip() : "";
  }

  private static String joined(JsonNode list, String otherwise) {
    List<String> names = new ArrayList<>();
    for (JsonNode node : list) {
      String name = node.asString("").strip();
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names.isEmpty() ? otherwise : String.join(", ", names);
  }
}
