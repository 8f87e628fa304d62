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
  /**
   * Reads at a position.
   *
   * @return the bytes read, at least 1, or -1 at the true end of the file
   * @throws dev.earmark.base.FailureException when the download failed, or kind CANCELLED after
   *     close
   */
  int read(long position, byte[] target, int offset, int length) throws IOException;

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
