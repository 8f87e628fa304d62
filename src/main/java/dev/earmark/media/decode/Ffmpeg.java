package dev.earmark.media.decode;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.nio.charset.StandardCharsets;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.ffmpeg.avutil.LogCallback;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.javacpp.BytePointer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all users of FFmpeg here share: its log, its error numbers, its time bases. */
final class Ffmpeg {
  private static final Logger log = LoggerFactory.getLogger("dev.earmark.media.decode.ffmpeg");

  /** EAGAIN as FFmpeg returns it on Linux. */
  static final int EAGAIN = -11;

  /** ENOSYS as FFmpeg returns it on Linux. */
  static final int ENOSYS = -38;

  static {
    // JavaCPP would refuse memory once the process as a whole, speech models included, is larger
    // than a few times the Java heap
    for (String limit : new String[] {"maxbytes", "maxphysicalbytes"}) {
      String name = "org.bytedeco.javacpp." + limit;
      if (System.getProperty(name) == null) {
        System.setProperty(name, "0");
      }
    }
  }

  /** Kept here for ever: native code holds no reference that the garbage collector sees. */
  private static final LogCallback LOG =
      new LogCallback() {
        @Override
        public void call(int level, BytePointer line) {
          if (log.isDebugEnabled()) {
            log.debug("{}", text(line).strip());
          }
        }
      };

  static {
    avutil.av_log_set_level(log.isDebugEnabled() ? avutil.AV_LOG_INFO : avutil.AV_LOG_QUIET);
    avutil.setLogCallback(LOG);
  }

  private Ffmpeg() {}

  /** Loads the native libraries and directs their log to ours. */
  static void load() {
    // the static initialiser did it
  }

  /** Returns a native text that is meant to be UTF-8. */
  static String text(BytePointer text) {
    return new String(text.getStringBytes(), StandardCharsets.UTF_8);
  }

  /** Returns FFmpeg's words for one of its error numbers. */
  static String message(int error) {
    byte[] buffer = new byte[256];
    avutil.av_strerror(error, buffer, buffer.length);
    int end = 0;
    while (end < buffer.length && buffer[end] != 0) {
      end++;
    }
    return new String(buffer, 0, end, StandardCharsets.UTF_8);
  }

  /** Throws when the result is an error of a call that only a lack of memory or a bug can fail. */
  static void check(int result, String call) throws FailureException {
    if (result < 0) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE, "FFmpeg refused " + call + ": " + message(result));
    }
  }

  /** Returns a time in seconds. */
  static double seconds(long units, AVRational base) {
    return units * (double) base.num() / base.den();
  }
}
