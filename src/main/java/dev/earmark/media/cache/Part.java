package dev.earmark.media.cache;

import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that is being fetched. One thread writes it; others may read {@link #file()} up to {@link
 * #bytes()}, also after it was committed, through a channel they opened before.
 */
public final class Part implements AutoCloseable {
  private static final long SYNC_BYTES = 4L << 20;

  private final FileCache cache;
  private final Changes changes;
  private final Path file;
  private final String boot;
  private final FileChannel channel;
  private Sidecar sidecar;
  private volatile long bytes;
  private long synced;
  private boolean open = true;

  Part(FileCache cache, Path file, String key, String extension, String boot) throws IOException {
    this.cache = cache;
    this.changes = cache.changes();
    this.file = file;
    this.boot = boot;
    Optional<Sidecar> known = Sidecar.read(Layout.sidecarOf(file)).filter(s -> s.key().equals(key));
    boolean resumes = known.isPresent() && Files.exists(file);
    this.sidecar = resumes ? known.orElseThrow() : Sidecar.of(key, extension);
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      begin(resumes);
    } catch (IOException e) {
      channel.close(); // nobody else will
      throw e;
    }
  }

  /**
   * What an earlier try has left of a file.
   *
   * @param bytes of it
   * @param total of the whole file, or -1
   */
  public record Kept(long bytes, long total) {}

  /** Returns what is kept of a file that nobody writes now, if anything is; waits for the disk. */
  public static Optional<Kept> kept(Path cacheFolder, String key) throws IOException {
    Path file = Layout.file(cacheFolder, Sha256.of(key), FileCache.PART);
    Optional<Sidecar> known = Sidecar.read(Layout.sidecarOf(file)).filter(s -> s.key().equals(key));
    return known.isEmpty() || !Files.exists(file)
        ? Optional.empty()
        : Optional.of(new Kept(Files.size(file), known.get().total()));
  }

  private void begin(boolean resumes) throws IOException {
    long there = channel.size();
    // after a crash of the machine the tail of a file may be zeros; after one of the process it
    // is as written
    long good = sidecar.boot().equals(boot) ? there : Math.min(there, sidecar.synced());
    changes.truncate(channel, resumes ? good : 0);
    bytes = resumes ? good : 0;
    synced = bytes;
    if (!resumes) {
      save();
    }
  }

  /** Returns the file, for readers. */
  public Path file() {
    return file;
  }

  /** Returns how many bytes are there, from the start without a gap. Any thread. */
  public long bytes() {
    return bytes;
  }

  /** Returns what is known of the file. */
  public Sidecar sidecar() {
    return sidecar;
  }

  /** Notes what is known of the file, durably. */
  public void note(Sidecar news) throws IOException {
    sidecar = news;
    save();
  }

  private void save() throws IOException {
    try {
      sidecar = sidecar.withSynced(synced, boot);
      sidecar.write(Layout.sidecarOf(file), changes);
    } catch (IOException e) {
      throw Disk.writeFailure(cache.folder(), e);
    }
  }

  /**
   * Appends bytes. When the disk is full, evicts other files and tries once more.
   *
   * @throws FailureException DISK_FULL; what was there before stays
   */
  public void append(byte[] source, int offset, int length) throws IOException {
    try {
      write(source, offset, length);
    } catch (IOException e) {
      FailureException failure = Disk.writeFailure(cache.folder(), e);
      if (failure.failure().kind() != dev.earmark.base.Failure.Kind.DISK_FULL) {
        throw failure;
      }
      cache.makeRoom(SYNC_BYTES, sidecar.key());
      try {
        write(source, offset, length);
      } catch (IOException again) {
        changes.truncate(channel, bytes);
        throw Disk.writeFailure(cache.folder(), again);
      }
    }
    if (bytes - synced >= SYNC_BYTES) {
      sync();
    }
  }

  private void write(byte[] source, int offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(source, offset, length);
    bytes = changes.write(channel, buffer, bytes);
  }

  private void sync() throws IOException {
    changes.sync(channel);
    synced = bytes;
    save();
  }

  /** Cuts the file back to so many bytes. */
  public void truncate(long size) throws IOException {
    bytes = Math.min(bytes, size);
    synced = Math.min(synced, bytes);
    changes.truncate(channel, bytes);
    save();
  }

  /** Returns the SHA-256 of what is there, in lower-case hex. */
  public String sha256() throws IOException {
    return Sha256.of(file);
  }

  /**
   * Makes it a complete file of the cache, durably, and closes it. An older complete file of the
   * same key is replaced only now.
   */
  public CacheEntry commit(String sha256, double decodedS) throws IOException {
    changes.sync(channel);
    CacheEntry entry = cache.commit(file, sidecar.completed(bytes, sha256, decodedS), bytes);
    open = false;
    channel.close();
    return entry;
  }

  /** Throws it away and closes it. */
  public void discard() throws IOException {
    truncate(0);
    close();
    changes.delete(file);
    changes.delete(Layout.sidecarOf(file));
  }

  /** Closes it and keeps what is there for the next try. */
  @Override
  public void close() throws IOException {
    if (!open) {
      return;
    }
    open = false;
    try {
      sync();
    } finally {
      channel.close();
      cache.released(file, bytes);
    }
  }

  /**
   * Writes all of the buffer into a file beside this one, such as what was fetched out of turn.
   *
   * @return the position behind it
   */
  public long writeBeside(FileChannel beside, ByteBuffer buffer, long position) throws IOException {
    return changes.write(beside, buffer, position);
  }

  /** Removes a file beside this one, if it is there. */
  public void deleteBeside(Path beside) throws IOException {
    changes.delete(beside);
  }
}
