package dev.earmark.media;

import java.io.IOException;

/**
 * The bytes of one audio file, complete or still growing.
 *
 * <p>One reader thread. A read at the write edge of a growing file blocks until bytes come, the
 * download ends or fails, or {@link #close()} is called from any thread. The end of the file, a
 * broken download and a closed source are three different things: {@code -1}, an exception, an
 * exception.
 */
public interface MediaSource extends AutoCloseable {
  /** How long a read that waits is silent at most, in milliseconds. */
  long WAIT_SLICE_MILLIS = 500;

  /**
   * Reads at a position.
   *
   * @return the bytes read, at least 1, or -1 at the true end of the file
   * @throws dev.earmark.base.FailureException when the download failed, or kind CANCELLED after
   *     close
   */
  int read(long position, byte[] target, int offset, int length) throws IOException;

  /**
   * Sets what is called on the reader's thread as soon as a read has to wait for bytes, and at
   * least every {@value #WAIT_SLICE_MILLIS} ms as long as it waits; set before the first read, must
   * not block. A source that never waits never calls it.
   */
  default void onWait(Runnable hook) {}

  /** Returns the final size in bytes, or -1 while it is unknown. */
  long size();

  /** Returns the bytes that are there without waiting, counted from the start without a gap. */
  long available();

  /** Returns whether all bytes are there. */
  boolean isComplete();

  /** Returns a name for log and decoder: a file name with its extension. */
  String name();

  @Override
  void close();
}
