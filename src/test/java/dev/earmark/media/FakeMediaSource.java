package dev.earmark.media;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A source in memory that a test lets grow, end, fail. {@link FakeDecoder} makes one second of
 * sound of {@value FakeDecoder#BYTES_PER_SECOND} of its bytes. Thread-safe.
 */
public final class FakeMediaSource implements MediaSource {
  private final String name;
  private final Content content;
  private boolean closed; // guarded by content
  private Runnable hook = () -> {}; // the reader's thread

  private FakeMediaSource(String name, Content content) {
    this.name = name;
    this.content = content;
  }

  /** What all readers of a file share; its own lock guards it. */
  private static final class Content {
    private byte[] bytes = new byte[0];
    private long size = -1;
    private @Nullable Failure failure;
  }

  /** Returns an empty source that grows. */
  public static FakeMediaSource growing(String name) {
    return new FakeMediaSource(name, new Content());
  }

  /** Returns a complete source. */
  public static FakeMediaSource complete(String name, byte[] bytes) {
    FakeMediaSource source = growing(name);
    source.append(bytes);
    source.end();
    return source;
  }

  /** Returns a complete source of which {@link FakeDecoder} makes so many seconds. */
  public static FakeMediaSource ofSeconds(String name, double seconds) {
    return complete(name, new byte[(int) (seconds * FakeDecoder.BYTES_PER_SECOND)]);
  }

  /** Returns another reader of the same bytes, which is closed by itself. */
  public FakeMediaSource reader() {
    return new FakeMediaSource(name, content);
  }

  /** Lets it grow. */
  public void append(byte[] more) {
    synchronized (content) {
      int old = content.bytes.length;
      content.bytes = Arrays.copyOf(content.bytes, old + more.length);
      System.arraycopy(more, 0, content.bytes, old, more.length);
      content.notifyAll();
    }
  }

  /** Lets it grow by so many seconds of {@link FakeDecoder}. */
  public void appendSeconds(double seconds) {
    append(new byte[(int) (seconds * FakeDecoder.BYTES_PER_SECOND)]);
  }

  /** Says that all bytes are there. */
  public void end() {
    synchronized (content) {
      content.size = content.bytes.length;
      content.notifyAll();
    }
  }

  /** Lets every read behind the bytes that are there fail. */
  public void fail(Failure why) {
    synchronized (content) {
      content.failure = why;
      content.notifyAll();
    }
  }

  /** Returns whether this reader was closed. */
  public boolean isClosed() {
    synchronized (content) {
      return closed;
    }
  }

  @Override
  public int read(long position, byte[] target, int offset, int length) throws IOException {
    synchronized (content) {
      while (true) {
        if (closed) {
          throw new FailureException(Failure.Kind.CANCELLED, "the source was closed");
        }
        byte[] bytes = content.bytes;
        if (position < bytes.length) {
          int n = (int) Math.min(length, bytes.length - position);
          System.arraycopy(bytes, (int) position, target, offset, n);
          return n;
        }
        if (content.size >= 0) {
          return -1;
        }
        if (content.failure != null) {
          throw content.failure.asException();
        }
        try {
          hook.run();
          content.wait(WAIT_SLICE_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new FailureException(Failure.Kind.CANCELLED, "interrupted while waiting");
        }
      }
    }
  }

  @Override
  public void onWait(Runnable newHook) {
    hook = newHook;
  }

  @Override
  public long size() {
    synchronized (content) {
      return content.size;
    }
  }

  @Override
  public long available() {
    synchronized (content) {
      return content.bytes.length;
    }
  }

  @Override
  public boolean isComplete() {
    return size() >= 0;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void close() {
    synchronized (content) {
      closed = true;
      content.notifyAll();
    }
  }
}
