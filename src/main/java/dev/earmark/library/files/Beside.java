package dev.earmark.library.files;

import dev.earmark.library.files.FolderScan.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What lies beside one audio file and belongs to it, by the rules by which a folder becomes a book.
 *
 * @param cover the picture's path, or empty
 * @param marks the tracks of the file's cue sheet, else the chapters of a list beside it, at least
 *     two, in order; else none
 */
public record Beside(String cover, List<FileTags.Mark> marks) {
  /** Copies the list. */
  public Beside {
    marks = List.copyOf(marks);
  }

  /**
   * Looks into the file's folder. May wait for the disk.
   *
   * @param wholeS the file's length in seconds, where the last track ends
   */
  public static Beside of(Path audio, double wholeS) throws IOException {
    Path file = audio.toAbsolutePath().normalize();
    Path folder = file.getParent();
    if (folder == null) {
      return new Beside("", List.of());
    }
    List<Item> files = new ArrayList<>();
    List<Item> others = new ArrayList<>();
    Item own = null;
    try (Stream<Path> all = Files.list(folder)) {
      for (Path path : all.sorted(Comparator.comparing(Path::toString)).toList()) {
        if (!Files.isRegularFile(path)) {
          continue;
        }
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        Item item = new Item(path, Names.display(path), attributes);
        boolean isOwn = path.equals(file);
        own = isOwn ? item : own;
        (isOwn || Names.isAudio(item.name()) ? files : others).add(item);
      }
    }
    if (own == null) {
      return new Beside("", List.of());
    }
    FileTags length = new FileTags("", "", "", "", 0, 0, wholeS, List.of());
    List<FileTags.Mark> tracks =
        Sidecars.cues(files, others, Map.of(own, length)).getOrDefault(own, List.of());
    return new Beside(
        Sidecars.cover(others),
        tracks.isEmpty() ? Sidecars.chapters(own, files, others, wholeS) : tracks);
  }
}
