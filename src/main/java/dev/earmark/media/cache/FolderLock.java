package dev.earmark.media.cache;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a second process away from the cache folder. Goes away with the process. */
final class FolderLock implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FolderLock.class);

  private final @Nullable FileChannel channel;

  private FolderLock(@Nullable FileChannel channel) {
    this.channel = channel;
  }

  /** Returns no lock, for a folder that is only read. */
  static FolderLock none() {
    return new FolderLock(null);
  }

  static FolderLock take(Path folder) throws IOException {
    FileChannel channel;
    try {
      Files.createDirectories(folder);
      channel =
          FileChannel.open(
              folder.resolve(".lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw Disk.unusable(folder, e);
    }
    try {
      FileLock lock = tryLock(channel);
      if (lock == null) {
        throw new FailureException(
            Failure.Kind.UNAVAILABLE,
            "the cache folder "
                + folder
                + " is in use by another Earmark (process "
                + read(channel)
                + "); stop that one, or start this one with another --home");
      }
      write(channel);
      return new FolderLock(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    channel.read(text, 0);
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
  }

  /** Notes who has it; the lock holds without that note, which a full disk has no room for. */
  private static void write(FileChannel channel) {
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
    } catch (IOException e) {
      log.warn("the lock of the cache folder does not name its process: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      log.warn("the lock of the cache folder could not be closed", e);
    }
  }
}
