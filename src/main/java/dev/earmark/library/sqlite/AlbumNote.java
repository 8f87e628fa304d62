package dev.earmark.library.sqlite;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The album that began to play last, in a small file beside the database, as its JSON. It is
 * written without waiting for the disk, so a book that was never heard before is known again after
 * {@code kill -9} in its first moment, when the database has not taken it yet. Written aside and
 * renamed, so it is the old or the new one; one torn by a power cut is no JSON and counts for
 * nothing.
 *
 * <p>Thread-safe. A file that cannot be written costs the note only.
 */
final class AlbumNote {
  private static final Logger log = LoggerFactory.getLogger(AlbumNote.class);

  private final Path file;
  private final Path aside;
  private final Object lock = new Object();

  AlbumNote(Path file) {
    this.file = file;
    this.aside = file.resolveSibling(file.getFileName() + ".new");
  }

  /** Writes it in the place of the one before. */
  void note(String json) {
    synchronized (lock) {
      // Not a channel: the interrupt of a task would close that before the note is whole.
      try (FileOutputStream out = new FileOutputStream(aside.toFile())) {
        out.write(json.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        log.debug("an album cannot be noted beside the database", e);
        return;
      }
      try {
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        log.debug("the note of an album cannot get its name", e);
      }
    }
  }

  /** Returns what was noted last; empty when nothing was, or it cannot be read. */
  Optional<String> read() {
    synchronized (lock) {
      try {
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
      } catch (IOException e) {
        log.warn("the note of the album played last cannot be read: {}", e.getMessage());
        return Optional.empty();
      }
    }
  }

  /** Removes it: an album that is to be forgotten must not come back. */
  void forget() {
    synchronized (lock) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        log.warn("the note of the album played last cannot be removed: {}", e.getMessage());
      }
    }
  }
}
