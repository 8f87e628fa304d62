package dev.earmark.library.files;

import dev.earmark.library.Album;
import dev.earmark.library.AlbumFile;
import dev.earmark.library.Numbering;
import dev.earmark.library.Section;
import dev.earmark.library.files.FolderScan.Book;
import dev.earmark.library.files.FolderScan.Item;
import dev.earmark.text.Normalizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes albums of what lies in one folder.
 *
 * <p>An {@code album.json} describes an album completely. Otherwise, what is told by {@code
 * metadata.json} counts before an OPF file, text files, the folders' names, and tags of the audio,
 * in this order. Tags are read of one file; of all files only where their names have no numbers to
 * order them by, and where files may have chapters.
 */
final class BookMaker {
  private static final Logger log = LoggerFactory.getLogger(BookMaker.class);
  private static final int MOST_READ = 500;

  private final String catalogue;
  private final Path root;
  private final FileTags.Reader reader;

  BookMaker(String catalogue, Path root, FileTags.Reader reader) {
    this.catalogue = catalogue;
    this.root = root;
    this.reader = reader;
  }

  /**
   * Makes the albums of a folder.
   *
   * @param isRoot whether each file is a book of its own, but for those with the same album tag
   * @param files the audio files in order, also those in folders of discs
   * @param others the other files
   */
  List<Book> make(Path folder, boolean isRoot, List<Item> files, List<Item> others) {
    if (files.isEmpty()) {
      return List.of();
    }
    if (isRoot) {
      return loose(files, others);
    }
    Path description = folder.resolve(AlbumFile.NAME);
    if (others.stream().anyMatch(item -> item.name().equals(AlbumFile.NAME))) {
      try {
        Album album = described(folder, AlbumFile.read(description), files, others);
        if (!album.sections().isEmpty()) {
          return List.of(new Book(album, folder));
        }
        log.warn("{} names no file that is there and is not used", description);
      } catch (IOException e) {
        log.warn("{} is not used: {}", description, e.getMessage());
      }
    }
    Map<Item, FileTags> shelf = shelf(files, others);
    if (shelf.isEmpty()) {
      return List.of(new Book(album(folder, files, others), folder));
    }
    List<Book> books = new ArrayList<>();
    shelf.forEach((file, tags) -> books.add(new Book(single(folder, file, tags, others), folder)));
    return books;
  }

  /**
   * Returns the tags of the files when a folder holds several whole books, as an author's folder
   * does: M4B files with an album tag each, all different, without numbers that would make them
   * parts of one book. Else nothing.
   */
  private Map<Item, FileTags> shelf(List<Item> files, List<Item> others) {
    if (files.size() < 2
        || files.size() > MOST_READ
        || !files.stream().allMatch(file -> Names.isBookFile(file.name()))
        || !Sidecars.description(others).title().isEmpty()
        || Numbering.counts(Printed.of(files.stream().map(BookMaker::stem).toList()))) {
      return Map.of();
    }
    Map<Item, FileTags> tags = new LinkedHashMap<>();
    Set<String> titles = new LinkedHashSet<>();
    for (Item file : files) {
      FileTags read = read(file);
      String title = Normalizer.key(read.album());
      if (title.isEmpty() || !titles.add(title)) {
        return Map.of();
      }
      tags.put(file, read);
    }
    return tags;
  }

  // ---- files that are books of their own

  private List<Book> loose(List<Item> files, List<Item> others) {
    Map<Item, FileTags> tags = new LinkedHashMap<>();
    Map<String, List<Item>> byAlbum = new LinkedHashMap<>();
    for (Item file : files) {
      FileTags read = tags.size() < MOST_READ ? read(file) : FileTags.NONE;
      tags.put(file, read);
      byAlbum.computeIfAbsent(read.album(), album -> new ArrayList<>()).add(file);
    }
    List<Book> books = new ArrayList<>();
    byAlbum.forEach(
        (title, members) -> {
          if (title.isBlank() || members.size() == 1) {
            for (Item file : members) {
              books.add(new Book(single(root, file, tagsOf(tags, file), others), root));
            }
          } else {
            books.add(new Book(tagged(title, members, tags), root));
          }
        });
    return books;
  }

  private static FileTags tagsOf(Map<Item, FileTags> tags, Item file) {
    return tags.getOrDefault(file, FileTags.NONE);
  }

  /** Makes the album of a single file; the folder that it lies in may be named after the author. */
  private Album single(Path folder, Item file, FileTags tags, List<Item> others) {
    boolean isOnShelf = !folder.equals(root);
    FolderName name = FolderName.of(isOnShelf ? tags.album() : stem(file), /* inSeries= */ false);
    List<Section> sections = sections(folder, List.of(file), Map.of(file, tags), others);
    return new Album(
        isOnShelf ? id(folder) + "/" + file.name() : catalogue + ":" + file.name(),
        name.title(),
        others(name.title(), List.of(stem(file), tags.album(), tags.title())),
        tags.artist().isEmpty() && isOnShelf ? Names.display(folder) : tags.artist(),
        name.narrator().isEmpty() ? tags.composer() : name.narrator(),
        "",
        "",
        embedded(List.of(file), Map.of(file, tags)),
        sections.size(),
        sections);
  }

  /** Makes an album of files that lie among others and have its title in their tags. */
  private Album tagged(String title, List<Item> members, Map<Item, FileTags> tags) {
    List<Item> files = new ArrayList<>(members);
    byTracks(files, tags);
    FileTags first = tagsOf(tags, files.get(0));
    List<Section> sections = sections(root, files, tags, List.of());
    return new Album(
        catalogue + ":~" + title,
        title,
        List.of(),
        first.artist(),
        first.composer(),
        "",
        "",
        embedded(files, tags),
        sections.size(),
        sections);
  }

  // ---- a folder that is a book

  private Album described(Path folder, AlbumFile description, List<Item> files, List<Item> others) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    files.forEach(item -> sizes.put(Names.fileId(folder, item.path()), item.attributes().size()));
    return description.toAlbum(
        id(folder), Sidecars.cover(others), file -> sizes.getOrDefault(file, 0L));
  }

  private Album album(Path folder, List<Item> unordered, List<Item> others) {
    List<Item> files = new ArrayList<>(unordered);
    Map<Item, FileTags> tags = tags(files);
    List<String> parts = titled(parts(folder));
    String folderName = parts.get(parts.size() - 1);
    FolderName name = FolderName.of(folderName, /* inSeries= */ parts.size() > 2);
    FileTags first = tagsOf(tags, files.get(0));
    Description told =
        Sidecars.description(others)
            .or(byAuthor(folderName, files, first))
            .or(
                new Description(
                    name.title(),
                    "",
                    parts.size() == 1 ? "" : parts.get(Math.max(0, parts.size() - 3)),
                    name.narrator(),
                    parts.size() > 2 ? parts.get(parts.size() - 2) : "",
                    name.volume(),
                    "",
                    "",
                    List.of()))
            .or(
                new Description(
                    "", "", first.artist(), first.composer(), "", "", "", "", List.of()));
    List<Section> sections = sections(folder, files, withChapters(files, tags, told), others);
    boolean isWholeBook = files.size() == 1 && Names.isBookFile(files.get(0).name());
    return new Album(
        id(folder),
        told.title(),
        others(told.title(), names(told, name, first, isWholeBook)),
        told.author(),
        told.narrator(),
        language(told.language()),
        told.text(),
        cover(files, tags, others),
        sections.size(),
        sections);
  }

  /** Returns the names beside its title under which a book may be asked for. */
  private static List<String> names(
      Description told, FolderName folder, FileTags first, boolean isWholeBook) {
    String numbered =
        told.series().isEmpty() || told.volume().isEmpty()
            ? ""
            : told.series() + " " + told.volume();
    String whole = told.subtitle().isEmpty() ? "" : told.title() + ": " + told.subtitle();
    List<String> names = new ArrayList<>(List.of(folder.title(), whole, numbered, first.album()));
    if (isWholeBook) {
      names.add(first.title());
    }
    return names;
  }

  /** Tells the title by the tag of the one file in a folder that is named after its author. */
  private static Description byAuthor(String folder, List<Item> files, FileTags tags) {
    boolean isAuthors =
        files.size() == 1
            && !tags.album().isBlank()
            && Normalizer.key(tags.artist()).equals(Normalizer.key(folder));
    return new Description(
        isAuthors ? tags.album() : "",
        "",
        isAuthors ? folder : "",
        isAuthors ? tags.composer() : "",
        "",
        "",
        "",
        "",
        List.of());
  }

  /** Returns the picture beside the audio, else the first file that has one inside. */
  private static String cover(List<Item> files, Map<Item, FileTags> tags, List<Item> others) {
    String beside = Sidecars.cover(others);
    return beside.isEmpty() ? embedded(files, tags) : beside;
  }

  private static String embedded(List<Item> files, Map<Item, FileTags> tags) {
    return files.stream()
        .filter(file -> tagsOf(tags, file).hasPicture())
        .findFirst()
        .map(file -> file.path().toString())
        .orElse("");
  }

  /** Returns names beside the title, each once; addresses, which many tags hold, are none. */
  private static List<String> others(String title, List<String> names) {
    Set<String> others = new LinkedHashSet<>();
    for (String name : names) {
      boolean isAddress = name.contains("www.") || name.contains("://");
      if (!name.isBlank() && !name.equals(title) && !isAddress) {
        others.add(name);
      }
    }
    return List.copyOf(others);
  }

  private static String language(String told) {
    String name = told.toLowerCase(java.util.Locale.ROOT);
    return switch (name) {
      case "chinese", "chi", "zho", "中文", "mandarin" -> "zh";
      case "english", "eng" -> "en";
      default -> name.matches("[a-z]{2}(?:[-_].*)?") ? name.substring(0, 2) : "";
    };
  }

  /** Reads the tags that are needed and puts files without numbers in the order of their tracks. */
  private Map<Item, FileTags> tags(List<Item> files) {
    Map<Item, FileTags> tags = new LinkedHashMap<>();
    boolean isOrdered =
        files.size() == 1
            || Numbering.counts(Printed.of(files.stream().map(BookMaker::stem).toList()));
    int wanted = isOrdered ? 1 : MOST_READ;
    for (Item file : files) {
      int most = Names.mayHaveChapters(file.name()) ? MOST_READ : wanted;
      if (tags.size() < most) {
        tags.put(file, read(file));
      }
    }
    if (!isOrdered) {
      byTracks(files, tags);
    }
    return tags;
  }

  private static void byTracks(List<Item> files, Map<Item, FileTags> tags) {
    Set<Long> places = new LinkedHashSet<>();
    for (Item file : files) {
      FileTags read = tagsOf(tags, file);
      if (read.track() <= 0 || !places.add(place(read))) {
        return;
      }
    }
    files.sort(Comparator.comparingLong(file -> place(tagsOf(tags, file))));
  }

  private static long place(FileTags tags) {
    return tags.disc() * 100_000L + tags.track();
  }

  /**
   * Gives the chapters of a description to the book's one file, in the place of those that the file
   * has itself: a person may have corrected them, and a description counts before tags.
   */
  private static Map<Item, FileTags> withChapters(
      List<Item> files, Map<Item, FileTags> tags, Description told) {
    if (files.size() != 1 || told.chapters().size() < 2) {
      return tags;
    }
    FileTags read = tagsOf(tags, files.get(0));
    FileTags more =
        new FileTags(
            read.title(),
            read.album(),
            read.artist(),
            read.composer(),
            read.track(),
            read.disc(),
            read.seconds(),
            told.chapters(),
            read.hasPicture());
    return Map.of(files.get(0), more);
  }

  // ---- sections

  /**
   * Makes the sections: of a file the tracks of its cue sheet, else its chapters, else the file.
   * Chapters count where the album is one file, and in M4B files; elsewhere they stay marks inside
   * a section.
   */
  private List<Section> sections(
      Path folder, List<Item> files, Map<Item, FileTags> tags, List<Item> others) {
    Map<Item, List<FileTags.Mark>> cues = Sidecars.cues(files, others, tags);
    List<Section> sections = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Item file : files) {
      FileTags read = tagsOf(tags, file);
      boolean chaptersCount = files.size() == 1 || Names.isBookFile(file.name());
      List<FileTags.Mark> marks = cues.getOrDefault(file, List.of());
      if (marks.isEmpty() && chaptersCount) {
        marks = Sidecars.chapters(file, files, others, read.seconds());
      }
      if (marks.isEmpty() && chaptersCount && read.chapters().size() > 1) {
        marks = read.chapters();
      }
      if (marks.isEmpty()) {
        names.add(stem(file));
        sections.add(
            section(
                folder, file, Names.sectionTitle(file.name()), /* startS= */ 0, read.seconds()));
      }
      for (FileTags.Mark mark : marks) {
        String title =
            mark.title().isBlank() ? String.valueOf(sections.size() + 1) : mark.title().strip();
        names.add(mark.title());
        double seconds = Math.max(0, mark.endS() - mark.startS());
        sections.add(section(folder, file, title, mark.startS(), seconds));
      }
    }
    List<Integer> printed = Printed.of(names);
    return Numbering.apply(
        sections, Numbering.counts(printed) ? printed : tracks(files, tags, sections.size()));
  }

  /** Returns the numbers of the tracks, where each file is a section of one disc; else zeros. */
  private static List<Integer> tracks(List<Item> files, Map<Item, FileTags> tags, int sections) {
    List<Integer> numbers = new ArrayList<>();
    for (Item file : files) {
      FileTags read = tagsOf(tags, file);
      numbers.add(files.size() == sections && files.size() > 1 ? read.track() : 0);
    }
    while (numbers.size() < sections) {
      numbers.add(0);
    }
    return numbers.subList(0, sections);
  }

  private static Section section(
      Path folder, Item file, String title, double startS, double seconds) {
    return new Section(
        /* number= */ 1,
        title,
        Names.fileId(folder, file.path()),
        startS,
        seconds,
        file.attributes().size());
  }

  private static String stem(Item file) {
    return Names.withoutExtension(file.name());
  }

  private FileTags read(Item file) {
    try {
      return reader.read(file.path());
    } catch (IOException e) {
      log.debug("the tags of {} cannot be read: {}", file.path(), e.toString());
      return FileTags.NONE;
    }
  }

  private String id(Path folder) {
    return catalogue + ":" + String.join("/", parts(folder));
  }

  /** Puts the name of a volume behind that of its book: 平凡的世界 第一部. */
  private static List<String> titled(List<String> parts) {
    int last = parts.size() - 1;
    if (last < 1 || !Names.isVolume(parts.get(last))) {
      return parts;
    }
    List<String> joined = new ArrayList<>(parts.subList(0, last));
    joined.set(last - 1, parts.get(last - 1) + " " + parts.get(last));
    return joined;
  }

  /** Returns the names from the root to the folder. */
  private List<String> parts(Path folder) {
    List<String> parts = new ArrayList<>();
    for (Path at = folder; at != null && !at.equals(root); at = at.getParent()) {
      parts.add(0, Names.display(at));
    }
    return parts;
  }
}
