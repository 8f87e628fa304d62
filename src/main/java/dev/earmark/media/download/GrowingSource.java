package dev.earmark.media.download;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a download has brought so far, and waits at its edge.
 *
 * <p>It has no limit of its own: the download has them (time-outs, repetitions, the longest
 * Retry-After it obeys), and wakes its readers when it gives up.
 *
 * <p>The end is told only when the download is complete and verified; a download that fails, and
 * one that is cancelled, end in an exception, so that nothing of this ever looks like the end of
 * the book.
 */
final class GrowingSource implements MediaSource {
  private final Growth growth;
  private final String name;
  private final int generation;
  private @Nullable FileChannel channel; // the reader's thread; closed under growth's lock
  private @Nullable FileChannel aheadChannel; // the same
  private int aheadFiles; // which file of bytes behind the edge that is
  private long readableUntil; // the reader's thread
  private boolean closed; // guarded by growth
  private Runnable hook = () -> {}; // the reader's thread

  GrowingSource(Growth growth, String name) {
    this.growth = growth;
    this.name = name;
    synchronized (growth) {
      this.generation = growth.generation();
      growth.readers(1);
    }
  }

  @Override
  public int read(long position, byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (true) {
      FileChannel file = await(position);
      if (file == null) {
        return -1;
      }
      try {
        int wanted = (int) Math.min(length, readableUntil - position);
        int n = file.read(ByteBuffer.wrap(target, offset, wanted), position);
        if (n > 0) {
          return n;
        }
        awaitReason();
      } catch (ClosedChannelException e) {
        throw new FailureException(cancelled(), e);
      }
    }
  }

  /**
   * Waits for why bytes that were there are gone: what came was thrown away, because it was found
   * to be no sound.
   */
  private void awaitReason() throws IOException {
    synchronized (growth) {
      Failure failure = growth.failure();
      if (failure != null) {
        throw failure.asException();
      }
      if (growth.isComplete() && channel != null) {
        throw new FailureException(Failure.Kind.TRUNCATED, name + " lost bytes that it had");
      }
      try {
        growth.wait(WAIT_SLICE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw cancelled().asException();
      }
    }
  }

  /** Waits until there is a byte at the position; null at the end of the file. */
  private @Nullable FileChannel await(long position) throws IOException {
    synchronized (growth) {
      while (true) {
        if (closed) {
          throw cancelled().asException();
        }
        if (generation != growth.generation()) {
          throw new FailureException(
              Failure.Kind.CHANGED, name + " changed on the server while it was read");
        }
        if (position < growth.available()) {
          readableUntil = growth.available();
          FileChannel open = open();
          if (open != null) {
            return open;
          }
          continue;
        }
        long until = growth.aheadUntil(position);
        if (until >= 0) {
          readableUntil = until;
          return openAhead();
        }
        if (growth.isComplete()) {
          return null;
        }
        Failure failure = growth.failure();
        if (failure != null) {
          throw failure.asException();
        }
        try {
          growth.need(position);
          hook.run();
          growth.wait(WAIT_SLICE_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw cancelled().asException();
        } finally {
          growth.need(-1);
        }
      }
    }
  }

  /**
   * Opens the file; null when it was not there, since it is just being moved to its place or thrown
   * away. The download tells which of them, so that is waited for.
   */
  private @Nullable FileChannel open() throws IOException {
    if (channel == null) {
      Path file = growth.file();
      try {
        channel = FileChannel.open(file, StandardOpenOption.READ);
      } catch (NoSuchFileException e) {
        if (growth.isComplete() && file.equals(growth.file())) {
          throw e;
        }
        awaitReason();
      }
    }
    return channel;
  }

  /** Opens the bytes behind the edge; there may have been others, which were thrown away. */
  private FileChannel openAhead() throws IOException {
    FileChannel open = aheadChannel;
    if (open == null || aheadFiles != growth.aheadFiles()) {
      if (open != null) {
        open.close();
      }
      open = FileChannel.open(growth.aheadFile(), StandardOpenOption.READ);
      aheadChannel = open;
      aheadFiles = growth.aheadFiles();
    }
    return open;
  }

  private Failure cancelled() {
    return new Failure(Failure.Kind.CANCELLED, "the source " + name + " was closed");
  }

  @Override
  public void onWait(Runnable newHook) {
    hook = newHook;
  }

  @Override
  public long size() {
    synchronized (growth) {
      return growth.isComplete() ? growth.available() : growth.total();
    }
  }

  @Override
  public long available() {
    synchronized (growth) {
      return growth.available();
    }
  }

  @Override
  public boolean isComplete() {
    synchronized (growth) {
      return growth.isComplete();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void close() {
    synchronized (growth) {
      if (!closed) {
        growth.readers(-1);
      }
      closed = true;
      growth.notifyAll();
      try {
        if (channel != null) {
          channel.close();
        }
        if (aheadChannel != null) {
          aheadChannel.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException("closing " + name, e);
      }
    }
  }
}
