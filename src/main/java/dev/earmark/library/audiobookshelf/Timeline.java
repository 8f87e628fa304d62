package dev.earmark.library.audiobookshelf;

import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.library.http.Lenient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The one timeline that the server has of a book: its files one behind the other. Places of the
 * server are seconds of it, ours are seconds of a section.
 */
final class Timeline {
  /** Chapters and files are told in rounded seconds. */
  private static final double HAIR_S = 0.05;

  private Timeline() {}

  /** A file of a book; {@code startS} is where it begins in the timeline. */
  record Track(String id, String title, double startS, double seconds, long bytes) {}

  /** Returns the files of an expanded book in order. */
  static List<Track> tracks(JsonNode media) {
    Map<String, JsonNode> files = new LinkedHashMap<>();
    for (JsonNode file : Lenient.list(media.path("audioFiles"))) {
      files.put(Lenient.text(file.path("ino")), file);
    }
    List<Track> tracks = new ArrayList<>();
    double start = 0;
    List<JsonNode> told = Lenient.list(media.path("tracks"));
    for (JsonNode node : told.isEmpty() ? Lenient.list(media.path("audioFiles")) : told) {
      String id = ino(node);
      JsonNode file = files.getOrDefault(id, node);
      double seconds = Lenient.seconds(node.path("duration"));
      double from = node.has("startOffset") ? Lenient.seconds(node.path("startOffset")) : start;
      String title = Lenient.text(node.path("title"));
      String name = title.isEmpty() ? Lenient.text(file.path("metadata").path("filename")) : title;
      long bytes = Lenient.whole(file.path("metadata").path("size"));
      if (!id.isEmpty()) {
        tracks.add(
            new Track(id, name.replaceFirst("\\.[A-Za-z0-9]{2,4}$", ""), from, seconds, bytes));
      }
      start = from + seconds;
    }
    return tracks;
  }

  /** Returns the file's id: told itself, or the last part of the address of its content. */
  private static String ino(JsonNode node) {
    String ino = Lenient.text(node.path("ino"));
    String url = Lenient.text(node.path("contentUrl")).replaceFirst("\\?.*", "");
    return ino.isEmpty() ? url.substring(url.lastIndexOf('/') + 1) : ino;
  }

  /**
   * Returns the sections: the chapters where there are more of them than files, else the files. A
   * chapter that goes on in the next file is a section in each of them, since a section lies in one
   * file; so nothing is left out, and all files count in the timeline.
   */
  static List<Section> sections(JsonNode media) {
    List<Track> tracks = tracks(media);
    List<JsonNode> chapters = Lenient.list(media.path("chapters"));
    List<Section> sections = new ArrayList<>();
    if (chapters.size() <= tracks.size()) {
      for (Track track : tracks) {
        sections.add(
            new Section(
                sections.size() + 1, track.title(), track.id(), 0, track.seconds(), track.bytes()));
      }
      return sections;
    }
    if (!tracks.isEmpty()) {
      chapters.forEach(chapter -> add(chapter, tracks, sections));
    }
    return sections;
  }

  private static void add(JsonNode chapter, List<Track> tracks, List<Section> sections) {
    double from = Lenient.seconds(chapter.path("start"));
    double end = Lenient.seconds(chapter.path("end"));
    String title = Lenient.text(chapter.path("title"));
    int first = at(tracks, from);
    for (int i = first; i < tracks.size(); i++) {
      Track in = tracks.get(i);
      if (i > first) {
        from = in.startS();
        if (end - from <= HAIR_S) {
          return;
        }
      }
      double within = Math.max(0, from - in.startS());
      double seconds = Math.max(0, Math.min(end - from, in.seconds() - within));
      int number = sections.size() + 1;
      sections.add(
          new Section(
              number,
              title.isEmpty() ? String.valueOf(number) : title,
              in.id(),
              within,
              seconds,
              in.bytes()));
    }
  }

  /** Returns the file that a second of the timeline lies in; a hair before its start counts too. */
  private static int at(List<Track> tracks, double second) {
    int found = 0;
    for (int i = 1; i < tracks.size(); i++) {
      if (tracks.get(i).startS() <= second + HAIR_S) {
        found = i;
      }
    }
    return found;
  }

  /** Returns where each file begins in the timeline, as far as the sections tell. */
  private static Map<String, Double> starts(Album album) {
    Map<String, Double> lengths = new LinkedHashMap<>();
    for (Section section : album.sections()) {
      lengths.merge(section.fileId(), section.startS() + section.durationS(), Math::max);
    }
    Map<String, Double> starts = new LinkedHashMap<>();
    double at = 0;
    for (Map.Entry<String, Double> entry : lengths.entrySet()) {
      starts.put(entry.getKey(), at);
      at += entry.getValue();
    }
    return starts;
  }

  /** Returns the length of the whole book in seconds. */
  static double length(Album album) {
    double length = 0;
    Map<String, Double> starts = starts(album);
    for (Section section : album.sections()) {
      double end =
          starts.getOrDefault(section.fileId(), 0.0) + section.startS() + section.durationS();
      length = Math.max(length, end);
    }
    return length;
  }

  /** Returns the second of the timeline at a place in a section. */
  static double second(Album album, int section, double seconds) {
    Map<String, Double> starts = starts(album);
    return album
        .section(section)
        .map(s -> starts.getOrDefault(s.fileId(), 0.0) + s.startS() + seconds)
        .orElse(0.0);
  }

  /** A place: a section and the seconds of it. */
  record Place(Section section, double seconds) {}

  /** Returns the place at a second of the timeline; the album has sections. */
  static Place place(Album album, double second) {
    Map<String, Double> starts = starts(album);
    Section found = album.sections().get(0);
    for (Section section : album.sections()) {
      if (starts.getOrDefault(section.fileId(), 0.0) + section.startS() <= second + HAIR_S) {
        found = section;
      }
    }
    double start = starts.getOrDefault(found.fileId(), 0.0) + found.startS();
    return new Place(found, Math.max(0, second - start));
  }
}
