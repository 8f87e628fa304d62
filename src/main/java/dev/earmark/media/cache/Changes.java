package dev.earmark.media.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Every change that the cache makes on the disk goes through here, one by one, so that a test can
 * end the process's work before any of them. Thread-safe.
 */
class Changes {
  /** The changes of a process that lives. */
  static final Changes REAL = new Changes();

  /** A change that is about to be made. */
  enum Kind {
    MAKE_FOLDER,
    WRITE,
    SYNC,
    TRUNCATE,
    RENAME,
    DELETE,
    SYNC_FOLDER
  }

  /** Called before each change. */
  void before(Kind kind) throws IOException {}

  /** Makes a folder and those above it. */
  void makeFolder(Path folder) throws IOException {
    before(Kind.MAKE_FOLDER);
    Files.createDirectories(folder);
  }

  /** Writes all of the buffer from a position on; returns the position behind it. */
  long write(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
    before(Kind.WRITE);
    long at = position;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
    return at;
  }

  /** Makes what was written durable. */
  void sync(FileChannel channel) throws IOException {
    before(Kind.SYNC);
    channel.force(/* metaData= */ true);
  }

  /** Cuts a file. */
  void truncate(FileChannel channel, long size) throws IOException {
    before(Kind.TRUNCATE);
    channel.truncate(size);
  }

  /** Gives a file another name, in one step, also when there is one of that name. */
  void rename(Path from, Path to) throws IOException {
    before(Kind.RENAME);
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes a file if it is there. */
  void delete(Path file) throws IOException {
    before(Kind.DELETE);
    Files.deleteIfExists(file);
  }

  /** Makes a rename in a folder durable. */
  void syncFolder(Path folder) throws IOException {
    before(Kind.SYNC_FOLDER);
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(/* metaData= */ true);
    }
  }
}
