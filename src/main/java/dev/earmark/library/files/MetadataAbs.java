package dev.earmark.library.files;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads {@code metadata.abs}, which Audiobookshelf wrote before {@code metadata.json}: lines {@code
 * key=value}, a block {@code [DESCRIPTION]} of free text, and a block {@code [CHAPTER]} for each
 * chapter.
 */
final class MetadataAbs {
  private static final String HEAD = ";ABMETADATA";

  private final Map<String, String> fields = new HashMap<>();
  private final StringBuilder description = new StringBuilder();
  private final List<Map<String, String>> chapters = new ArrayList<>();
  private String block = "";

  private MetadataAbs() {}

  /** Reads it; what is no such text tells nothing. */
  static Description read(String text) {
    return text.startsWith(HEAD) ? new MetadataAbs().lines(text) : Description.NONE;
  }

  private Description lines(String text) {
    text.lines().skip(1).forEach(this::line);
    String series = field("series");
    int hash = series.lastIndexOf(" #");
    boolean hasVolume = hash > 0 && series.indexOf(' ', hash + 2) < 0;
    List<FileTags.Mark> marks = new ArrayList<>();
    for (Map<String, String> chapter : chapters) {
      double start = seconds(chapter.getOrDefault("start", ""));
      double end = seconds(chapter.getOrDefault("end", ""));
      if (start >= 0 && end > start) {
        marks.add(new FileTags.Mark(chapter.getOrDefault("title", ""), start, end));
      }
    }
    return new Description(
        field("title"),
        field("subtitle"),
        field("authors"),
        field("narrators"),
        hasVolume ? series.substring(0, hash) : series,
        hasVolume ? series.substring(hash + 2) : "",
        field("language"),
        description.toString().strip(),
        marks);
  }

  private void line(String line) {
    String stripped = line.strip();
    if (stripped.equals("[CHAPTER]")) {
      block = stripped;
      chapters.add(new HashMap<>());
    } else if (stripped.equals("[DESCRIPTION]")) {
      block = stripped;
    } else if (block.equals("[DESCRIPTION]")) {
      description.append(line).append('\n');
    } else {
      int is = stripped.indexOf('=');
      if (is > 0 && !stripped.startsWith(";")) {
        Map<String, String> into = chapters.isEmpty() ? fields : chapters.get(chapters.size() - 1);
        into.put(
            stripped.substring(0, is).strip().toLowerCase(Locale.ROOT),
            stripped.substring(is + 1).strip());
      }
    }
  }

  private String field(String key) {
    return fields.getOrDefault(key, "");
  }

  private static double seconds(String text) {
    return text.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(text) : -1;
  }
}
