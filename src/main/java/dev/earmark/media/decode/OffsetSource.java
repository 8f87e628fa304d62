package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;

/** A part of a source. Closing it leaves the source itself open. */
final class OffsetSource implements MediaSource {
  private final MediaSource source;
  private final long offset;
  private final long end;

  /** A source without its first bytes. */
  OffsetSource(MediaSource source, long offset) {
    this(source, offset, Long.MAX_VALUE);
  }

  /**
   * A stretch of a source.
   *
   * @param end the place behind its last byte; {@link Long#MAX_VALUE} to go on to the source's end
   */
  OffsetSource(MediaSource source, long offset, long end) {
    this.source = source;
    this.offset = offset;
    this.end = end;
  }

  @Override
  public int read(long position, byte[] target, int at, int length) throws IOException {
    long left = end - offset - position;
    if (left <= 0) {
      return -1;
    }
    return source.read(position + offset, target, at, (int) Math.min(length, left));
  }

  @Override
  public void onWait(Runnable hook) {
    source.onWait(hook);
  }

  @Override
  public long size() {
    long size = source.size();
    return size < 0 ? size : Math.max(0, Math.min(size, end) - offset);
  }

  @Override
  public long available() {
    return Math.max(0, Math.min(source.available(), end) - offset);
  }

  @Override
  public boolean isComplete() {
    return source.isComplete();
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public void close() {
    // whoever opened the source closes it
  }
}
