package dev.earmark.library.files;

import dev.earmark.library.Album;
import dev.earmark.text.NaturalOrder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
 * An audio file right in the root is an album of its own. The root may be a single file.
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

  /** The same where a later change would be heard of. */
  private static final Duration SETTLED_WATCHED = Duration.ofMillis(1_500);

  private final Path root;
  private final boolean isFile;
  private final BookMaker books;
  private final Instant now;
  private final Map<Path, Shelf> before;
  private final Changes changes;
  private final Map<Path, Shelf> shelves = new LinkedHashMap<>();
  private final Set<Object> entered = new HashSet<>();
  private final List<Path> unreadable = new ArrayList<>();
  private boolean unsettled;

  FolderScan(
      String name,
      Path root,
      FileTags.Reader tags,
      Instant now,
      Map<Path, Shelf> before,
      Changes changes) {
    this.changes = changes;
    this.root = root;
    Path parent = root.getParent();
    this.isFile = parent != null && Files.isRegularFile(root);
    this.books = new BookMaker(name, isFile && parent != null ? parent : root, tags);
    this.now = now;
    this.before = before;
  }

  /**
   * What is known of changes since the walk before.
   *
   * @param folders in which something has changed for certain, whatever their times say
   * @param areHeardOf whether later changes will be heard of
   */
  record Changes(Set<Path> folders, boolean areHeardOf) {
    static final Changes NOT_WATCHED = new Changes(Set.of(), false);
  }

  /** An album and the folder that its file ids begin in. */
  record Book(Album album, Path folder) {}

  /**
   * What one folder holds.
   *
   * @param stamp changes whenever the folder does; empty when the folder is to be read again
   * @param books the albums that lie in it; none, one, or in the root one for each file
   * @param folders to go on with
   * @param watched further files and folders whose change is one of the shelf
   */
  record Shelf(String stamp, List<Book> books, List<Path> folders, List<Path> watched) {
    /** Returns whether nothing of a library is in it. */
    boolean isEmpty() {
      return books.isEmpty() && folders.isEmpty() && watched.isEmpty();
    }
  }

  /** A file or folder with what is known of it. */
  record Item(Path path, String name, BasicFileAttributes attributes) {}

  /** Walks; returns what each folder holds. */
  Map<Path, Shelf> run() {
    Path parent = root.getParent();
    if (isFile && parent != null) {
      single(parent);
    } else {
      walk(root, 0);
    }
    return shelves;
  }

  /** Makes the book of the one file that the root is; what lies beside it may tell of it. */
  private void single(Path folder) {
    try {
      List<Item> files = new ArrayList<>();
      List<Item> others = new ArrayList<>();
      for (Item item : list(folder)) {
        if (item.path().equals(root)) {
          unsettled |= !addIfSettled(item, files);
        } else if (!item.attributes().isDirectory() && !Names.isAudio(item.name())) {
          others.add(item);
        }
      }
      List<Book> made = books.make(folder, /* isRoot= */ true, files, others);
      shelves.put(root, new Shelf("", made, List.of(), List.of()));
    } catch (IOException | DirectoryIteratorException e) {
      log.warn("{} cannot be read and is left out: {}", root, e.toString());
      unreadable.add(root);
    }
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
      Shelf known = before.get(folder);
      boolean isSame =
          known != null
              && !hasChanged(folder, known)
              && !known.stamp().isEmpty()
              && known.stamp().equals(stamp(attributes, known.watched()));
      shelf = known != null && isSame ? known : read(folder, attributes, depth);
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

  private boolean hasChanged(Path folder, Shelf known) {
    return !changes.folders().isEmpty()
        && (changes.folders().contains(folder)
            || known.watched().stream().anyMatch(changes.folders()::contains));
  }

  /**
   * Combines the times of change of the folder and of what is watched; empty when one is so recent
   * that a further change may get the same time, or when something watched is not there any more.
   */
  private String stamp(BasicFileAttributes attributes, List<Path> watched) throws IOException {
    Instant changed = attributes.lastModifiedTime().toInstant();
    StringBuilder stamp = new StringBuilder().append(changed);
    boolean recent = isRecent(changed);
    for (Path path : watched) {
      Instant edited;
      try {
        edited = Files.getLastModifiedTime(path).toInstant();
      } catch (NoSuchFileException e) {
        return ""; // it was removed, which is a change of the folder and no fault of it
      }
      stamp.append('/').append(edited);
      recent |= isRecent(edited);
    }
    return recent ? "" : stamp.toString();
  }

  private boolean isRecent(Instant changed) {
    return Duration.between(changed, now).abs().compareTo(SETTLED) <= 0;
  }

  private Shelf read(Path folder, BasicFileAttributes attributes, int depth) throws IOException {
    List<Item> audio = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    List<Item> discs = new ArrayList<>();
    List<Item> others = new ArrayList<>();
    List<Path> watched = new ArrayList<>();
    boolean settled = true;
    for (Item item : list(folder)) {
      if (item.attributes().isDirectory()) {
        if (depth > 0 && Names.isDisc(item.name())) {
          discs.add(item);
          watched.add(item.path());
        } else {
          folders.add(item.path());
        }
      } else if (Names.isAudio(item.name())) {
        settled &= addIfSettled(item, audio);
      } else {
        others.add(item);
        if (Sidecars.tells(item.name())) {
          watched.add(item.path());
        }
      }
    }
    discs.sort(Comparator.comparing(disc -> NaturalOrder.key(Names.discNumber(disc.name()))));
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
    // A folder with growing files is read again each time.
    String mark = settled ? stamp(attributes, watched) : "";
    return new Shelf(
        mark,
        books.make(folder, /* isRoot= */ depth == 0, files, others),
        List.copyOf(folders),
        List.copyOf(watched));
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
    Duration age = Duration.between(changed, now).abs();
    if (age.compareTo(changes.areHeardOf() ? SETTLED_WATCHED : SETTLED) <= 0) {
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
}
