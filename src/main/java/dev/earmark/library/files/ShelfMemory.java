package dev.earmark.library.files;

import dev.earmark.base.file.WholeFile;
import dev.earmark.library.Album;
import dev.earmark.library.files.FolderScan.Book;
import dev.earmark.library.files.FolderScan.Shelf;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps what a scan found over a restart, one folder a line, so that the next one looks at times of
 * change only and books of a disk that is away are known. A file that is damaged, or of another
 * version, is forgotten: it costs one full scan.
 */
final class ShelfMemory {
  private static final Logger log = LoggerFactory.getLogger(ShelfMemory.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String VERSION = "earmark-shelves 2";

  private static final long LARGE = 500_000; // bytes, some hundred books

  private static final String ROOT = "root ";

  private final Path file;
  private @Nullable String rootKey;

  ShelfMemory(Path file) {
    this.file = file;
  }

  /** A line; paths are written as URIs, which hold names in any encoding. */
  private record Line(
      String folder, String stamp, List<Kept> books, List<String> folders, List<String> watched) {}

  /** An album and the folder that its file ids begin in. */
  private record Kept(Album album, String folder) {}

  /** Returns whether reading it takes so long that nobody should wait for it. */
  boolean isLarge() {
    try {
      return Files.exists(file) && Files.size(file) > LARGE;
    } catch (IOException e) {
      return true; // reading it tells why
    }
  }

  /** Reads what was found in this folder; nothing when that is not known. */
  Map<Path, Shelf> read(Path root) {
    Map<Path, Shelf> shelves = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return shelves;
    }
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      if (!head(root).equals(reader.readLine())) {
        return shelves;
      }
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        if (text.startsWith(ROOT)) {
          rootKey = text.substring(ROOT.length());
          continue;
        }
        Line line = JSON.readValue(text, Line.class);
        shelves.put(path(line.folder()), shelf(line));
      }
      return shelves;
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      log.warn("{} cannot be read, all folders are looked through: {}", file, e.toString());
      return new LinkedHashMap<>();
    }
  }

  /** Returns which folder the root was when books were in it, as read or written last. */
  @Nullable String rootKey() {
    return rootKey;
  }

  /**
   * Writes it; after a crash there is the old or the new content.
   *
   * @param key which folder the root is, by device and number; null where that is not known
   */
  void write(Path root, @Nullable String key, Map<Path, Shelf> shelves) {
    try {
      WholeFile.replace(file, out -> write(root, key, shelves, out));
      rootKey = key;
    } catch (IOException e) {
      log.warn("{} cannot be written, the next start takes longer: {}", file, e.toString());
    }
  }

  private static void write(
      Path root, @Nullable String key, Map<Path, Shelf> shelves, OutputStream out)
      throws IOException {
    out.write((head(root) + "\n").getBytes(StandardCharsets.UTF_8));
    if (key != null) {
      out.write((ROOT + key + "\n").getBytes(StandardCharsets.UTF_8));
    }
    for (Map.Entry<Path, Shelf> entry : shelves.entrySet()) {
      out.write(JSON.writeValueAsBytes(line(entry.getKey(), entry.getValue())));
      out.write('\n');
    }
  }

  private static String head(Path root) {
    return VERSION + " " + text(root);
  }

  private static Line line(Path folder, Shelf shelf) {
    return new Line(
        text(folder),
        shelf.stamp(),
        shelf.books().stream().map(b -> new Kept(b.album(), text(b.folder()))).toList(),
        shelf.folders().stream().map(ShelfMemory::text).toList(),
        shelf.watched().stream().map(ShelfMemory::text).toList());
  }

  private static Shelf shelf(Line line) {
    return new Shelf(
        line.stamp(),
        line.books().stream().map(kept -> new Book(kept.album(), path(kept.folder()))).toList(),
        line.folders().stream().map(ShelfMemory::path).toList(),
        line.watched().stream().map(ShelfMemory::path).toList());
  }

  /** The URI without a slash that {@code toUri} puts behind folders that are there just now. */
  private static String text(Path path) {
    String raw = path.toUri().getRawPath();
    return raw.length() > 1 && raw.endsWith("/") ? raw.substring(0, raw.length() - 1) : raw;
  }

  private static Path path(String text) {
    return Path.of(URI.create("file://" + text));
  }
}
