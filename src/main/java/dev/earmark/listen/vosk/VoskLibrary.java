package dev.earmark.listen.vosk;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.vosk.LibVosk;
import org.vosk.LogLevel;

/**
 * The native Vosk library, loaded once and checked.
 *
 * <p>JNA decides once, when its first class is loaded, in which encoding strings cross the border;
 * Vosk speaks UTF-8. {@link #load()} therefore sets {@code jna.encoding} first and refuses to go on
 * when another part of the process was faster.
 */
final class VoskLibrary {
  private final Function findWord;

  private VoskLibrary(Function findWord) {
    this.findWord = findWord;
  }

  /** Sets the encoding of native strings when nothing else has set it. */
  static void prepareEncoding() {
    if (System.getProperty("jna.encoding") == null) {
      System.setProperty("jna.encoding", "UTF-8");
    }
  }

  /**
   * Loads the library.
   *
   * @throws FailureException when the platform has none, or JNA uses another encoding
   */
  static synchronized VoskLibrary load() throws FailureException {
    prepareEncoding();
    try {
      String encoding = Native.getDefaultStringEncoding();
      if (!encoding.toUpperCase(Locale.ROOT).replace("-", "").equals("UTF8")) {
        throw new FailureException(
            Failure.Kind.UNAVAILABLE,
            "native strings are "
                + encoding
                + ", not UTF-8: start Java with -Djna.encoding=UTF-8 to hear Chinese");
      }
      LibVosk.setLogLevel(LogLevel.WARNINGS);
      NativeLibrary library = NativeLibrary.getInstance("vosk", LibVosk.class.getClassLoader());
      library.getFunction("vosk_recognizer_new_grm");
      return new VoskLibrary(library.getFunction("vosk_model_find_word"));
    } catch (LinkageError e) {
      String platform = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "the speech recogniser Vosk has no usable library for "
                  + platform
                  + " ("
                  + e.getMessage()
                  + "); typed commands and the web page still work"),
          e);
    }
  }

  /** Returns whether the word is in the model's vocabulary. */
  boolean knows(Pointer model, String word) {
    byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
    return findWord.invokeInt(new Object[] {model, Arrays.copyOf(utf8, utf8.length + 1)}) >= 0;
  }
}
