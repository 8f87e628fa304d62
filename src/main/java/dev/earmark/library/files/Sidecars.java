package dev.earmark.library.files;

import dev.earmark.library.Section;
import dev.earmark.library.files.FolderScan.Item;
import dev.earmark.library.marks.Marks;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** Files that lie beside the audio and tell of the book. */
final class Sidecars {
  private static final Logger log = LoggerFactory.getLogger(Sidecars.class);
  private static final int LARGEST = 1_000_000; // bytes
  private static final List<String> CHAPTER_FILES = List.of(".psc", ".xml", ".json");

  private static final List<String> DESCRIPTIONS =
      List.of("desc.txt", "description.txt", "简介.txt", "内容简介.txt");

  private Sidecars() {}

  /** Returns whether a change of this file alone changes the album. */
  static boolean tells(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".json")
        || lower.endsWith(".opf")
        || lower.endsWith(".cue")
        || lower.endsWith(".nfo")
        || lower.endsWith(".psc")
        || lower.endsWith(".xml")
        || lower.equals("metadata.abs")
        || DESCRIPTIONS.contains(lower)
        || lower.equals("reader.txt");
  }

  /** Returns the path of {@code cover.*}, else {@code folder.*}, else of the only picture. */
  static String cover(List<Item> others) {
    List<Item> images = others.stream().filter(item -> Names.isImage(item.name())).toList();
    for (String wanted : List.of("cover", "folder")) {
      for (Item image : images) {
        if (Names.withoutExtension(image.name()).equalsIgnoreCase(wanted)) {
          return image.path().toString();
        }
      }
    }
    return images.size() == 1 ? images.get(0).path().toString() : "";
  }

  /** Returns what the files tell: {@code metadata.json}, {@code .abs}, OPF, text files, NFO. */
  static Description description(List<Item> others) {
    Description told = Description.NONE;
    for (Item item : others) {
      if (item.name().equalsIgnoreCase("metadata.json")) {
        try {
          told = MetadataJson.read(text(item)).or(told);
        } catch (JacksonException e) {
          log.warn("{} is not used: it is no JSON", item.path());
        }
      }
    }
    told = told.or(MetadataAbs.read(text(others, "metadata.abs")));
    for (Item item : others) {
      if (item.name().toLowerCase(Locale.ROOT).endsWith(".opf")) {
        try {
          told = told.or(Opf.read(text(item)));
        } catch (XMLStreamException e) {
          log.warn("{} is not used: it is no OPF", item.path());
        }
      }
    }
    String reader = text(others, "reader.txt").lines().findFirst().orElse("").strip();
    String text = "";
    for (String name : DESCRIPTIONS) {
      text = text.isEmpty() ? text(others, name) : text;
    }
    told = told.or(new Description("", "", "", reader, "", "", "", text, List.of()));
    for (Item item : others) {
      if (item.name().toLowerCase(Locale.ROOT).endsWith(".nfo")) {
        told = told.or(Nfo.read(text(item)));
      }
    }
    return told;
  }

  /**
   * Returns the tracks of the files that have a cue sheet. A sheet names its file, often with
   * another extension; a sheet for one file belongs to the only one there is, whatever it says.
   */
  static Map<Item, List<FileTags.Mark>> cues(
      List<Item> files, List<Item> others, Map<Item, FileTags> tags) {
    Map<Item, List<FileTags.Mark>> marks = new LinkedHashMap<>();
    for (Item sheet : others) {
      if (!sheet.name().toLowerCase(Locale.ROOT).endsWith(".cue")) {
        continue;
      }
      Cue cue = Cue.read(text(sheet));
      Map<Item, List<Cue.Track>> tracks = new LinkedHashMap<>();
      for (Cue.Track track : cue.tracks()) {
        Item file = file(track.file(), sheet, files);
        if (file != null) {
          tracks.computeIfAbsent(file, key -> new ArrayList<>()).add(track);
        }
      }
      tracks.forEach(
          (file, list) -> {
            if (list.size() > 1) {
              double whole = tags.getOrDefault(file, FileTags.NONE).seconds();
              marks.putIfAbsent(file, marks(list, whole));
            }
          });
    }
    return marks;
  }

  /**
   * Returns the chapters that a file beside an audio file tells: Podlove Simple Chapters or JSON
   * chapters, named after it ({@code 01.psc}, {@code 01.chapters.xml}, {@code 01.chapters.json}),
   * or {@code chapters.*} where there is one audio file only. None when there are less than two.
   */
  static List<FileTags.Mark> chapters(
      Item file, List<Item> files, List<Item> others, double wholeS) {
    String stem = Names.withoutExtension(file.name()).toLowerCase(Locale.ROOT);
    Set<String> names = new HashSet<>();
    for (String end : CHAPTER_FILES) {
      names.add(stem + end);
      names.add(stem + ".chapters" + end);
      if (files.size() == 1) {
        names.add("chapters" + end);
      }
    }
    for (Item other : others) {
      if (names.contains(other.name().toLowerCase(Locale.ROOT))) {
        List<FileTags.Mark> marks = told(Marks.file(text(other)), wholeS);
        if (marks.size() > 1) {
          return marks;
        }
      }
    }
    return List.of();
  }

  /** Returns the tracks of a cue sheet that is a tag of its only file; none when less than two. */
  static List<FileTags.Mark> inside(String sheet, double wholeS) {
    List<Cue.Track> tracks = Cue.read(sheet).tracks();
    return tracks.size() > 1 ? marks(tracks, wholeS) : List.of();
  }

  private static List<FileTags.Mark> told(List<Section.Chapter> chapters, double wholeS) {
    List<FileTags.Mark> marks = new ArrayList<>();
    for (Section.Chapter chapter : chapters) {
      double endS = wholeS > 0 ? Math.min(chapter.endS(), wholeS) : chapter.endS();
      if (endS > chapter.startS()) {
        double knownS = Double.isInfinite(endS) ? chapter.startS() : endS;
        marks.add(new FileTags.Mark(chapter.title(), chapter.startS(), knownS));
      }
    }
    return marks;
  }

  private static List<FileTags.Mark> marks(List<Cue.Track> tracks, double wholeS) {
    List<FileTags.Mark> marks = new ArrayList<>();
    for (int i = 0; i < tracks.size(); i++) {
      Cue.Track track = tracks.get(i);
      double end = i + 1 < tracks.size() ? tracks.get(i + 1).startS() : wholeS;
      marks.add(new FileTags.Mark(track.title(), track.startS(), end));
    }
    return marks;
  }

  private static @org.jspecify.annotations.Nullable Item file(
      String named, Item sheet, List<Item> files) {
    String name = named.substring(Math.max(named.lastIndexOf('/'), named.lastIndexOf('\\')) + 1);
    for (Item file : files) {
      if (file.name().equalsIgnoreCase(name)) {
        return file;
      }
    }
    for (String stem :
        List.of(Names.withoutExtension(name), Names.withoutExtension(sheet.name()))) {
      for (Item file : files) {
        if (Names.withoutExtension(file.name()).equalsIgnoreCase(stem)) {
          return file;
        }
      }
    }
    return files.size() == 1 ? files.get(0) : null;
  }

  private static String text(List<Item> others, String fileName) {
    for (Item item : others) {
      if (item.name().equalsIgnoreCase(fileName)) {
        return text(item);
      }
    }
    return "";
  }

  /** Returns the content of a text file, UTF-8 or GB18030; empty when it cannot be read. */
  private static String text(Item item) {
    if (item.attributes().size() > LARGEST) {
      log.warn("{} is too large and is not read", item.path());
      return "";
    }
    try {
      String text = Names.decode(Files.readAllBytes(item.path())).strip();
      return text.startsWith("\ufeff") ? text.substring(1).strip() : text;
    } catch (IOException e) {
      log.warn("{} cannot be read: {}", item.path(), e.toString());
      return "";
    }
  }
}
