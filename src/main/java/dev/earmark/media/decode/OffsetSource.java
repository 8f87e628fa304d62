package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;

/** A source without its first bytes. Closing it leaves the source itself open. */
final class OffsetSource implements MediaSource {
  private final MediaSource source;
  private final long offset;

  OffsetSource(MediaSource source, long offset) {
    this.source = source;
    this.offset = offset;
  }

  @Override
  public int read(long position, byte[] target, int at, int length) throws IOException {
    return source.read(position + offset, target, at, length);
  }

  @Override
  public void onWait(Runnable hook) {
    source.onWait(hook);
  }

  @Override
  public long size() {
    long size = source.size();
    return size < 0 ? size : Math.max(0, size - offset);
  }

  @Override
  public long available() {
    return Math.max(0, source.available() - offset);
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
