package dev.earmark.media.download;

import dev.earmark.media.cache.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * What of a file was fetched before all that lies in front of it: a reader has jumped there. It
 * lies in a file of its own beside the part, each byte at its place, so that the part never has a
 * hole and a crash leaves nothing but a file that the next start removes.
 *
 * <p>Confined to the download's thread; readers are told of it by the {@link Growth} and open the
 * file themselves.
 */
final class Ahead implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Growth growth;
  private final Part part;
  private final Path file;
  private @Nullable FileChannel channel;

  /** Makes it for a part; nothing touches the disk before the first byte. */
  Ahead(Growth growth, Part part) {
    this.growth = growth;
    this.part = part;
    String name = String.valueOf(part.file().getFileName());
    this.file = part.file().resolveSibling(name.substring(0, name.indexOf('.')) + ".ahead");
  }

  /** Writes bytes at their place and tells the readers. */
  void write(long position, byte[] bytes, int length) throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      channel = open;
    }
    long at = part.writeBeside(open, ByteBuffer.wrap(bytes, 0, length), position);
    growth.isAhead(file, position, at);
  }

  /**
   * Appends to the part what follows its last byte, if that is here.
   *
   * @return whether there was something
   */
  boolean join() throws IOException {
    long end = growth.aheadUntil(part.bytes());
    FileChannel open = channel;
    if (end < 0 || open == null) {
      return false;
    }
    byte[] buffer = new byte[BUFFER_BYTES];
    while (part.bytes() < end) {
      int wanted = (int) Math.min(buffer.length, end - part.bytes());
      int n = open.read(ByteBuffer.wrap(buffer, 0, wanted), part.bytes());
      if (n <= 0) {
        throw new IOException(file + " is shorter than what was written to it");
      }
      part.append(buffer, 0, n);
      growth.at(part.file(), part.bytes(), part.sidecar().total());
    }
    return true;
  }

  /** Throws away what is here; what lies in front of it goes on. */
  @Override
  public void close() throws IOException {
    growth.noneAhead();
    FileChannel open = channel;
    if (open != null) {
      channel = null;
      try {
        open.close();
      } finally {
        part.deleteBeside(file);
      }
    }
  }
}
