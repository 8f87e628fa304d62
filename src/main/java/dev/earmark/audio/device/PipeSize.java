package dev.earmark.audio.device;

import com.sun.jna.Library;
import com.sun.jna.Native;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the pipe to a child's stdin smaller with Linux's {@code fcntl(F_SETPIPE_SZ)}, which the JDK
 * does not offer. The pipe is reached through {@code /proc/PID/fd/0}.
 */
final class PipeSize {
  /** What a pipe holds by default, pipe(7). */
  private static final int DEFAULT_BYTES = 65_536;

  private static final int PAGE_BYTES = 4_096;
  private static final int O_RDONLY_NONBLOCK = 0x800;
  private static final int F_SETPIPE_SZ = 1_031;
  private static final Logger log = LoggerFactory.getLogger(PipeSize.class);

  /** The three calls of libc. */
  interface Libc extends Library {
    /** open(2). */
    int open(String path, int flags);

    /** fcntl(2). */
    int fcntl(int fd, int command, int argument);

    /** close(2). */
    int close(int fd);
  }

  private PipeSize() {}

  /** Shrinks the pipe and returns its size in bytes; the default size where that cannot be done. */
  static int shrinkStdin(long pid) {
    try {
      Libc libc = Native.load("c", Libc.class);
      int fd = libc.open("/proc/" + pid + "/fd/0", O_RDONLY_NONBLOCK);
      if (fd < 0) {
        return DEFAULT_BYTES;
      }
      try {
        int size = libc.fcntl(fd, F_SETPIPE_SZ, PAGE_BYTES);
        return size > 0 ? size : DEFAULT_BYTES;
      } finally {
        libc.close(fd);
      }
    } catch (LinkageError | RuntimeException e) {
      log.info("the pipe to the speaker stays long, speech is cut off later: {}", e.toString());
      return DEFAULT_BYTES;
    }
  }
}
