package dev.earmark.base.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Replaces files as a whole: the new content is written beside, forced to the disk and renamed, so
 * that a crash, also of the machine, leaves the old content or the new one. Without the force a
 * file system may keep the rename and lose what was written before it. Blocks for the disk; two
 * threads may not replace the same file at once.
 */
public final class WholeFile {
  private WholeFile() {}

  /** Writes the new content. */
  public interface Content {
    /** Writes to a buffered stream, which the caller closes. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Puts the bytes in the place of what the file holds; its folder is there. */
  public static void replace(Path file, byte[] content) throws IOException {
    replace(file, out -> out.write(content));
  }

  /**
   * Puts the content in the place of what the file holds; its folder is there.
   *
   * @throws IOException when it cannot be written; the file is as it was
   */
  public static void replace(Path file, Content content) throws IOException {
    replace(file, content, channel -> channel.force(/* metaData= */ true));
  }

  /** Waits until what was written to a file or folder is on the disk. */
  interface Force {
    void force(FileChannel channel) throws IOException;
  }

  static void replace(Path file, Content content, Force disk) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException(file + " has no folder");
    }
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      write(temporary, content, disk);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      try {
        Files.deleteIfExists(temporary); // half a file takes space of a disk that may be full
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
    try (FileChannel entry = FileChannel.open(folder, StandardOpenOption.READ)) {
      disk.force(entry);
    }
  }

  private static void write(Path temporary, Content content, Force disk) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
      content.writeTo(out);
      out.flush();
      disk.force(channel);
    }
  }
}
