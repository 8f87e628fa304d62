package dev.earmark.library.files;

import dev.earmark.library.Album;
import dev.earmark.library.AlbumFile;
import dev.earmark.library.Section;
import dev.earmark.text.NaturalOrder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One walk over a folder of books. A folder with audio files is an album, its title the folder's
 * name, its author the name of the folder above; with a third folder above, that is the author and
 * the one between is a series. Folders {@code CD1}, {@code Disc 2} belong to the album above them.
 * An audio file right in the root is an album of its own.
 *
 * <p>What an earlier walk found is reused for folders whose time of change is the same. A folder
 * that cannot be read costs one line in the log. Links are followed; a folder that was seen already
 * is not entered again, so links in a circle end.
 */
final class FolderScan {
  private static final Logger log = LoggerFactory.getLogger(FolderScan.class);
  private static final int DEEPEST = 16;

  /** A file that changed this recently may still be growing. */
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private final String name;
  private final Path root;
  private final Instant now;
  private final Map<Path, Shelf> before;
  private final Map<Path, Shelf> shelves = new LinkedHashMap<>();
  private final Set<Object> entered = new HashSet<>();
  private final List<Path> unreadable = new ArrayList<>();
  private boolean unsettled;

  FolderScan(String name, Path root, Instant now, Map<Path, Shelf> before) {
    this.name = name;
    this.root = root;
    this.now = now;
    this.before = before;
  }

  /** An album and the folder that its file ids begin in. */
  record Book(Album album, Path folder) {}

  /**
   * What one folder holds.
   *
   * @param stamp changes whenever the folder does; empty when the folder is to be read again
   * @param books the albums that lie in it; none, one, or in the root one for each file
   * @param folders to go on with
   */
  record Shelf(String stamp, List<Book> books, List<Path> folders) {}

  /** A file or folder with what is known of it. */
  private record Item(Path path, String name, BasicFileAttributes attributes) {}

  /** Walks; returns what each folder holds. */
  Map<Path, Shelf> run() {
    walk(root, 0);
    return shelves;
  }

  /** Returns the folders that could not be read. */
  List<Path> unreadable() {
    return unreadable;
  }

  /** Returns whether a file was left out because it may still be growing. */
  boolean isUnsettled() {
    return unsettled;
  }

  private void walk(Path folder, int depth) {
    Shelf shelf;
    try {
      BasicFileAttributes attributes = Files.readAttributes(folder, BasicFileAttributes.class);
      Object key = attributes.fileKey();
      if (!entered.add(key == null ? folder.toRealPath() : key)) {
        return;
      }
      String stamp = stamp(folder, attributes);
      Shelf known = before.get(folder);
      shelf =
          known != null && !stamp.isEmpty() && known.stamp().equals(stamp)
              ? known
              : read(folder, stamp, depth);
    } catch (IOException | DirectoryIteratorException e) {
      log.warn("the folder {} cannot be read and is left out: {}", folder, e.toString());
      unreadable.add(folder);
      return;
    }
    shelves.put(folder, shelf);
    if (depth < DEEPEST) {
      shelf.folders().forEach(child -> walk(child, depth + 1));
    }
  }

  /**
   * Combines the times of change of the folder and of its description; empty when one is so recent
   * that a further change may get the same time.
   */
  private String stamp(Path folder, BasicFileAttributes attributes) throws IOException {
    StringBuilder stamp = new StringBuilder();
    Instant changed = attributes.lastModifiedTime().toInstant();
    stamp.append(changed);
    Path description = folder.resolve(AlbumFile.NAME);
    boolean recent = isRecent(changed);
    if (Files.exists(description)) {
      Instant edited = Files.getLastModifiedTime(description).toInstant();
      stamp.append('/').append(edited);
      recent |= isRecent(edited);
    }
    return recent ? "" : stamp.toString();
  }

  private boolean isRecent(Instant changed) {
    return Duration.between(changed, now).abs().compareTo(SETTLED) <= 0;
  }

  private Shelf read(Path folder, String stamp, int depth) throws IOException {
    List<Item> audio = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    List<Item> discs = new ArrayList<>();
    List<Item> others = new ArrayList<>();
    boolean settled = true;
    for (Item item : list(folder)) {
      if (item.attributes().isDirectory()) {
        if (depth > 0 && Names.isDisc(item.name())) {
          discs.add(item);
        } else {
          folders.add(item.path());
        }
      } else if (Names.isAudio(item.name())) {
        settled &= addIfSettled(item, audio);
      } else {
        others.add(item);
      }
    }
    discs.sort(Comparator.comparing(disc -> NaturalOrder.key(disc.name())));
    List<Item> files = new ArrayList<>(sorted(audio));
    for (Item disc : discs) {
      List<Item> inDisc = new ArrayList<>();
      for (Item item : list(disc.path())) {
        if (!item.attributes().isDirectory() && Names.isAudio(item.name())) {
          settled &= addIfSettled(item, inDisc);
        }
      }
      files.addAll(sorted(inDisc));
    }
    unsettled |= !settled;
    // Folders with discs or with growing files are read again each time.
    String mark = settled && discs.isEmpty() ? stamp : "";
    return new Shelf(mark, books(folder, depth, files, others), List.copyOf(folders));
  }

  private static List<Item> sorted(List<Item> items) {
    Map<Item, NaturalOrder.Key> keys = new LinkedHashMap<>();
    items.forEach(item -> keys.put(item, NaturalOrder.key(item.name())));
    return items.stream()
        .sorted(Comparator.comparing(item -> Objects.requireNonNull(keys.get(item))))
        .toList();
  }

  /** Adds a file with content; returns false when it may still be growing. */
  private boolean addIfSettled(Item item, List<Item> items) {
    if (item.attributes().size() == 0) {
      return true;
    }
    Instant changed = item.attributes().lastModifiedTime().toInstant();
    if (isRecent(changed)) {
      return false;
    }
    items.add(item);
    return true;
  }

  private static List<Item> list(Path folder) throws IOException {
    List<Item> items = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path path : entries) {
        String name = Names.display(path);
        if (Names.isIgnored(name)) {
          continue;
        }
        try {
          items.add(new Item(path, name, Files.readAttributes(path, BasicFileAttributes.class)));
        } catch (IOException e) {
          log.warn("{} is left out: {}", path, e.toString()); // such as a link to nowhere
        }
      }
    }
    items.sort(Comparator.comparing(Item::name));
    return items;
  }

  private List<Book> books(Path folder, int depth, List<Item> files, List<Item> others) {
    if (files.isEmpty()) {
      return List.of();
    }
    if (depth == 0) {
      return files.stream().map(this::single).toList();
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
    return List.of(new Book(byNames(folder, files, others), folder));
  }

  /** Makes the album of a single file in the root. */
  private Book single(Item file) {
    Section section = section(1, root, file);
    String title = Names.withoutExtension(file.name());
    return new Book(
        new Album(
            name + ":" + file.name(),
            Names.albumTitle(title),
            List.of(),
            "",
            Names.narrator(title),
            "",
            "",
            "",
            1,
            List.of(section)),
        root);
  }

  private Album described(Path folder, AlbumFile description, List<Item> files, List<Item> others) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    files.forEach(item -> sizes.put(Names.fileId(folder, item.path()), item.attributes().size()));
    return description.toAlbum(id(folder), cover(others), file -> sizes.getOrDefault(file, 0L));
  }

  private Album byNames(Path folder, List<Item> files, List<Item> others) {
    List<Section> sections = new ArrayList<>();
    for (Item file : files) {
      sections.add(section(sections.size() + 1, folder, file));
    }
    List<String> parts = parts(folder);
    String folderName = parts.get(parts.size() - 1);
    String author = parts.size() == 1 ? "" : parts.get(Math.max(0, parts.size() - 3));
    String reader = firstLine(text(others, "reader.txt"));
    return new Album(
        id(folder),
        Names.albumTitle(folderName),
        List.of(),
        author,
        reader.isEmpty() ? Names.narrator(folderName) : reader,
        "",
        text(others, "desc.txt"),
        cover(others),
        sections.size(),
        sections);
  }

  private static Section section(int number, Path folder, Item file) {
    return new Section(
        number,
        Names.sectionTitle(file.name()),
        Names.fileId(folder, file.path()),
        0,
        0,
        file.attributes().size());
  }

  private String id(Path folder) {
    return name + ":" + String.join("/", parts(folder));
  }

  /** Returns the names from the root to the folder. */
  private List<String> parts(Path folder) {
    List<String> parts = new ArrayList<>();
    for (Path at = folder; at != null && !at.equals(root); at = at.getParent()) {
      parts.add(0, Names.display(at));
    }
    return parts;
  }

  /** Returns the path of {@code cover.*}, else {@code folder.*}, else of the only picture. */
  private static String cover(List<Item> others) {
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

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("").strip();
  }

  /** Returns the content of a small text file, UTF-8 or GB18030; empty when there is none. */
  private static String text(List<Item> others, String fileName) {
    Item found = null;
    for (Item item : others) {
      if (item.name().equalsIgnoreCase(fileName) && item.attributes().size() < 100_000) {
        found = item;
      }
    }
    if (found == null) {
      return "";
    }
    try {
      return Names.decode(Files.readAllBytes(found.path())).strip();
    } catch (IOException e) {
      log.warn("{} cannot be read: {}", found.path(), e.toString());
      return "";
    }
  }
}
