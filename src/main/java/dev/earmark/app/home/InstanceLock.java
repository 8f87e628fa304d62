package dev.earmark.app.home;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The right to be the only daemon on a home folder; the kernel gives it back when the process dies.
 */
public final class InstanceLock implements AutoCloseable {
  private final FileChannel channel;

  private InstanceLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws FailureException when another daemon has it, the folder cannot be written, or its disk
   *     is full
   */
  public static InstanceLock take(Path stateFolder) throws IOException {
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              stateFolder.resolve("daemon.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw HomeFolders.trouble(stateFolder, e);
    }
    if (tryLock(channel) == null) {
      String owner = read(channel);
      channel.close();
      throw new FailureException(
          Failure.Kind.UNAVAILABLE,
          "another Earmark"
              + (owner.isEmpty() ? "" : " (process " + owner + ")")
              + " runs on this home folder; stop it first, or choose another folder with --home");
    }
    try {
      writeOwner(channel);
    } catch (IOException e) {
      channel.close();
      throw HomeFolders.trouble(stateFolder, e);
    }
    return new InstanceLock(channel);
  }

  private static void writeOwner(FileChannel channel) throws IOException {
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(32);
    int read = channel.read(buffer, 0);
    return read <= 0 ? "" : new String(buffer.array(), 0, read, StandardCharsets.US_ASCII).strip();
  }
}
