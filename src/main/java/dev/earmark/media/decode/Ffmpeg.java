package dev.earmark.media.decode;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.ffmpeg.avutil.LogCallback;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avfilter;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swresample;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all users of FFmpeg here share: its log, its error numbers, its time bases. */
final class Ffmpeg {
  private static final Logger log = LoggerFactory.getLogger("dev.earmark.media.decode.ffmpeg");

  /** EAGAIN as FFmpeg returns it on Linux. */
  static final int EAGAIN = -11;

  /** ENOSYS as FFmpeg returns it on Linux. */
  static final int ENOSYS = -38;

  /** In the order in which they are loaded: each needs those before it. */
  private static final List<Class<?>> LIBRARIES =
      List.of(
          Pointer.class,
          avutil.class,
          swresample.class,
          avcodec.class,
          avformat.class,
          avfilter.class);

  private static boolean loaded; // guarded by the class, as all below
  private static @Nullable Failure missing;

  private Ffmpeg() {}

  /**
   * Loads the native libraries and directs their log to ours; to be called before anything else of
   * FFmpeg is touched. One thread does it while the others wait here: a library that is being
   * loaded initialises JavaCPP's {@code Pointer}, which in turn waits for JavaCPP's loader, so two
   * threads that begin with different classes would wait for each other for ever.
   *
   * @throws FailureException {@code UNAVAILABLE} when this machine cannot load them; it stays so
   */
  static synchronized void load() throws FailureException {
    if (loaded) {
      return;
    }
    if (missing != null) {
      throw missing.asException();
    }
    try {
      allowMemory();
      for (Class<?> library : LIBRARIES) {
        MethodHandles.lookup().ensureInitialized(library);
      }
      directLog();
      loaded = true;
    } catch (LinkageError | IllegalAccessException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      missing =
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "FFmpeg's libraries cannot be loaded ("
                  + cause
                  + "); they are there for Linux on x86_64, and the folder ~/.javacpp must be"
                  + " writable and its disk not mounted noexec",
              new Failure.Words("解码器装不上", "the audio decoder cannot be loaded"));
      throw new FailureException(missing, e);
    }
  }

  /**
   * JavaCPP would refuse memory once the process as a whole, speech models included, is larger than
   * a few times the Java heap. It reads these when {@code Pointer} is initialised.
   */
  private static void allowMemory() {
    for (String limit : new String[] {"maxbytes", "maxphysicalbytes"}) {
      String name = "org.bytedeco.javacpp." + limit;
      if (System.getProperty(name) == null) {
        System.setProperty(name, "0");
      }
    }
  }

  private static void directLog() {
    avutil.av_log_set_level(log.isDebugEnabled() ? avutil.AV_LOG_INFO : avutil.AV_LOG_QUIET);
    avutil.setLogCallback(Log.CALLBACK);
  }

  /** Keeps the callback for ever: native code holds no reference that the collector sees. */
  private static final class Log {
    private static final LogCallback CALLBACK =
        new LogCallback() {
          @Override
          public void call(int level, BytePointer line) {
            if (log.isDebugEnabled()) {
              log.debug("{}", text(line).strip());
            }
          }
        };
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
