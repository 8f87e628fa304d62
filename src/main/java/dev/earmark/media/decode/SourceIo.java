package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avformat.AVIO_SEEKABLE_NORMAL;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_FORCE;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_SIZE;
import static org.bytedeco.ffmpeg.global.avformat.avio_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avio_context_free;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EXTERNAL;
import static org.bytedeco.ffmpeg.global.avutil.av_free;
import static org.bytedeco.ffmpeg.global.avutil.av_malloc;

import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.Read_packet_Pointer_BytePointer_int;
import org.bytedeco.ffmpeg.avformat.Seek_Pointer_long_int;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * FFmpeg's byte stream on a {@link MediaSource}. Confined to the decoder's thread.
 *
 * <p>FFmpeg forgets why a read failed, and often takes it for the end of the file; so the reason is
 * kept here, and {@link #rethrow()} is called after every native call that may have read.
 *
 * <p>JavaCPP has room for few callback objects in a process, so there is one pair for all streams;
 * the stream is found by the number that FFmpeg hands back as {@code opaque}.
 */
final class SourceIo implements AutoCloseable {
  private static final int BUFFER_BYTES = 32 * 1024;
  private static final Map<Long, SourceIo> OPEN = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT_ID = new AtomicLong(1);

  private static final Read_packet_Pointer_BytePointer_int READ =
      new Read_packet_Pointer_BytePointer_int() {
        @Override
        public int call(Pointer opaque, BytePointer target, int length) {
          SourceIo io = OPEN.get(opaque.address());
          return io == null ? AVERROR_EOF() : io.read(target, length);
        }
      };
  private static final Seek_Pointer_long_int SEEK =
      new Seek_Pointer_long_int() {
        @Override
        public long call(Pointer opaque, long offset, int whence) {
          SourceIo io = OPEN.get(opaque.address());
          return io == null ? Ffmpeg.ENOSYS : io.seek(offset, whence);
        }
      };

  /** A number that looks like an address. */
  private static final class Id extends Pointer {
    Id(long id) {
      this.address = id;
    }
  }

  private final MediaSource source;
  private final long id = NEXT_ID.getAndIncrement();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final AVIOContext context;
  private long position;
  private long bytesRead;
  private boolean endAtEdge;
  private @Nullable IOException failure;
  private boolean closed;

  /**
   * Opens a stream.
   *
   * @param seekable whether FFmpeg may go to any place right away, such as to the end for a tag; it
   *     blocks there while the source grows
   */
  SourceIo(MediaSource source, boolean seekable) {
    this.source = source;
    OPEN.put(id, this);
    BytePointer memory = new BytePointer(av_malloc(BUFFER_BYTES));
    context = avio_alloc_context(memory, BUFFER_BYTES, 0, new Id(id), READ, null, SEEK);
    setSeekable(seekable);
  }

  AVIOContext context() {
    return context;
  }

  /** Allows or forbids FFmpeg to jump. */
  void setSeekable(boolean seekable) {
    context.seekable(seekable ? AVIO_SEEKABLE_NORMAL : 0);
  }

  /**
   * Lets the write edge of a growing source look like the end of the file, for a search that would
   * otherwise wait for the true end.
   */
  void setEndAtEdge(boolean on) {
    endAtEdge = on;
    if (!on) {
      context.eof_reached(0);
      context.error(0);
    }
  }

  /** Returns how many bytes FFmpeg has taken so far. */
  long bytesRead() {
    return bytesRead;
  }

  /** Returns whether there is no byte behind those that were taken. */
  boolean isAtEnd() {
    return source.isComplete() && position >= source.size();
  }

  /** Throws what a read has failed with, if one has. */
  void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  private int read(BytePointer target, int length) {
    try {
      int wanted = Math.min(length, buffer.length);
      if (endAtEdge && position >= source.available()) {
        return AVERROR_EOF();
      }
      int n = source.read(position, buffer, 0, wanted);
      if (n <= 0) {
        return AVERROR_EOF();
      }
      target.put(buffer, 0, n);
      position += n;
      bytesRead += n;
      return n;
    } catch (IOException e) {
      failure = e;
      return AVERROR_EXTERNAL();
    } catch (RuntimeException e) {
      failure = new IOException("reading " + source.name() + " failed", e);
      return AVERROR_EXTERNAL();
    }
  }

  private long seek(long offset, int whence) {
    long size = endAtEdge && !source.isComplete() ? source.available() : source.size();
    int how = whence & ~AVSEEK_FORCE;
    if (how == AVSEEK_SIZE) {
      return size < 0 ? Ffmpeg.ENOSYS : size;
    }
    long target;
    if (how == 0) {
      target = offset;
    } else if (how == 1) {
      target = position + offset;
    } else if (how == 2 && size >= 0) {
      target = size + offset;
    } else {
      return Ffmpeg.ENOSYS;
    }
    if (target < 0) {
      return -22; // EINVAL
    }
    position = target;
    return target;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    av_free(context.buffer());
    avio_context_free(context);
    OPEN.remove(id);
  }
}
