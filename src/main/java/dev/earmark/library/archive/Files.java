package dev.earmark.library.archive;

import dev.earmark.base.PlainText;
import dev.earmark.library.Section;
import dev.earmark.library.http.Lenient;
import dev.earmark.text.NaturalOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Finds the sections among the files of an item, where each track lies in several formats beside
 * pictures, texts and indexes.
 */
final class Files {
  private Files() {}

  /** A file that may be a section. */
  private record Track(String name, String title, int number, double seconds, long bytes) {}

  /**
   * Returns the sections: the files of that one format which has most tracks, of equally complete
   * ones the one preferred. A book in one file stands beside its chapters and has fewer.
   */
  static List<Section> sections(JsonNode files, List<String> formats) {
    Map<String, Map<String, Track>> byFormat = new HashMap<>();
    for (JsonNode file : Lenient.list(files)) {
      String format = Lenient.text(file.path("format"));
      String name = Lenient.text(file.path("name"));
      boolean isPrivate = Lenient.text(file.path("private")).equals("true");
      if (formats.contains(format) && isSafe(name) && !isPrivate) {
        byFormat
            .computeIfAbsent(format, key -> new LinkedHashMap<>())
            .putIfAbsent(stem(name), track(name, file));
      }
    }
    List<Track> best = List.of();
    for (String format : formats) {
      Map<String, Track> tracks = byFormat.getOrDefault(format, Map.of());
      if (tracks.size() > best.size()) {
        best = new ArrayList<>(tracks.values());
      }
    }
    return numbered(ordered(best));
  }

  /** Returns whether the name leads nowhere but to a file of the item. */
  static boolean isSafe(String name) {
    return !name.isEmpty()
        && name.length() <= 500
        && Arrays.stream(name.split("/", -1))
            .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
  }

  /** Returns the name without what tells formats of one track apart. */
  private static String stem(String name) {
    return name.replaceFirst("\\.[A-Za-z0-9]{2,5}$", "")
        .replaceFirst("(?i)[_-](64kb|128kb|vbr)$", "");
  }

  private static Track track(String name, JsonNode file) {
    String number = Lenient.text(file.path("track")).split("/", 2)[0].strip();
    return new Track(
        name,
        PlainText.of(Lenient.text(file.path("title")), 300),
        number.matches("\\d{1,5}") ? Integer.parseInt(number) : -1,
        Lenient.seconds(file.path("length")),
        Lenient.whole(file.path("size")));
  }

  /** Sorts by track numbers where every file has one of its own, else by names. */
  private static List<Track> ordered(List<Track> tracks) {
    Set<Integer> numbers = new HashSet<>();
    tracks.forEach(track -> numbers.add(track.number()));
    boolean counts = numbers.size() == tracks.size() && !numbers.contains(-1);
    Map<Track, NaturalOrder.Key> keys = new HashMap<>();
    tracks.forEach(track -> keys.put(track, NaturalOrder.key(stem(track.name()))));
    List<Track> ordered = new ArrayList<>(tracks);
    ordered.sort(
        counts
            ? Comparator.comparingInt(Track::number)
            : Comparator.<Track, NaturalOrder.Key>comparing(track -> keys.get(track)));
    return ordered;
  }

  private static List<Section> numbered(List<Track> tracks) {
    List<Section> sections = new ArrayList<>();
    for (Track track : tracks) {
      String plain = stem(track.name());
      String title = plain.substring(plain.lastIndexOf('/') + 1).replace('_', ' ').strip();
      sections.add(
          new Section(
              sections.size() + 1,
              track.title().isEmpty() ? title : track.title(),
              track.name(),
              0,
              track.seconds(),
              track.bytes()));
    }
    return sections;
  }
}
