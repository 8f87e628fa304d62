package dev.earmark.media;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Sources that need no download. */
public final class MediaSources {
  private MediaSources() {}

  /**
   * Opens a file of this machine as it is, without a copy.
   *
   * @throws FailureException kind NOT_FOUND when there is no such file, FORBIDDEN when it may not
   *     be read
   */
  public static MediaSource file(Path file) throws IOException {
    return file(file, String.valueOf(file.getFileName()));
  }

  /** Opens a file as {@link #file(Path)} does, under another name for log and decoder. */
  public static MediaSource file(Path file, String name) throws IOException {
    if (!Files.exists(file)) {
      throw new FailureException(Failure.Kind.NOT_FOUND, "there is no file " + file);
    }
    if (!Files.isRegularFile(file)) {
      throw new FailureException(Failure.Kind.BAD_REQUEST, file + " is not a file");
    }
    if (!Files.isReadable(file)) {
      throw new FailureException(
          Failure.Kind.FORBIDDEN, file + " cannot be read; allow the daemon's user to read it");
    }
    return new FileSource(FileChannel.open(file, StandardOpenOption.READ), name);
  }

  private static final class FileSource implements MediaSource {
    private final FileChannel channel;
    private final String name;
    private final long size;

    FileSource(FileChannel channel, String name) throws IOException {
      this.channel = channel;
      this.name = name;
      this.size = channel.size();
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
      try {
        return channel.read(ByteBuffer.wrap(target, offset, length), position);
      } catch (ClosedChannelException e) {
        throw new FailureException(
            new Failure(Failure.Kind.CANCELLED, "the source " + name + " was closed"), e);
      }
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public long available() {
      return size;
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException("closing " + name, e);
      }
    }
  }
}
